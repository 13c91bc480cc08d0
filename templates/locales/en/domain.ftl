# The words for the domain: stop kinds, knowledge, protection, contracts, standings, history.

list-of-one = { $item }
list-and-next = { $list }, { $item }

kind-result-unknown = Result unknown
kind-next-step-pending = Next step pending
kind-payload-conflict = Payload conflict

claim-completed = completed
claim-unknown = unknown
claim-refused = refused
claim-pending = pending
claim-not-taken-over-completed = The source calls “{ $step }” completed. The facts do not bear that out, so it is not taken over.
claim-not-taken-over-unknown = The source calls “{ $step }” unknown. The facts say otherwise.
claim-not-taken-over-refused = The source calls “{ $step }” refused. A refusal speaks only for its own attempt, so this is not taken over.
claim-not-taken-over-pending = The source calls “{ $step }” pending. Something was sent, so this is not taken over.

outcome-acknowledged = Acknowledged
outcome-refused = Refused
outcome-duplicate = “Exists already”
outcome-timeout = No answer in time
outcome-connection-lost = Connection lost
outcome-server-error = Server error
outcome-crashed = Crashed before the answer was saved

seen-found = Found
seen-absent = Empty answer
seen-inconclusive = Inconclusive
seen-in-progress = Still in progress

seen-how-response = answer to our own call
seen-how-callback = callback
seen-how-look-up = look-up
seen-how-person = seen by a person
known-by-judgement = judged by a person
known-by-source = reported by the source

knowledge-skipped = Not applicable, never sent
knowledge-done = Done
knowledge-more-than-once = { $times ->
    [2] Done twice
   *[other] Done { $times } times
}
knowledge-more-than-once-at-least = { $times ->
    [2] Done at least twice
   *[other] Done at least { $times } times
}
knowledge-undone = Done, and undone again
knowledge-never-sent = Not sent
knowledge-refused = { $times ->
    [0] Not done: refused
    [one] Not done: refused
   *[other] Not done: refused { $times } times
}
knowledge-absent = Not there: an empty answer at { $at } proves it
knowledge-unanswered = { $times ->
    [one] Unknown: sent once, no sure answer
   *[other] Unknown: sent { $times } times, no sure answer
}

why-unknown-unanswered = Unknown: no answer
why-unknown-duplicate = Unknown: the receiver says that it exists already
why-unknown-no-reference = Unknown: acknowledged, but without a reference
why-unknown-claimed = Unknown: the source does not know
why-unknown-taking = Unknown: a worker took the instruction and told no outcome
why-unknown-in-progress = Unknown: the receiver is still at it
why-unknown-facts-disagree = Unknown: the facts disagree
why-unknown-foreign = Unknown: its result is said to be another operation’s

not-proof-too-early = An empty answer proves nothing before { $from }.
not-proof-came-too-early = It came too early to prove anything: only an answer from { $from } on can. Look again.
not-proof-no-time = Nobody says when it was seen.
not-proof-look-up-not-named = The source did not say which look-up it used, so an empty answer proves nothing.
not-proof-look-up-not-in-contract = The contract does not have the look-up that was used, so an empty answer proves nothing.
not-proof-no-contract = There is no contract for this system, so an empty answer of the connector proves nothing.
not-proof-look-up-acts = This “look-up” is a repeat: if the first request never arrived, it acts now. Its empty answer proves nothing.
not-proof-no-lag = The look-up shows new records late, and nobody says how late at most: an empty answer proves nothing.
not-proof-no-settling-time = Nobody says how long a request may still be on its way there: an empty answer proves nothing.
not-proof-place-shows-late = The place does not surely show new records at once: an empty answer proves nothing.
not-proof-unclear = What was seen is itself not clear.
not-proof-in-progress = The receiver is still at it: that is neither found nor absent.

