# Cases that stopped for the same cause.

causes-view = By cause
causes-title = { $lane } by cause, queue
causes-told = { $n } cases share { $groups ->
    [one] one cause.
   *[other] { $groups } causes.
}
causes-none = No two cases here share a cause.
causes-single = { $n ->
    [0] See the lane
    [one] { $n } case has a cause of its own
   *[other] { $n } cases have causes of their own
}
causes-sorted = Most cases first
cause-of = { $system }: { $reason }
cause-no-code = { $system }, no reason named
cause-no-system = { $reason }
cause-none = No system and no reason named
cause-name = { $name }
cause-at = { $source }, { $step }
cause-title = { $cause }: same cause
cause-cases = { $n ->
    [one] { $n } case
   *[other] { $n } cases
}
cause-since = since { $at }
cause-latest = the latest stopped at { $at }
cause-first-end = first protection ends { $at }
cause-ended = protection over for { $n }
cause-first-end-and-ended = next protection ends { $at }, over for { $n }
cause-more = { $n } more with this cause
cause-common = What they have in common
cause-waiting = Waiting
cause-step = Step
cause-stop-code = Stop code
cause-promise = What the receiver promises
cause-no-contract = Nothing that is known here: no contract covers this step, so nothing protects a repeat.
cause-timeline = When they stopped
cause-timeline-told = Of those that wait, most stopped at { $part }: { $n }.
cause-by-quarter = by quarter of an hour
cause-as-table = The same as a table
cause-on-repeat = A repeat: { $does }
cause-column-stopped = Stopped from
cause-members = Cases
cause-shown = { $n } of { $all }
cause-empty = No case of this cause waits.
cause-empty-why = Those that did are decided or resolved. A new stop for the same cause appears here.
cause-column-known = What is known
cause-column-resume = Continue the old operation?
cause-resume-complete = Yes: every step is done, nothing is sent
cause-resume-until = Yes, until { $at }
cause-resume-yes = Yes
cause-resume-take-first = once you have taken it
cause-resume-asks = On its own page only
cause-resume-no = No

# Acts on several cases at once.

joint-column-mark = Mark
joint-mark = Mark { $title }
joint-mark-all = Mark all { $n } on this page
joint-mark-none = Mark none
joint-do = With the marked cases (at most { $n } at once)
joint-do-claim = Take them
joint-do-check = Record one look over them…
joint-do-resume = Continue the old operations…
joint-nothing-yet = The first two lead to a page of their own; nothing happens before it is sent.
joint-none-marked = No case is marked.
joint-too-many = No more than { $n } cases at once.
cause-ways = What makes it possible:
cause-way = { $way }.
joint-elsewhere = It does not belong to this cause, or not any more. Open it by itself.
joint-own-page = Decide it on its own page.
joint-shared-holds = { $n ->
    [one] Another open case holds the same object.
   *[other] { $n } other open cases hold the same object.
}
joint-resume-title = { $n ->
    [one] Continue { $n } old operation
   *[other] Continue { $n } old operations
}
joint-resume-about = Each operation is decided by itself, on its own facts: with its own decision, history and instruction. Only the cases listed here are touched, and each only if it is still as shown.
joint-planned = { $n ->
    [one] { $n } operation goes on
   *[other] { $n } operations go on
}
joint-none-possible = None of the marked cases can be continued here now.
joint-left-out = { $n ->
    [one] { $n } case is left out
   *[other] { $n } cases are left out
}
joint-why = Why
joint-reason = Why may these operations go on?
joint-reason-fits = fits { $n } of { $all }
joint-seconds = { $n ->
    [one] One of them waits for a second person before anything is sent.
   *[other] { $n } of them wait for a second person before anything is sent.
}
joint-resume-button = { $n ->
    [one] Continue { $n } old operation
   *[other] Continue { $n } old operations
}
joint-back = Back to the group
joint-check-title = One look over several operations
joint-check-about = You looked in one place for all of these. One observation is recorded for each case; nothing is sent, and nothing is decided.
joint-check-look = The look
joint-check-place = Where did you look?
joint-check-when = When?
joint-check-when-hint = Empty: just now.
joint-check-when-wrong = This is no time, or it is still to come.
joint-check-by = By which identifier, of each operation?
joint-check-identifiers = Identifiers
joint-check-at-once = Does that place show new records at once?
joint-check-at-once-yes = Yes, at once
joint-check-at-once-no = No, or not known
joint-check-all = What did you see?
joint-check-all-each = Each case has its own answer below
joint-check-absent = Nothing there
joint-check-inconclusive = It was not clear
joint-check-found = Found
joint-check-type = Type of what was found
joint-check-note = Anything else
joint-check-seen = Seen
joint-check-seen-of = Seen of { $title }
joint-check-seen-missing = Say what you saw, for all or for each case.
joint-check-as-all = as for all
joint-check-reference = Number of what was found
joint-check-reference-of = Number found for { $title }
joint-check-reference-missing = Case { $case }: the number of what was found is missing.
joint-check-button = { $n ->
    [one] Record the look for { $n } case
   *[other] Record the look for { $n } cases
}
joint-claimed = Taken: { $done } of { $all }
joint-checked = Look recorded: { $done } of { $all }
joint-resumed = Decided to continue: { $done } of { $all }
joint-result-about = What came of each case. This page only tells: opening it again or printing it does nothing again.
joint-column-case = Case
joint-column-done = Act
joint-column-what = What came of it
joint-done-claim = Taken
joint-done-check = Recorded
joint-done-resume = Decided
joint-not-done = Not done
joint-onward = Go on with the cases for which this was done ({ $n }):
joint-to-group = Back to the group
joint-not-reached = Nothing is written down for this case: the program stopped meanwhile. The case itself tells whether it was reached.
came-claimed = Yours until { $until }.
came-claimed-by-other = Theirs until { $until }.
came-found = Found: recorded.
came-hint = Something was found by an identifier that is not its own: recorded as a hint.
came-absence-proven = Nothing there: recorded, and it proves that nothing was done.
came-nothing-yet = Nothing there: recorded, and it proves nothing yet.
came-inconclusive = Recorded as not clear.
came-offered = Decided; the source may take the instruction until { $at }.
came-proposed = Proposed; a second person has to answer by { $at }.
came-changed = Not done: the case had changed since it was shown.
came-not-allowed = Not done: what is known does not allow it, or asks for something. Decide it on its own page.
came-reason-does-not-fit = Not done: the chosen reason is not true of this operation.
came-faulty = Not done: what was said of it was not enough.
came-gone = Not done: there is no such case.
came-of-another-cause = Not done: the case does not belong to this cause, or not any more. Open it by itself.
