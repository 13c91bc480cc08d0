# The page of a case.

case-title = { $title }, case { $id }
case-number = Case { $id }
case-you-are-here = You are here
case-back-queue = Queue
case-back-search = Search
case-back-cause = Same cause
case-on-this-page = On this page
case-from-source = from { $source }
case-more-statements = { $n ->
    [one] { $n } more statement
   *[other] { $n } more statements
}
case-superseded = A new operation took this one’s place for ever:
case-supersedes = This operation took the place of another one:
case-opens-other-system = (opens the other system)
case-copy = Copy
case-copied = Copied
case-key = Idempotency key
case-no-description = The source gives no description of what this does
folded-text = { $characters } characters
case-extra = More that was told of it

shared-title = { $n ->
    [one] Another open case touches the same object
   *[other] { $n } other open cases touch the same object
}

desk-holder = Holder
desk-decide-by = Decide by
desk-lapses = Let be if nobody answers
desk-waiting = Stopped for
desk-authorised = Authorised
desk-version = Version
desk-as-of = As of
desk-you = You
desk-until = until { $at }
desk-release = Release
desk-free = Free

stepper-label = Steps of the operation
stepper-folded = { $n ->
    [one] The first step is done
   *[other] The first { $n } steps are done
}
stepper-unfold = Show them
stepper-here = Resume point
stepper-parts = Parts: { $done } done, { $unknown } unknown, { $not_done } not done

find-out-title = First, find out
find-out-nothing-unknown = What is done stays done
find-out-nothing-exists = Nothing of this operation is known to exist anywhere
find-out-no-check-needed = Nothing is unknown here. No check is needed before you decide.
find-out-question = Has “{ $step }” happened in { $system }?
find-out-search-by = Search by
find-out-source-says = The source says:
find-out-seen-so-far = Seen so far
find-out-nobody-looked = Nothing. Nobody has looked yet, and no callback came.
find-out-person-now = Look where new records show at once: there an empty answer is proof now.
find-out-person-from = An empty answer proves nothing before { $from }, for the request may still be on its way.
find-out-look-up = { $by }: { $strength }. { $worth }
find-out-look-up-now = An empty answer is proof now.
find-out-look-up-from = An empty answer is proof from { $from } on.

check-title = Record what you saw
check-not-recorded = Nothing was recorded
check-place = Where did you look?
check-by = By which identifier?
check-by-other = another one
check-by-other-which = Which other one?
check-by-other-hint = What is found by an identifier that is not this operation’s own is kept as a hint.
check-seen = What did you see?
check-found = Found it
check-found-hint = Give its reference. By one of the operation’s own identifiers it counts at once.
check-absent = It is not there
check-inconclusive = I cannot tell
check-reference = Reference, if found
check-reference-type = What it is, such as “refund” (may be left empty)
check-at-once = Does this place show new records at once?
check-at-once-yes = Yes, at once
check-at-once-no = No, or I do not know
check-at-once-no-hint = Then an empty answer is kept as inconclusive.
check-note = Anything else, in your own words
check-record = Record the check

go-on-title = Continue the old operation
go-on-complete-title = Confirm that the operation is complete
go-on-complete = Every step is done. Nothing is sent; the source is told that the operation is complete.
go-on-not-now = Not possible now.
go-on-ways = What makes it possible again
go-on-no-switch = A check is recorded under “Record what you saw”. This box then changes by itself; nobody can switch it off.
go-on-until = Allowed until { $at }
go-on-until-why = Until then the receiver recognises the key, so a repeat cannot do it a second time.
go-on-without-limit = Allowed, without a time limit.
go-on-asks-new-key = “{ $step }” needs a key of its own. You order it on the next page, with your reason.
go-on-asks-content = It asks which content is this operation’s: the agreed one, or a changed one.
go-on-agreed-content = It goes on with the agreed content. The changed one is refused and kept in the history.
go-on-button = Continue the old operation…
go-on-button-complete = Confirm that it is complete…
go-on-nothing-yet = Nothing is sent before you confirm on the next page.
sending-again-new-key = Sent again under a new key of its own: { $step }
sending-new-key-why = The old key is bound to the agreed content.
sending-again-new-key-why = Every attempt at it was refused, and the old key belongs to another step.