headline-conflict = { $versions ->
    [2] The same operation came twice with different content.
   *[other] The same operation came with { $versions } different contents.
}
headline-conflict-unknown-content = The same operation key is in use for other content, and nobody knows what that content says.
headline-being-undone = This operation is being taken back: “{ $step }” is not done.
headline-undoing-unknown = { $system } may or may not have done “{ $step }”: this operation is being taken back.
headline-undone = This operation was taken back: “{ $step }” is done.
headline-more-than-once = { $times ->
    [2] “{ $step }” was done twice in { $system }.
   *[other] “{ $step }” was done { $times } times in { $system }.
}
headline-more-than-once-at-least = { $times ->
    [2] “{ $step }” was done at least twice in { $system }.
   *[other] “{ $step }” was done at least { $times } times in { $system }.
}
headline-unknown-unanswered = { $system } may or may not have done “{ $step }”.
headline-unknown-duplicate = { $system } says that “{ $step }” exists already. Whether it is this operation’s own is not known.
headline-unknown-no-reference = { $system } acknowledged “{ $step }”, but nobody has a reference to what it made.
headline-unknown-claimed = { $system } may or may not have done “{ $step }”: the source does not know.
headline-unknown-taking = A worker was told to go on and never said how it went: { $system } may or may not have done “{ $step }”.
headline-unknown-in-progress = { $system } is still at “{ $step }”. It is neither done nor not done.
headline-unknown-facts-disagree = The facts disagree: “{ $step }” was seen in { $system }, and was seen not to be there.
headline-unknown-foreign = What the source takes for the result of “{ $step }” in { $system } is said to be another operation’s.
headline-never-sent = “{ $step }” was never sent to { $system }.
headline-never-sent-after = “{ $after }” is done. “{ $step }” was never sent to { $system }.
headline-refused = { $system } definitely refused “{ $step }”.
headline-not-there = { $system } does not have “{ $step }”: an empty answer proves it.
headline-several-rows = { $system } has “{ $step }”, and shows it in { $rows } rows: one effect seen { $rows } times, or { $rows } effects under one id.
headline-all-done = Every step of this operation is done.

statement-done = “{ $step }” is done: { $system } has { $id }.
statement-more-than-once = “{ $step }” was done { $times ->
    [2] twice
   *[other] { $times } times
}: { $ids }.
statement-more-than-once-at-least = “{ $step }” was done at least { $times ->
    [2] twice
   *[other] { $times } times
}: { $ids }. Not every request got a sure answer, so there may be more.
statement-several-rows = One look-up in { $system } showed { $id } in { $rows } rows: one effect seen { $rows } times, or { $rows } effects under one id.
statement-undone = “{ $step }” was done and is undone again.
statement-never-sent = “{ $step }” was never sent.
statement-refused = { $times ->
    [0] { $system } definitely refused “{ $step }”.
    [one] “{ $step }” was sent once, and { $system } definitely refused it.
   *[other] “{ $step }” was sent { $times } times, and { $system } definitely refused each.
}
statement-not-there = “{ $step }” is not in { $system }: somebody looked at { $at }, and that answer is proof.
statement-sent-unanswered = “{ $step }” was sent { $times ->
    [one] once, { $key ->
        [one] under its key
       *[several] not under a key of its own
    }, and got no sure answer.
   *[other] { $times } times { $key ->
        [one] under one key
       *[several] without one common key
    }, and none got a sure answer.
}
statement-sent = “{ $step }” was sent { $times ->
    [one] once
   *[other] { $times } times
} { $key ->
    [one] under one key
   *[several] without one common key
}; { $unanswered ->
    [0] each was answered
    [one] one got no sure answer
   *[other] { $unanswered } got no sure answer
}.
statement-nobody-looked = Nobody has looked in { $system } for “{ $step }” yet.
statement-nothing-yet = Somebody looked in { $system } for “{ $step }”, and nothing was there yet. { $why }
statement-hint-foreign = { $id } was seen in { $system }, but is said to be another operation’s.
statement-hint-foreign-no-id = Something was seen in { $system }, but it is said to be another operation’s.
statement-hint-not-known = { $id } was seen in { $system }; whether it is this operation’s is not known.
statement-hint-no-step = { $id } was seen in { $system }; it belongs to no step.
statement-hint-no-id = { $system } shows it, but without an id: it does not count until somebody records one.
statement-hint-unclear = Something was seen in { $system }; whether it is this operation’s is not known.
statement-skipped = “{ $step }” was marked as not applicable and is never sent.

