# Alerts: what teams are told, and how telling them went.

nav-alerts = Alerts
alerts-title = Alerts
alerts-about = A team is told once when something begins to need it, and once when that is over.
alerts-now = Now
alerts-none = Nothing needs anybody
alerts-none-why = No queue grows or is left alone, no deadline is close, and every decision has reached its source.
alerts-ended = Over
alerts-ended-none = No alert has ended yet.
alerts-column-what = What
alerts-column-cases = Cases
alerts-column-most = At most
alerts-column-since = Since
alerts-column-until = Until
alerts-column-team = Team
alerts-column-told = Told
alerts-nobody = The policy names nobody to tell for this team.
alerts-quiet = Quiet hours from { $from } to { $until } ({ $zone })
alerts-always = even then: { $what }
alerts-ceased = not so since { $at }; over if it stays so
alerts-soon = told within a minute
alerts-waits-for-morning = told when the quiet hours end, if it is still so
alerts-told-nobody = nobody: the policy named no address
alerts-not-told = nobody: it was over before it could be told
alerts-next-try = next try { $at }
alerts-under-way = is being sent
alerts-tries = { $n ->
    [one] after { $n } try
   *[other] after { $n } tries
}
alerts-answered = answered { $status }
alerts-answered-words = answered { $status }: { $words }

alert-growth = Queue grows or is left alone
alert-due-soon = About to pass their deadline
alert-overdue = Past their deadline
alert-undelivered = Decided, and not taken by the source
alert-approval-late = Waiting too long for approval
alert-by-mail = Mail
alert-by-webhook = Webhook
alert-that-begun = begun
alert-that-ended = over
alert-telling-waiting = on its way
alert-telling-told = told { $at }
alert-telling-failed = not told, given up { $at }
alert-telling-dropped = not told, it was over before
alert-not-set-up = The program’s settings name no mail server, or no secret to sign with

alert-told-growing = { $n ->
    [one] { $team }: the queue grows, one case waits
   *[other] { $team }: the queue grows, { $n } cases wait
}
alert-told-nobody-decides = { $n ->
    [one] { $team }: one case waits, and nobody decides
   *[other] { $team }: { $n } cases wait, and nobody decides
}
alert-told-too-old = { $n ->
    [one] { $team }: the oldest case has waited too long, one case waits
   *[other] { $team }: the oldest case has waited too long, { $n } cases wait
}
alert-told-due-soon = { $n ->
    [one] { $team }: one case is about to pass its deadline
   *[other] { $team }: { $n } cases are about to pass their deadline
}
alert-told-overdue = { $n ->
    [one] { $team }: one case is past its deadline
   *[other] { $team }: { $n } cases are past their deadline
}
alert-told-undelivered = { $n ->
    [one] { $team }: one decision has not been taken by its source
   *[other] { $team }: { $n } decisions have not been taken by their source
}
alert-told-approval-late = { $n ->
    [one] { $team }: one decision has waited too long for approval
   *[other] { $team }: { $n } decisions have waited too long for approval
}
alert-over-growth = Over: { $team }, the queue does not grow any more, and no case waits too long for a decision
alert-over-due-soon = Over: { $team }, no case is about to pass its deadline
alert-over-overdue = Over: { $team }, no case is past its deadline
alert-over-undelivered = Over: { $team }, every decision has reached its source
alert-over-approval-late = Over: { $team }, no decision waits too long for approval
alert-mail-since = Since { $at }.
alert-mail-over = It began { $since }, and has not been so since { $at }. At most { $n ->
    [one] one case was concerned.
   *[other] { $n } cases were concerned.
}
alert-mail-still = Still so: { $what }: { $n }
alert-mail-all = All alerts:
