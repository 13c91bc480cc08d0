# The queue: lists of cases.

queue-title = Queue
queue-title-lane = { $lane } ({ $n }), queue
queue-title-list = { $list }, queue
queue-stage = Stage
queue-to-review = To review
queue-put-off = Put off
queue-put-off-about = Somebody looks at these again at a time they named, and is not offered them before. They stay in the queue, and their deadlines run on.
queue-under-way = Decided, under way
queue-resolved = Resolved
queue-mine = Mine
queue-as-of = As of { $at }
queue-refresh = Refresh
queue-take-next = Take next
queue-take-next-hint = the most urgent free case in this list
queue-nothing-free = Nothing in this list is free: every case here is held by somebody, put off, or waits for a second person.
queue-ignored = { $n ->
    [one] This address holds something that is not understood and was left out: { $names }.
   *[other] This address holds things that are not understood and were left out: { $names }.
}
queue-views = Views
queue-view-all = All
queue-view-team = My team: { $team }
queue-view-free = Free
queue-kinds = Stop kind
queue-oldest = oldest { $span }
queue-none-over = none over deadline
queue-over = { $n } over deadline
queue-lane-empty = nothing waits

queue-filters = Filters and order
queue-type = Type
queue-type-all = All types
queue-system = Receiving system
queue-system-all = All systems
queue-owner = Owner
queue-owner-all = All owners
queue-source = Source
queue-source-all = All sources
queue-holder = Holder
queue-holder-any = Anyone or free
queue-holder-free = Free
queue-holder-me = Me
queue-order = Order
queue-order-urgent = Most urgent first
queue-order-waiting = Longest waiting first
queue-order-protection = Protection ends first
queue-apply = Apply
queue-clear = Clear the filters

queue-caption = { $list }, { $order }
queue-sorted-urgent = Sorted by urgency: what runs out first
queue-sorted-waiting = Sorted by waiting time: the longest first
queue-sorted-protection = Sorted by protection: what ends first
queue-sorted-put-off = Sorted by return: what comes back first
queue-sorted-under-way = Sorted by decision: the oldest first
queue-sorted-resolved = Sorted by resolution: the latest first
queue-column-waiting = Waiting
queue-column-put-off = Comes back
queue-column-decided = Decided
queue-column-resolved = Resolved
queue-column-operation = Operation
queue-column-at = Stopped at
queue-column-why = Why it stopped
queue-column-protection = Protection
queue-column-owner = Owner and holder
queue-column-owner-and-state = Owner and state
queue-column-owner-and-outcome = Owner and outcome
queue-label-at = Stopped at
queue-label-why = Why
queue-label-owner = Owner

queue-over-by = over by { $span }
queue-decide-by = decide by { $at }
queue-lapses = let be { $at } if nobody answers
queue-decided-ago = { $span } ago
queue-stopped-ago = stopped { $span } ago
queue-resolved-after = { $span } after it stopped
queue-tag-high-risk = High risk
queue-tag-again = Stopped again
queue-tag-no-policy = No policy for this type
queue-step-of = { $n } of { $of }
queue-why-conflict = Same key, other content
queue-why-none = The source gave no reason
queue-attempts = { $n ->
    [0] no attempt at this step
    [one] 1 attempt
   *[other] { $n } attempts
}
queue-last-attempt = last { $at }
queue-protection-until = until { $at }
queue-protection-over = over since { $at }
queue-protection-without-end = without end: a repeat is harmless
queue-protection-none = none
queue-protection-stored-5xx = no repeat: the receiver would give its stored 5xx again
queue-protection-not-known = not known
queue-protection-not-needed = not needed
queue-protection-refused = not needed: refused
queue-protection-not-there = not needed: proven not there
queue-protection-never-sent = not needed: never sent
queue-protection-all-done = not needed: every step is done
queue-every-team = every team
queue-free = free
queue-you = You
queue-held-until = until { $at }
queue-desk-awaiting-approval = waits for a second person
queue-desk-decided = not yet taken by the source
queue-desk-executing = a worker is at it
queue-desk-resumed = continued to its end
queue-desk-confirmed-complete = confirmed complete
queue-desk-new-operation = a new operation instead
queue-desk-carried-out = new operation carried out
queue-desk-compensated = undone
queue-desk-closed = closed
queue-desk-lapsed = let be by the policy
queue-desk-resolved = resolved