sending-starts = Sent for the first time: { $step }
sending-starts-then = Then sent for the first time: { $step }
sending-again = Sent again under the same key: { $step }
sending-again-without-key = Sent again, without a key: { $step }
sending-again-after-refusal = { $system } refused it, so sending it cannot make a second one. What was refused will be refused again unless its cause is gone.
sending-again-after-absence = It is proven that { $system } does not have it.
sending-blocked = Not sent: { $step }
sending-never = Not sent: { $step }
sending-never-done = Not sent again: { $step }
sending-done-as = Done, { $id }
sending-undone = Done, and undone again
sending-skipped = Marked as not applicable
sending-undoes = It undoes “{ $undoes }”; going on never does that.
sending-after-stop = Not sent: { $step }
sending-after-stop-why = The source stops before it and reports again.

repeat-replays = If { $system } had the first request, it gives its first answer again. If not, it acts now.
repeat-returns-state = If { $system } has it, it answers with its present state. If not, it acts now.
repeat-executes-failed = If it is there, { $system } answers with it. What failed, or never arrived, is executed now.
repeat-refuses-duplicate = If it is there, { $system } refuses the repeat as a duplicate. If not, it acts now.
repeat-new-effect = { $system } acts on it again; that is harmless, for the step only sets a state.
repeat-unknown = What { $system } does with a repeat is not published; if the first request never arrived, it acts now.

blocker-protection-over = The result of “{ $step }” is unknown, and the protection of its key ended: { $since }. A repeat could do it a second time.
blocker-no-protection = The result of “{ $step }” is unknown, and nothing protects a repeat: { $why } A repeat could do it a second time.
blocker-not-known = The result of “{ $step }” is unknown, and whether a repeat is safe is not known: { $why } A repeat could do it a second time.
blocker-stored-5xx = The result of “{ $step }” is unknown, and { $system } would only give its stored server error again, which proves nothing.
blocker-foreign = What { $system } has under the key of “{ $step }” is said to be another operation’s. A repeat would be answered with it.
blocker-key-bound = The key of “{ $step }” belongs to another step at { $system }: it would be refused again, or answered with that step’s result.

no-protection-receiver = the receiver has no idempotency keys.
no-protection-no-key = the step has no key.
no-protection-key-differs = not every attempt carried the step’s own key.
no-protection-key-shared = another step carries the same key.
no-protection-first-attempt = it is not known when the first attempt was sent.
no-protection-omitted = the source left attempts out of its report.
no-protection-key-too-long = the key is longer than the receiver takes.
not-known-no-contract = no contract is known for this system.
not-known-window = the receiver does not say how long it recognises a key.

protection-not-started = Nothing was sent yet; it starts with the first attempt
protection-in-force = In force until { $until }
protection-without-end = Without end: a repeat is harmless at any time
protection-over = Over since { $since }
protection-none = None: { $why }
protection-not-known = Not known: { $why }