take-button = Take this case
take-why = Then you can decide. Nobody else can meanwhile.
take-held = { $who } holds this case until { $until }. You can read everything and record a check.
take-role = Your role may read this case, but not decide it.

timebar-label = Protection of the key: from the first attempt at { $first } until { $until }. Now is { $now }.
timebar-now = now { $at }
timebar-time = { $at }
timebar-first = first attempt
timebar-not-after = not after
timebar-proof = An empty answer proves absence from { $at } on.

apart-title = Without sending anything
apart-close = Close: nothing more will be done
apart-close-hint = The page says what stays uncertain.
apart-undo-title = Undo what is done
apart-compensate = Undo what is done, step by step…
apart-compensate-rest = Go on undoing…
apart-compensate-hint = Each undoing is sent as a step of its own. The operation cannot be continued afterwards.
apart-only-holder = Closing is possible for whoever holds the case.

another-title = A different thing: a new operation
another-what = It gets keys of its own, and no receiver recognises it as a repeat.
another-twice = Whatever exists, or may exist, can come to be twice.
another-link = Start a new operation…
another-own-page = On its own page, with your password.
another-senior = A senior reviewer can start one.

account-title = Account for what the old operation did
account-only = Nothing is ever sent for this operation again: another one took its place.
account-how = Find out what exists, see to it by other means, and close the case with a reference to what was done.

sighting-no-time = time not told
sighting-arrived = arrived { $at }
sighting-by = by
sighting-look-up = look-up
sighting-rows = { $rows } rows
hints-title = Found, and not surely this operation’s
hints-why = An equal amount, phone or name is a hint, and no more. Whoever knows whose it is says so here and names the grounds; then it counts, under their name.
hints-two = The risk is high here: a judgement counts only when a second person has confirmed it.
hint-judge = Say whose it is
hint-judge-again = Judge otherwise
hint-answer = Confirm it, or judge otherwise
hint-whose = Whose is it?
hint-ours = This operation’s: the result of “{ $step }”
hint-not-ours = Not this operation’s
hint-confirm = What { $who } judged is so
hint-grounds = On which grounds?
hint-grounds-hint = In your own words, at least { $n } characters. They stay in the history for good.
hint-record = Record the judgement
hint-judged-ours = Judged to be this operation’s, the result of “{ $step }”.
hint-judged-not-ours = Judged not to be this operation’s.
hint-judged-by = { $who }, { $at }:
hint-confirmed-by = Confirmed by { $who }, { $at }:
hint-awaits = It does not count yet: it waits for a second person, who is not { $who }.
hint-awaits-own = You judged it yourself, so somebody else has to confirm it.
judged-ours = judged by { $who }
judged-not-ours = judged by { $who }
judged-awaits = judged by { $who }, waits for a second person
no-judgement-nothing-chosen = Say whose it is.
no-judgement-no-such-hint = Whose this find is, is known by itself now, or it is not there any more. Nothing was recorded.
no-judgement-no-such-step = It cannot be the result of that step. Nothing was recorded.
no-judgement-meanwhile = Somebody judged it meanwhile. Look at what they said; nothing was recorded.
no-judgement-says-the-same = That is what was judged already. Nothing was recorded.
no-judgement-nothing-awaited = No judgement about it waits for a second person. Nothing was recorded.
no-judgement-same-person = Whoever judged first cannot be the second person. Nothing was recorded but that you tried.
no-judgement-no-grounds = Name the grounds in your own words, at least { $minimum } characters.
whose-this-operations = This operation’s
whose-incomplete = Matches, but names no step or no id: does not count yet
whose-another-operations = Another operation’s
whose-not-known = Not known whose
worth-proof-of-absence = This is proof that it is not there.
worth-nothing = This proves nothing.

