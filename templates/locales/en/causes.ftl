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
cause-resume-asks = On its own page only
cause-resume-no = No