contract-key-none = There is no idempotency key: every repeat is a new action
contract-key-never-expires = A repeated key is recognised for ever
contract-key-unknown = There is a key; for how long it is recognised is not published
contract-key-at-least = A repeated key is recognised for at least { $span }
contract-key-exact = A repeated key is recognised for exactly { $span }
contract-key-harmless = The step only sets a state: a repeat is harmless
contract-repeat-replays = gives its first answer again
contract-repeat-returns-state = answers with the present state
contract-repeat-executes-failed = executes again what failed
contract-repeat-refuses = refuses it as a duplicate
contract-repeat-new-effect = acts again
contract-repeat-unknown = not published
contract-mismatch-error = refuses it
contract-mismatch-replays = gives its first answer again
contract-mismatch-new-effect = acts on it as on a new request
contract-mismatch-unknown = not published
contract-5xx-replayed = is stored and given again
contract-5xx-not-stored = is not stored; a repeat is worked on
contract-5xx-unknown = not published
contract-look-up-authoritative = shows new records at once
contract-look-up-lag = may show new records { $span } late
contract-look-up-no-lag = shows new records late, nobody says how late at most
contract-seen-in-source = read in the source named
contract-from-memory = written down from memory, to be checked
contract-own = written in this installation’s policy

state-waiting = Free
state-in-review = In review
state-awaiting-approval = Waits for a second person
state-decided = Decided, not yet taken
state-executing = A worker is at it
state-resolved = Resolved
stage-to-review = To review
stage-decided = Decided
stage-resolved = Resolved
decision-kind-resume = Continue the old operation
decision-kind-new-operation = Start a new operation
decision-kind-compensate = Undo what is done
decision-kind-close = Close: nothing more will be done
decision-state-proposed = waits for a second person
decision-state-made = made
decision-state-refused = refused by the second person
decision-state-returned = ended before anybody answered it
decision-state-withdrawn = taken back
instruction-state-offered = on offer to the source
instruction-state-taken = taken by a worker
instruction-state-reported = outcome reported
instruction-state-withdrawn = taken back before a worker took it
instruction-state-lapsed = its time ran out
instruction-outcome-done = done
instruction-outcome-refused = refused
instruction-outcome-unknown = unknown
resolution-resumed = The source continued the operation to its end.
resolution-confirmed-complete = Every step was done already; nothing was sent.
resolution-new-operation = A new operation took its place.
resolution-carried-out = The source carried the new operation out to its end.
resolution-compensated = What was done is undone.
resolution-closed = Closed: nothing more is done.
resolution-lapsed = The policy let it be; nobody decided.

no-decision-taking-open = A worker may still send for the old operation until { $until }.
no-decision-nothing-to-compensate = No done step can be undone now.
no-decision-being-undone = The operation is being taken back. Only the rest of the undoing, or closing it, is possible.
no-compensate-nothing-chosen = Choose at least one step to be undone.
not-undone-not-done = “{ $step }” is not done, so there is nothing to undo.
not-undone-unknown = It is not known whether “{ $step }” is done. Find out first.
not-undone-undone = “{ $step }” is undone already.
not-undone-not-compensable = The source did not declare that “{ $step }” can be undone.
settlement-undone-there = It was undone there
settlement-kept = It stays, on purpose
settlement-never-ours = It was never ours
no-decision-superseded = Another operation took this one’s place for ever: nothing is sent for it again. Its effects can be accounted for, and the case closed.
no-new-not-acknowledged = Tick the line about “{ $step }”: say that you know what exists or may exist.
no-new-other-reference = That is not the business reference of the old operation.
no-new-payload-not-held = The old operation's payload is gone, so there is nothing to take over. Write the new operation's payload as JSON.
no-new-payload-of-other-kind = This payload is another kind of JSON than the old operation's, for example a list in the place of an object. Whoever carries it out could not read it: keep the outer form.
no-new-key-not-usable = This key cannot be used: it is empty, longer than 512 bytes, or has characters that nobody can see.
no-new-key-in-use = This key is in use, or was given out before. Choose another one.
no-resume-being-undone = Something was sent that undoes a step. The operation is being taken back, so it cannot be continued.
no-resume-choose-result = “{ $step }” was done more than once. Say which result the operation goes on with.
no-resume-no-such-result = That result is not one of “{ $step }”.
no-resume-no-such-step = This operation has no step “{ $step }”.
no-resume-skip-of-done = “{ $step }” is done and cannot be skipped.
no-resume-skip-without-reason = Say why “{ $step }” is left out.
no-resume-skip-not-acknowledged = Skipping “{ $step }” needs the acknowledgement that its effect may exist.
no-resume-new-key-not-allowed = A new key for “{ $step }” is only possible when every attempt at it was refused.
no-resume-new-key-in-use = The new key for “{ $step }” is in use already.
no-resume-content-too-late = The changed content is not possible: “{ $step }” is done, or may be done, with the agreed one.
no-resume-choose-content = Several contents came under this key. Say which one is this operation’s.
no-resume-no-such-content = No content with that digest came under this key.
no-resume-content-needs-new-key = With the changed content, “{ $step }” needs a new key.