checks-title = What was seen
checks-none = Nobody has looked yet. This is not the same as “not there”.

attempts-title = Attempts
attempts-none = No attempt was reported.
attempts-stop-code = stop code
attempts-scroll = Attempts, can be scrolled
attempts-step = Step, attempt
attempts-started = Started
attempts-took = Took
attempts-seconds = { $took } s
attempts-outcome = Outcome
attempts-worker = Worker
attempts-no-worker = no worker named
attempts-no-http = none
attempts-no-key = no key
attempts-same-key = the same key
attempts-other-key = not the step’s own key
attempts-overlap = Attempts overlap.
attempts-lanes = From { $from } to { $until }:
attempts-omitted = { $n ->
    [one] { $n } attempt was left out of the middle
   *[other] { $n } attempts were left out of the middle
} of the report. The step’s protection is therefore none.
attempts-clock-ahead = The source’s clock ran ahead by { $span }. Its times are shown as it told them; protection and proof are counted from times moved back by that.
attempt-caution-server-error = A server error does not prove that nothing happened.
attempt-caution-crashed = The effect may have happened before the crash.
attempt-caution-no-answer = No answer is not a refusal: it may have happened.
attempt-caution-duplicate = That may be our own lost success, or somebody else’s.
attempt-overlaps = It ran at the same time as attempt { $number }.
attempt-overlaps-worker = It ran at the same time as attempt { $number } of { $worker }.
attempt-overlaps-of-worker = It ran at the same time as an attempt of { $worker }.
attempt-overlaps-another = It ran at the same time as another attempt.

results-title = Known results in receiving systems
results-none = None is known. That does not mean that there are none.
results-scroll = Known results, can be scrolled
results-system = System
results-what = What
results-whose = Whose
results-known-by = How it is known
results-rows = in { $rows } rows of one look-up

events-title = Events
events-none = No event was reported.
events-out-of-order = they happened in another order than they came in
events-scroll = Events, can be scrolled
events-received = Received
events-event = Event
events-occurred = Happened (as sent)
events-no-id = without an id
events-again = The same message again: not a second request
events-other-body = The same id as before, with another body
events-payloads = Numbered by receipt and by occurrence. Their payloads stand in the reports.

operation-title = Source operation
operation-key = Key
operation-type = Type
operation-source = Source
operation-authorised = Authorised
operation-amount = Amount
operation-holds = Holds
operation-owner = Owner
policy-title = Policy
policy-own-section = The policy names this type
policy-default-section = The policy does not name this type: its default section holds
policy-standard = The policy neither names this type nor has a default section: the program’s standard holds
policy-respond = Claimed within
policy-resolve = resolved within
policy-one-person = One person decides.
policy-second-person = A second person approves
policy-approve = a proposal waits at most
policy-lapse = An unknown result that nobody answers is let be after { $after }:
risk-low = low risk
risk-normal = normal risk
risk-high = high risk

content-agreed = Agreed content
content-changed = Changed content
content-refused = Refused content
content-arrived = arrived { $at }
content-received = received by the source { $at }
content-open = Open it
content-large = It is large: open it on its own page
content-not-known = Nobody told Holdpoint what it says.