queue-shown = { $n } of { $all }
queue-shown-here = { $n ->
    [one] 1 case
   *[other] { $n } cases
}
queue-pages = Pages
queue-previous = Previous
queue-next = Next

queue-empty-result-unknown = No unknown result waits for a person
queue-empty-next-step-pending = No next step waits for a person
queue-empty-payload-conflict = No payload conflict waits for a person
queue-empty-decided = The last one was decided at { $at }.
queue-empty-reported = The newest stop report of any kind came at { $at }, so this list is empty, not disconnected.
queue-empty-no-reports = No source has reported a stop yet. When one does, the case appears here by itself.
queue-empty-go = Go to { $lane } ({ $n })
queue-empty-filtered = No case matches these filters
queue-empty-filtered-why = { $n ->
    [0] Without filters this list is empty as well.
    [one] Without filters this list has one case.
   *[other] Without filters this list has { $n } cases.
}
queue-empty-page = There is nothing more on this page
queue-empty-page-why = The cases that stood here were decided or moved meanwhile.
queue-to-first = To the first page
queue-empty-mine = You hold no case
queue-empty-mine-why = A case that you take stays yours for half an hour, and longer while you work on it. Then it stands here.
queue-empty-to-queue = To the queue
queue-empty-put-off = Nothing is put off
queue-empty-put-off-why = Whoever holds a case can name a time at which to look at it again. Until then it stands here.
queue-empty-under-way = Nothing is under way
queue-empty-under-way-why = Decisions stand here from the moment they are made until the source has told how it went.
queue-empty-resolved = Nothing has been resolved yet
queue-empty-resolved-why = Cases stand here once their source has told the outcome, or has acknowledged that nothing more is done.

chain-unknown = Step { $n } of { $of }: result unknown
chain-next = Step { $n } of { $of }: never sent, it is next
chain-refused = Step { $n } of { $of }: refused
chain-not-there = Step { $n } of { $of }: proven not there, it is next
chain-conflict = Step { $n } of { $of }: two contents
chain-all-done = { $of ->
    [0] No steps are known
    [1] The one step is done
   *[other] All { $of } steps are done
}

# Saved views.
views-title = Saved views
views-about = A view is filters of the queue under a name. You change your own. One that is shared with a team is seen by everybody in it, and changed by whoever made it and by managers. With which view your queue opens is yours alone.
views-none = No views yet
views-none-why = Set filters in the queue and choose “Save this view”.
views-new-title = Save this view
views-save-this = Save this view
views-shows = It shows:
views-part = { $label }: { $value }
views-name = Name
views-for = For
views-for-me = Only me
views-for-team = The team { $team }
views-opens = My queue opens with it
views-save = Save the view
views-back = Back to the queue
views-own = Yours
views-shared-by = Shared with { $team } by { $maker }
views-of-team = It is shared with { $team }.
views-opens-with-it = opens first
views-open-with = Open my queue with it
views-open-everything = Open my queue with everything
views-rename = Rename
views-remove = Remove
views-remove-own = Only the name goes; no case changes.
views-remove-shared = It goes for everybody in { $team }. No case changes.
views-remove-now = Remove the view
views-replace = Replace it with what is shown
views-as-saved = As it was saved
views-everything = Show everything
views-on = The view { $name } is on: other cases are not shown.
views-on-by-itself = Your queue opens with the view { $name }: other cases are not shown.
views-on-changed = This began with the view { $name } and shows something else now.
views-is-outdated = outdated
views-outdated = { $n ->
    [one] The view { $name } holds a filter that is not understood any more ({ $names }), so it is not applied.
   *[other] The view { $name } holds filters that are not understood any more ({ $names }), so it is not applied.
}
views-not-yours-any-more = The view with which your queue opened is not shared with you any more: everything is shown.
views-name-empty = Give the view a name.
views-name-too-long = A name has at most { $n } characters.
views-name-unseen = The name holds signs that nobody sees. Type it anew.
views-name-taken = There is a view of this name already. Choose another, or replace that one.
views-too-many = There are { $n } views already, and more are not kept. Remove one first.
views-too-long = These filters are longer than a view can keep.
views-not-theirs = { $maker } made this view; it is changed by them and by managers.
views-not-their-team = A view is shared with your own team.
