# The pages on which a person decides, and what they say when nothing was recorded.

seen-title = Facts as seen
seen-stored = stored with the decision
seen-case = Case
seen-case-version = { $id }, version { $version }
seen-step = Step { $no }
seen-outside = Seen outside
seen-digest = Digest
seen-uncertain = Still uncertain:
uncertain-step = whether “{ $step }” happened in { $system }.
knowledge-absent-proven = Not there: an empty answer proves it

decide-on-version = You decide on version { $version }, as of { $at }
decide-not-recorded = Nothing was recorded yet
decide-why = Why
decide-reason = Reason
decide-reason-missing = Choose a reason.
reason-no-protected-repeat = This reason does not fit: nothing unknown is repeated under protection. Choose another.
reason-no-absence-proven = This reason does not fit: no step is sent because its absence was proven. Choose another.
reason-nothing-found = This reason does not fit: no check found a result of this operation. Choose another.
reason-nothing-not-done = This reason does not fit: every step that would be sent was sent before, and not refused. Choose another.
reason-no-content-settled = This reason does not fit: there is only one content. Choose another.
decide-wants-reference = (give the reference below)
decide-wants-operation = (give the other operation’s key below)
decide-named = The reference, or the other operation’s key, where the reason wants it
decide-reference-missing = This reason wants a reference to what was done by other means.
decide-operation-missing = This reason wants the key of the other operation.
decide-too-long = That is too long.
decide-holds-not-acknowledged = { $n ->
    [one] Another open case touches the same object. Say that you know of it.
   *[other] { $n } other open cases touch the same object. Say that you know of them.
}
decide-justification = Justification
decide-justification-hint = In your own words, at least { $n } characters. It stays in the history for good.
decide-count = {"{n}"} characters, at least {"{min}"}
decide-confirm = Confirm
decide-back-to-case = Back to the case
decide-recorded-under-your-name = Recorded under your name with the facts on this page.

resume-title = Continue { $title }
resume-here = Continue
resume-what-this-does = What this page does
resume-same-key = the same operation, no new one is made
resume-headline = Continue { $title } at step { $no }, “{ $step }”
resume-headline-complete = Confirm that { $title } is complete
resume-what-will-happen = What will happen
resume-source-is-told = { $source } is told to continue
resume-one-worker = One of its workers takes the instruction. No second worker can.
resume-not-after = Not after { $at }
resume-not-after-why = A worker that takes the instruction later is refused, nothing is sent, and the case comes back to the queue.
resume-take-before = If no worker takes it before { $at }, the case comes back to the queue.
resume-asks = What you decide with it
resume-which-content = Which content is this operation’s?
resume-content-agreed = The agreed content
resume-content-agreed-hint = Every other version is refused and kept in the history.
resume-content-changed = A changed content
resume-content-not-known = Not possible: nobody knows what it says.
resume-content-keys = With a changed content, every step goes out under a new key.
resume-content-keys-why = The old keys are bound to the agreed content. These count only if you choose a changed one.
resume-which-result = “{ $step }” was done more than once. Which result does the operation go on with?
resume-surplus = The others are surplus: they exist, nothing undoes them by itself, and somebody has to account for them.
resume-old-key = “{ $step }”: the key until now
resume-new-key = The new key
resume-new-key-hint = The receiver knows the old one from another step. Change this only if your receiver wants another form.
resume-holds = { $n ->
    [one] I know that another open case touches the same object.
   *[other] I know that { $n } other open cases touch the same object.
}
resume-skips = Leave out a step that is not applicable
resume-skips-hint = A step that is left out is never sent, and the instruction says so. The operation goes on behind it.
resume-skip-step = “{ $step }” is not applicable: leave it out
resume-skip-reason = Why it is left out
resume-skip-known = I know that its effect may exist.
resume-skips-show = Show what will happen
resume-skips-show-hint = Nothing is recorded by that.
resume-skips-blocked = Leave out a step that is not applicable…
resume-button = Record the decision and continue
resume-button-complete = Record that the operation is complete

compensate-title = Undo { $title }
compensate-here = Undo
compensate-bar = Undo what is done
compensate-bar-over = from then on the operation cannot be continued
compensate-headline = Undo { $title }: what is done is taken back
compensate-what = What will happen
compensate-which = Undo these steps
compensate-undo = “{ $step }” in { $system } is undone
compensate-exists = It exists as
compensate-by = By a step of its own, “{ $undoing }”.
compensate-own-key = Under a key of its own:
compensate-not-undone = What is not undone, and why
compensate-local-record = Deleting a record here, or in your own system, undoes nothing outside.
compensate-resume-over = As soon as a worker takes the instruction, the operation can never be continued. Until then you can take the decision back.
compensate-until-outcome = The case stays open until the source tells that every undoing is done. A lost answer to an undoing is as unknown as any other.
compensate-role = Undoing needs a senior reviewer.
compensate-button = Record the decision and undo
compensate-button-rest = Record the decision and go on undoing
undo-starts = It is sent for the first time.

close-title = Close { $title }
close-here = Close
close-headline = Close { $title }: nothing more will be done
close-source-is-told = { $source } is told that nothing more will be done for
close-for-good = No instruction of this operation can be taken afterwards.
close-stays-uncertain = This stays uncertain
close-button = Record the decision and close

changed-title = Nothing was recorded
changed-here = Not recorded
changed-nothing-recorded = Nothing was recorded.
changed-headline = The case changed while you were writing.
changed-versions = You decided on version { $seen }. The case is at version { $now }.
changed-nothing-sent = By your decision nothing is sent. Your text is kept below.
changed-what = What changed since version { $version }
changed-table = What changed, can be scrolled
changed-step = Step
changed-you-saw = You saw ({ $version })
changed-now = Now ({ $version })
changed-before = You saw
changed-after = Now
changed-only-time = Nothing happened but that time passed: what protected a repeat, or what an empty answer proves, is another now.
changed-your-text = Your text
changed-to-case = Look at the case
changed-take = Take this case, and look again with this text
changed-look-again = Look at version { $version } with this text
changed-leave = Leave it, back to the queue
changed-meant = What you were about to do
changed-decision = Decision
changed-pressed = Pressed

check-seen-missing = Say what you saw.
check-at-once-missing = Say whether that place shows new records at once.
check-no-such-step = This operation has no such step any more.
check-place-missing = Say where you looked.
check-by-missing = Say by which identifier you looked.
check-reference-missing = Give the reference of what you found.
check-too-long = One of the texts is too long.

release-held-by-other = You do not hold this case any more: { $who } holds it.
release-not-held = You do not hold this case any more: the claim ran out.
no-claim-decided = { $who } decided at { $at }: { $kind }.