conflict-differences = { $n ->
    [0] The contents differ only in amount or type
    [one] { $n } difference
   *[other] { $n } differences
}
conflict-unknown = The other content is not known
conflict-unknown-why = The source did not keep it. Look in the receiving system by the reference, and compare amount and destination: the other one may be our own twin, or somebody else’s.
conflict-how-compared = keys compared by name, numbers by value and shown as written
conflict-only-technical = By their names, only technical fields differ; nothing of the business does.
conflict-same-money = Unchanged:
conflict-table = Differences, can be scrolled
conflict-where = Where
conflict-agreed = Agreed
conflict-changed = Changed
conflict-absent = absent
conflict-technical = a technical field, by its name
conflict-more = { $n ->
    [one] { $n } more difference: all of them, page by page
   *[other] { $n } more differences: all of them, page by page
}
conflict-only-digest = The source kept only its digest: nobody can say what differs, and it cannot be chosen.
conflict-other-spellings = { $n ->
    [one] { $n } number is written differently and has the same value.
   *[other] { $n } numbers are written differently and have the same value.
}
conflict-same-value = written differently, same value
conflict-place-amount = the operation’s amount
conflict-place-type = the operation’s type
conflict-place-whole = the whole content

content-event = event
content-report = report
content-step-done = “{ $step }” is done with it.
content-step-undone = “{ $step }” was done with it, and undone.
content-step-unknown = It is not known whether “{ $step }” was done with it.
content-nothing-done = Nothing was done with it.
content-only-digest = Known by its digest alone: nobody told Holdpoint what it says.
content-nobody-decided = Nobody has decided about it.
content-beside-agreed = Beside the agreed content
versions-title = { $n ->
    [one] { $n } content under one key
   *[other] { $n } contents under one key
}
versions-only-named = { $n ->
    [one] { $n } more is compared on its own page.
   *[other] { $n } more are compared on their own pages.
}
diff-caption = The agreed content on the left, the changed content on the right, line by line
diff-title = { $n ->
    [0] Side by side: every line is the same
    [one] Side by side: { $n } line differs
   *[other] Side by side: { $n } lines differ
}
diff-open = { $n ->
    [0] Side by side: every line is the same
    [one] Side by side: { $n } line differs
   *[other] Side by side: { $n } lines differ
}
diff-folded = { $n ->
    [one] { $n } line unchanged
   *[other] { $n } lines unchanged
}
pager = Pages
pager-before = The page before
pager-next = The next page
pager-where = { $page } of { $of }

protection-title = Contract and protection
protection-now = Protection
protection-key-empty = sent as an empty text: no key
protection-other-keys = Also reported
protection-counted-from = Counted from
protection-first-attempt = the first attempt, { $at }
protection-valid-until = The source says until
protection-contract = Contract
protection-no-contract = None is assigned to this system. Whether a repeat is safe is therefore not known.
protection-margin = Safety margin
protection-scope = Keys are compared within
protection-repeat = A repeat
protection-mismatch = Other content
protection-5xx = A server error
protection-settling = A request ends within
protection-not-stated = not stated
protection-look-ups = Look-ups
protection-no-look-up = none: there is no way to ask
protection-note = Note
protection-evidence = Read in
protection-looked-at = looked at { $day }

stop-title = Why it stopped
stop-code = Code
stop-step = At the step
stop-claimed = The source calls it
stop-kind-by-facts = By the facts it is: { $kind }
stop-at = Stopped
stop-first-at = First stopped
stop-odd = What is odd
stop-also-reported = { $n ->
    [one] Also reported: { $n } field that Holdpoint does not know
   *[other] Also reported: { $n } fields that Holdpoint does not know
}

reports-title = Reports
reports-counts = { $reports ->
    [one] { $reports } report
   *[other] { $reports } reports
} in { $deliveries ->
    [one] { $deliveries } delivery
   *[other] { $deliveries } deliveries
}
reports-more = { $n ->
    [one] { $n } older report is not listed.
   *[other] { $n } older reports are not listed.
}
report-in-this-case = taken into this case
report-in-case = taken into case { $case }
report-in-no-case = kept; it belongs to no case
report-deliveries = { $n ->
    [one] came once
   *[other] came { $n } times; the answer was the same each time
}
report-last-delivered = last { $at }
report-refused-repeats = { $n ->
    [one] Once its id came with other content, and that was turned away
   *[other] { $n } times its id came with other content, and that was turned away
}