unblock-check-finds = A check finds the result of “{ $step }”
unblock-check-finds-then = Then it is not sent again, and the operation continues at the step after it.
unblock-check-absent = A check proves that “{ $step }” is not there
unblock-check-absent-then = Then it is sent again.
unblock-check-absent-from = An empty answer is proof from { $from } on. Then it is sent again.
unblock-absence-never-proof = An empty answer for “{ $step }” proves nothing here
unblock-choose-result = You say which result of “{ $step }” the operation goes on with
unblock-new-step-key = You order a new key for “{ $step }”
unblock-new-step-key-then = On the next page, with your reason. The old key stays bound to the other step.
unblock-wait-until = The worker’s time ends at { $until }

no-authority-role = Your role may look at cases, but not decide them.
not-permitted-role = Your role does not do this.
not-permitted-not-theirs = Only the person who decided, or a manager, takes this back.
not-permitted-taken = Too late: a worker has taken it.
no-authority-not-claimed = Nobody holds this case. Take it first.
no-authority-held = { $who } holds this case.
no-authority-awaiting-approval = A proposal waits for a second person. Until then the case is frozen.
no-authority-decided = A decision was made and is on its way to the source.
no-authority-resolved = This case is resolved.
no-claim-held = { $who } holds this case until { $until }.
no-justification-empty = Say why, in your own words: at least { $minimum } characters.
no-justification-too-short = { $characters ->
    [one] One character is
   *[other] { $characters } characters are
} too few: at least { $minimum }.
no-justification-one-character = One character again and again says nothing.
no-justification-too-long = { $characters } characters are too many: at most { $maximum }.

