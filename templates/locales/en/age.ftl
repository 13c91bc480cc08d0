# How old the queue is, whether it grows, and the lists behind the numbers.

nav-age = Queue age
age-title = Queue age
age-name = { $name }
age-hour = { $at }
age-all = All
age-none = none

age-growing = The queue grows: in the last { $short }, { $came } came in and { $left } left it; it holds { $more } more than { $long } ago. { $drain }
age-drain = If nothing more came, what waits now would take { $span } to decide at the pace of the last { $long } ({ $n } decided).
age-no-drain = Nothing was decided in that time.
age-nobody-decides = { $n ->
    [one] One case waits, and nobody has decided any since { $at }.
   *[other] { $n } cases wait, and nobody has decided any since { $at }.
}
age-nobody-ever = { $n ->
    [one] One case waits, and nobody has decided any within the last three months.
   *[other] { $n } cases wait, and nobody has decided any within the last three months.
}
age-too-old = The oldest case has waited for { $span }.
age-most-owner = Most wait with { $owner }
age-most-cause = The most common cause is “{ $cause }” ({ $at }), { $what }, { $whose }
age-all-types = all types
age-moved-more = In the last { $short }, { $came } came in and { $left } left the queue; it holds { $n } more than { $long } ago.
age-moved-less = In the last { $short }, { $came } came in and { $left } left the queue; it holds { $n } fewer than { $long } ago.
age-moved-same = In the last { $short }, { $came } came in and { $left } left the queue; it holds as many as { $long } ago.
age-most-cause-new = Of causes that began in the last { $long }, the most common is “{ $cause }” ({ $at }), { $what }, { $whose }, the first at { $since }, the latest at { $latest }
age-how-bad = How bad is it?
age-worse = Is it getting worse?
age-where = Where?
age-whose = Who has it?
age-of = of { $n }
age-bad-waiting = Waiting for a person
age-bad-over = Over their deadline
age-where-new = { $n ->
    [one] One came in since { $at } and still waits:
   *[other] { $n } came in since { $at } and still wait; most of them
}
age-where-over = { $n ->
    [one] One is over its deadline:
   *[other] { $n } are over their deadline; most of them
}
age-where-all = { $n ->
    [one] One waits:
   *[other] { $n } wait; most of them
}
age-nobody-holds = Held by nobody
age-at-system = at { $system }
age-of-type = of the type { $title }
age-with-owner = with { $owner }
age-several-types = of several types
age-several-owners = with several teams
age-worse-more = More are over their deadline than before:
age-worse-fewer = Fewer are over their deadline than before:
age-worse-as-many = As many are over their deadline as before:
age-worse-then = at { $at }
age-worse-now = now
age-list-was-over = Waited and were over their deadline at { $at }
age-over-lately = passed it since { $at }
age-by-system = By receiving system
age-no-system = no receiving system
age-column-system = Stopped at
age-column-new = New since { $at }
age-column-free = Unclaimed
age-list-over-lately = Waiting for a person, over the deadline only lately
age-list-new = Waiting for a person, came in lately
age-list-at = { $of } — stopped at { $system }
age-to-come = This time is still to come: there is nothing to show of it.
age-still-over = waiting and over their deadline
age-see = See the queue’s age

age-filters = Time and cases
age-period = Time
age-period-24h = Last 24 hours
age-period-7d = Last 7 days
age-period-30d = Last 30 days
age-period-92d = Last 92 days
age-from = or from
age-to = to
age-by = Shown
age-by-itself = as fits
age-by-hour = per hour
age-by-day = per day
age-kind-all = All kinds

age-oldest = Oldest undecided
age-oldest-is = { $title }, { $owner }
age-waiting = Waiting for a person
age-over = Over their deadline
age-over-soon = due in the next hour
age-free = Unclaimed
age-idle = claimed and idle
age-awaiting-approval = Waiting for approval
age-under-way = Decided, not yet reported

age-how-long = How long they wait
age-how-late = How they stand to their deadline
age-column-age = Age
age-column-share = Share
age-column-which = Which cases
age-column-due = Deadline
age-under-1h = under 1 h
age-1h-4h = 1–4 h
age-4h-24h = 4–24 h
age-1d-3d = 1–3 days
age-3d-7d = 3–7 days
age-over-7d = over 7 days
age-due-in-time = in time
age-due-quarter = under a quarter left
age-due-over = over by under 1 day
age-due-over-1d = over by 1–3 days
age-due-over-3d = over by 3 days or more