related-title = Other cases
related-same-operation = Of this operation
related-none = This is the only one.
related-later = later than this one
related-lineage = In each other’s place
related-older = It took the place of
related-newer = Its place was taken by
related-alike = Look-alikes
related-alike-hint = An equal reference is a hint, and no more: two operations may rightly share it.
related-others = { $n ->
    [one] { $n } other operation
   *[other] { $n } other operations
} for { $reference } { $value }
related-more-than = More than { $n } other operations for { $reference } { $value }

history-title = History
history-about = { $told }: { $about }
history-in-place-of = in the place of { $key }
history-document = what was recorded
history-older = Older entries
history-newest = Newest entries

progress-label = From the decision to its outcome
progress-accepted = Accepted
progress-on-version = on version { $version }
progress-offered = Offered to the source
progress-not-after = nothing is sent after { $at }
progress-take-before = to be taken before { $at }
progress-taken = Taken by a worker
progress-not-yet = not yet
progress-lease = its time runs until { $until }
progress-reported = Outcome
progress-outcome-done = Outcome: done
progress-outcome-refused = Outcome: refused
progress-outcome-unknown = Outcome: unknown
progress-instruction = The instruction as the source gets it
progress-facts-digest = Facts as seen

document-content = Content of the operation
document-report = Report { $id }
document-bytes = { $n ->
    [one] { $n } byte
   *[other] { $n } bytes
}
document-large = It is too large for a page, so this says only what it holds.
document-items = { $n ->
    [one] a list of { $n } item
   *[other] a list of { $n } items
}
document-members = { $n ->
    [one] an object of { $n } member
   *[other] an object of { $n } members
}
document-characters = a text of { $n } characters
document-whole = The whole document, as it was sent
checks-other-step = Record a look at another step
find-out-may-be-more = Not every request for “{ $step }” got a sure answer, so there may be more. Look again before you decide.
find-out-several-rows = One id in several rows for “{ $step }” may be one effect or several. Look at the balance, or at the system’s own books, before you decide.
find-out-still-at-it = Of “{ $step }” something is still in progress at the receiver: that is neither found nor absent.
go-on-decided = What was decided, and what became of it, stands above.
attempt-overlaps-more = { $n ->
    [one] And at the same time as { $n } other attempt.
   *[other] And at the same time as { $n } other attempts.
}

# What retention has removed.
case-removed-reports = Retention has removed the reports as they were sent, and the payloads. What is known from them, every decision and all digests stay.
case-removed-all = Retention has removed what described the business here: reports, payloads, references, and the facts that decisions were made on. Keys, steps, results, decisions and digests stay, so that a repeat is still recognised.
document-removed = Retention has removed this document. Its digest stays, so that a repeat is still recognised.
content-removed = retention has removed it; its digest stays
decision-facts-removed = Retention has removed the facts that were shown. Their digest stays.
content-proposed = { $who } proposed that it is this operation’s; a second person has to agree.
content-proposed-against = { $who } proposed to refuse it; a second person has to agree.
content-proposed-otherwise = { $who } proposed: { $kind }. A second person has to agree.
content-decided = { $who } decided that it is this operation’s. It becomes the agreed one as soon as a worker takes the instruction.
content-decided-against = { $who } decided against it. It is refused as soon as a worker takes the instruction.
content-decided-otherwise = { $who } decided: { $kind }.

let-be-title = Let be by the policy
let-be-no-decision = Nobody answered this case and nobody held it, so the policy let it be. This is not a decision: nobody judged it, and nothing was ordered.
let-be-counted = { $after } after the first stop, { $since }
let-be-rule = The policy’s rule:
let-be-uncertain = It stays unknown what became of
let-be-source = The source hears “closed” when it asks whether it may go on. A report that adds anything opens a new case that links to this one.