actor-person = { $name }
actor-source = The source { $name }
actor-program = Holdpoint
actor-policy = The policy ({ $name })
history-report-received = { $who } reported the stop
history-report-repeated = { $who } sent a report again; it was known
history-report-conflicted = { $who } used the id of a known report for other content; that was turned away
history-report-late = { $who } sent a report that adds nothing to what is known
history-case-opened = The case was opened
history-kind-changed = The stop kind that follows from the facts is another one now
history-facts-added = { $who } added facts that were not known
history-claimed = { $who } took the case
history-released = { $who } released the case
history-claim-lapsed = The claim ran out
history-taken-over = { $who } took the case over
history-handed-over = { $who } handed the case over
history-waited = { $who } set a time to look again
history-wait-ended = The wait is over: the case is offered again
history-owner-set = { $who } set the owner
history-noted = { $who } added a note
history-check-recorded = { $who } recorded a check
history-hint-judged = { $who } judged whose a find is
history-hint-confirmed = { $who } confirmed whose a find is
history-proposed = { $who } proposed a decision
history-proposal-refused = { $who } refused the proposal
history-proposal-returned = The proposal ended before anybody answered it
history-proposal-withdrawn = { $who } took the proposal back
history-decided-as-proposed = What { $who } proposed is decided
stale-facts-changed = the facts are not those it was made on
stale-unanswered = nobody answered in time
stale-not-after = what it orders may not be sent any more
stale-rules = the rules do not allow it any more
tried-claim = Take the case
tried-approve = Approve the proposal
tried-refuse = Refuse the proposal
tried-withdraw = Take the decision back
tried-confirm-judgement = Confirm a judgement
tried-release = Give the case back
tried-check = Record a check
tried-judge = Judge a find
tried-settle = Record what became of a follow-up
tried-wait = Let the case wait
tried-hand-over = Hand the case over
tried-note = Add a note
tried-take-over = Take the case over
tried-set-owner = Set the owner
turned-away-about = { $tried } ({ $why })
turned-away-role = the role does not have the permission
turned-away-own-proposal = nobody is the second person of their own proposal
turned-away-same-person = nobody is the second person of their own judgement
turned-away-not-theirs = only the person who decided, or a manager
turned-away-not-claimed = the case was not in their hands
turned-away-held-by-other = the case was in other hands
turned-away-awaiting-approval = a proposal was waiting
turned-away-decided = it was decided already
turned-away-resolved = the case was resolved
turned-away-nobody-holds = nobody held the case
turned-away-no-proposal = no proposal was waiting
turned-away-nothing-to-withdraw = there was nothing to take back
turned-away-taken = a worker had taken it already
history-approved = { $who } approved the proposal
history-decided = { $who } decided
history-notice-delivered = A notice of the instruction reached the source
history-notice-undelivered = The source’s endpoint could not be reached; notices were given up
history-notice-restarted = { $who } put a notice on its way once more
history-endpoint-added = { $who } added an endpoint
history-endpoint-secret-changed = { $who } gave an endpoint a new secret
history-endpoint-secret-ended = { $who } ended an endpoint’s old secret
history-endpoint-switched-off = { $who } switched an endpoint off
history-endpoint-switched-on = { $who } switched an endpoint on
history-endpoint-tested = { $who } tested an endpoint
history-person-changed = Somebody’s right to sign in, or their password, was changed
history-source-changed = A source or its tokens were changed
history-report-refused = { $who } sent reports that could not be read
history-accesses-sealed = The program sealed the latest entries of the access log
history-joint-act = { $who } acted on several cases at once
history-alert-began = A condition began to hold for a team
history-alert-ended = A condition does not hold any more
history-alert-told = Somebody was told of an alert
history-alert-not-told = Telling somebody of an alert was given up
history-view-changed = { $who } changed a saved view
history-anchor-signed = The program signed the head of the history
history-verified = { $who } verified the history
history-rows-kept = The program noted what no case tells of
history-instruction-taken = { $who } took the instruction
history-instruction-renewed = { $who } asked to go on, and may
history-renewal-refused = { $who } asked to go on, and may not
history-outcome-reported = { $who } reported the outcome
history-instruction-withdrawn = { $who } took the instruction back before a worker took it
history-instruction-expired = The instruction’s last moment passed before a worker took it
history-taking-lapsed = The worker’s time ended without an outcome
history-reopened = The case came back to review
history-resolved = The case was resolved
history-superseded = A new operation took this one’s place for ever
history-lapse-moved = It is not let be at the time that was said
history-lapse-moved-answer = somebody began an answer, so it waits for a person
history-lapse-moved-person = by what the policy says now it waits for a person
history-lapse-moved-later = by what the policy says now: { $at }
history-lapsed = { $who } let the case be; nobody decided
history-surplus-found = An effect too many was found
history-surplus-settled = { $who } recorded what became of the surplus
history-turned-away = { $who } tried what is not allowed, or too late, and was turned away
history-exported = { $who } exported documents
history-removed = Retention removed documents; their digests stay