age-flow = Coming in and decided
age-backlog = Backlog
age-most-by-hour = Per hour; the highest: { $n }
age-most-by-day = Per day; the highest: { $n }
age-flow-told = The backlog was { $from } at the beginning and is { $to } at the end. Meanwhile { $came } came in or came back, { $decided } were decided, { $resolved } resolved and { $lapsed } let be by the policy.
age-as-table = The same as a table, with the cases
age-flow-sum = In all
age-column-hour = Hour
age-column-day = Day
age-column-net = Net
age-column-backlog = Backlog after it
age-move-came-in = Came in
age-move-came-back = Came back
age-move-claimed = Claimed for the first time
age-move-decided = Decided for the first time
age-move-decided-again = Decided again
age-move-resolved = Resolved
age-move-lapsed = Let be by the policy
age-moves-came = Came in or came back
age-moves-decided = Decided

age-by-owner-and-type = By owner and type
age-nothing-waits = Nothing waits.
age-column-waiting = Waiting
age-column-over = Over
age-column-soon = Due in 1 h
age-column-oldest = Oldest
age-column-waits = Waits
age-column-owner-holder = Owner, holder
age-causes = Most common causes
age-no-causes = No two cases that wait share a cause.
age-column-cause = Receiving system, reason, source and step
age-column-since = Since
age-column-cases = Cases
age-all-causes = All causes
age-other-causes = { $n ->
    [one] { $n } more case waits, of another cause.
   *[other] { $n } more cases wait, of other causes.
}

age-to-claim = Time to the first claim
age-to-decision = Time to the decision
age-to-resolution = Time to the resolution
age-by-kind = By kind
age-by-owner = By owner
age-by-type = By type
age-column-n = Cases
age-column-open = Open
age-times-cut = Of the latest { $n } only.
age-times-about = Times count from the first stop, over what happened within the chosen time. Half of the cases took at most p50, nine of ten at most p90, nineteen of twenty at most p95. What is still open is not in them.
age-came-back = Came back after a decision
age-in-time = Resolved before the deadline ({ $percent } %)
age-late = Resolved after it

age-list-as-of = As of { $now }; ages and deadlines as at { $counted }, when the figure was counted
age-list-moved = The figure said { $n } at { $counted }; since then cases came, left or moved on. As of { $now }
age-list-count = { $n }
age-list-waiting = Waiting for a person
age-list-aged = Waiting for a person, { $of }
age-list-due = Waiting for a person, { $of }
age-list-over = Waiting for a person, over the deadline
age-list-due-soon = Waiting for a person, over the deadline within the hour
age-list-free = Unclaimed
age-list-idle = Claimed and idle
age-list-awaiting-approval = Waiting for approval
age-list-never-claimed = Never claimed
age-list-cause = Waiting for a person, of one cause
age-list-under-way = Decided, not yet reported
age-list-not-taken = Decided by { $at }, and not taken by the source yet
age-list-proposed-until = Waiting for approval since { $at } or longer
age-list-unresolved = Not yet resolved
age-list-steps = { $what }
age-list-steps-in-time = { $what }, before the deadline
age-list-steps-late = { $what }, after the deadline
age-within = From { $from } until { $until }
age-list-empty = Nothing is left of it
age-list-empty-why = These cases have moved on since the figures were taken.
age-column-when = When
age-column-state = Now
age-is-late = over the deadline

age-move-regrouped = Changed its owner or kind
age-list-waited = Waited for a person at { $at }
age-report = report { $id }
age-signs = Signs of trouble in what sources report
age-no-reports = No source reported anything within the chosen time.
age-column-reports = Reports
age-column-repeated = Repeated
age-column-repeated-share = Share
age-column-reused-id = Id used again
age-column-key-conflict = Key conflicts
age-column-sent-though-done = Sent though done
age-sign-repeated = Repeated reports
age-sign-reused-id = Reports under an id that came before with other content
age-sign-key-conflict = Reports of an operation key that came before with other content
age-sign-sent-though-done = Reports of a sending to a step that was known to be done
age-share = { $percent } %
age-share-under-one = under 1 %
age-signs-about = Counted are reports that came within the chosen time and could be understood. Repeated: the same report again; nothing changes by it. Id used again: other content under a report id that came before; it is refused. Key conflict: other content under an operation key that came before. Sent though done: the report tells of a sending to a step that began after its result was known here.
age-signs-not-narrowed = Reports are told apart by source and type only; owner and kind do not narrow them.
age-kept-since = What happened before { $at } was kept long enough and is gone: times tell only of what came later, and older numbers have no list any more. The counts by hour and day stay.
