# Sources and their endpoints, and notices on their way to them.

nav-sources = Sources
sources-title = Sources
sources-about = Where each source is told that there is an instruction to take. A source that has no endpoint asks by itself.
sources-empty = No source yet
sources-empty-why = Sources are added on the command line:
sources-column-source = Source
sources-column-owner = Owner
sources-column-endpoints = Endpoints
sources-undelivered = { $n ->
    [one] { $shown } notice undelivered
   *[other] { $shown } notices undelivered
}
sources-disabled = kept out
sources-every-team = every team
sources-add-endpoint = An endpoint is added on the command line, which prints its secret once:

endpoints-none = No endpoint: the source asks by itself
endpoint-on = On
endpoint-off = Off
endpoint-gone = Off: answered 410
endpoint-since = since { $at }
endpoint-gone-why = The endpoint said that nobody is there any more. What waits for it waits until somebody switches it on, or until its time is over.
endpoint-secret = Secret since { $since }
endpoint-secret-old = Old secret since { $since }, holds until { $at }
endpoint-secrets-both = The secret is being changed: until the old one ends, each call is signed with both.
endpoint-test = Send a test notice
endpoint-switch-off = Switch off
endpoint-switch-on = Switch on
endpoint-bad = This address cannot be called.
endpoint-known = The source has this endpoint already.
endpoint-two-secrets = Two secrets hold already. End the old one first.
endpoint-one-secret = There is only one secret, and nothing would be signed without it.
endpoint-is-off = The endpoint is switched off already.
endpoint-is-on = The endpoint is switched on already.
endpoint-not-on = The endpoint is switched off. Switch it on first.
redeliver-on-its-way = A call is under way for this notice.

deliveries-title = Notices to the source
deliveries-undelivered = Not delivered
deliveries-latest = Latest notices
deliveries-none = No notice yet
notice-offered = Instruction offered
notice-withdrawn = Instruction taken back
notice-test = Test
delivery-waiting = On its way
delivery-delivered = Delivered
delivery-undelivered = Undelivered
delivery-next = next call { $at }
delivery-under-way = a call is under way
delivery-while-off = no call while the endpoint is off
delivery-calls = { $n ->
    [one] { $n } call
   *[other] { $n } calls
}
delivery-again = Notify the source once more
call-answered = Answered { $status }
call-took = in { $ms } ms
failure-not-allowed = Not called: its address is not of the open internet, and the settings do not allow it
failure-no-such-host = Its name stands for no address
failure-no-connection = No connection
failure-no-trust = Its certificate could not be trusted
failure-no-secret = Not called: no secret to sign with
failure-timed-out = No answer in time
failure-broken-off = The connection broke before the answer