attempt-name-number-worker = attempt { $number } of { $worker }
attempt-name-number = attempt { $number }
attempt-name-worker = an attempt of { $worker }
attempt-name = an attempt
dated-stop = The stop
dated-attempt-number = Attempt { $number } at “{ $step }”
dated-attempt = An attempt at “{ $step }”
dated-observation = What was seen in { $system }
dated-event-id = The event { $id }
dated-event = An event
odd-key-shared = Several steps carry one key, { $key }: { $steps }. The receiver may take one for the other.
odd-other-key = { $n ->
    [one] One attempt at “{ $step }” went out under { $sent }
   *[other] { $n } attempts at “{ $step }” went out under { $sent }
}, not under the step’s own key { $own }.
odd-sent-without-key = { $n ->
    [one] One attempt at “{ $step }” went out without a key
   *[other] { $n } attempts at “{ $step }” went out without a key
}, though the step has one: { $own }.
odd-sent-with-key = { $n ->
    [one] One attempt at “{ $step }” went out under { $sent }
   *[other] { $n } attempts at “{ $step }” went out under { $sent }
}, though the step has no key.
odd-no-key = “{ $step }” has no key.
odd-several-keys = Reports name { $n ->
    [one] another key
   *[other] { $n } other keys
} for “{ $step }” beside { $own }.
odd-empty-key = The key of “{ $step }” was sent as an empty text. That is no key: the receiver could not recognise a repeat.
odd-attempts-at-pending = The source calls “{ $step }” pending, and tells { $n ->
    [one] an attempt
   *[other] { $n } attempts
} at it.
odd-no-attempts = The result of “{ $step }” is unknown, and not one attempt was told.
odd-overlap = Two attempts at “{ $step }” ran at the same time: { $first } and { $second }.
odd-no-start = When { $attempt } at “{ $step }” started was not told.
odd-completed-after-pending = “{ $completed }” is called completed, and “{ $pending }” before it pending.
odd-completed-after-refused = “{ $refused }” was refused, and “{ $completed }” behind it is called completed.
odd-several-rows = One look in { $system } found { $id } in { $rows } rows: seen { $rows } times, or done { $rows } times.
odd-event-id-reused = The event id { $id } came with { $n } different bodies.
odd-numbers-out-of-order = At “{ $step }”, { $second } started before { $first }.
odd-number-repeated = { $n } attempts at “{ $step }” have the number { $number }.
odd-number-missing = Attempt { $number } is missing from the reports. It may have been made and not written down.
odd-numbers-missing = Attempts { $first } to { $last } are missing from the reports. They may have been made and not written down.
odd-finished-before-started = At “{ $step }”, { $attempt } ended before it began.
odd-in-the-future = { $what } is dated { $at }, later than the report that tells of it, which came { $told }.
odd-events-out-of-order = Events came in another order than they happened: { $received } came before { $happened }, and happened after it.
odd-events-without-id = { $n ->
    [one] One event has
   *[other] { $n } events have
} no id, so a repeat cannot be told from another event.
odd-stop-at-unlisted = The stop names a step that is not listed: “{ $step }”.
odd-no-description = Nobody told what sending these steps does: { $steps }.
sending-done-as-several = { $done }: { $ids }
statement-unclear = Somebody looked in { $system } for “{ $step }”, and what they saw was not clear.
statement-in-progress = Somebody looked in { $system } for “{ $step }”, and it was still in progress there.

# Why Holdpoint itself stopped an operation again.
stopped-again-taking-without-outcome = A worker took the instruction and did not tell what became of it
stopped-again-outcome-unknown = The worker does not know what became of what it sent
stopped-again-outcome-refused = The receiver refused
stopped-again-stopped-before-step = All that could be sent is done; the next step may not be sent without another look
stopped-again-done-more-than-once = A step was done more often than was known when it was decided
stopped-again-late-outcome = A worker told of something new after the case was resolved
stopped-again-late-check = Somebody found something new after the case was resolved

judged-by-two = judged by { $first } and { $second }
headline-judged = That “{ $step }” is done was { $judged }.
