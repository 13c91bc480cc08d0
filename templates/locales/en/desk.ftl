# What people do with a case beside deciding: wait, hand over, note, take over, set its owner; drafts; keys.

no-deed-nobody-holds = Nobody holds this case, so there is nobody to take it from. Hand it over instead.
no-wait-past = That time is over. Name one to come.
no-wait-too-long = That is longer than the policy lets cases wait: { $latest } at the latest.
no-receiver-no-such-person = Nobody works here under that name.
no-receiver-takes-no-cases = { $who } takes no cases: their role does not decide.
no-receiver-has-it = { $who } holds the case already.
no-receiver-no-such-team = There is no such team.
no-receiver-owns-it = { $team } owns the case already.
no-receiver-every-team-owns-it = The case is every team’s already.
no-words = Say something, in your own words.

desk-not-now = Nothing was recorded.
desk-what = What will happen
desk-say = What you say
desk-recorded = Recorded in the history under your name.
desk-words-hint = { $n ->
    [1] In your own words. It stays in the history for good.
   *[other] In your own words, at least { $n } characters. It stays in the history for good.
}
desk-look-again-at = Look again at
desk-until-hint = At the latest { $latest }.
desk-until-missing = Give a date and a time.
desk-to = To whom
desk-to-choose = Choose…
desk-to-missing = Choose to whom.
desk-to-people = People
desk-to-teams = Owner teams
desk-to-nobody = Nobody: back to the queue
desk-to-every-team = Every team
desk-due-stays = The deadline stays as it is: { $at }. The ages run on.

desk-wait = Wait
desk-wait-hint = Look again at a time you name. The age runs on.
desk-wait-headline = Look at { $title } again later
desk-wait-free = You release the case. “Take next” passes over it until that time; it stays in the queue with your reason, and anybody can take it before.
desk-wait-comes-back = At that time it is offered again by itself, and before that if anything new becomes known.
desk-wait-protection = The protection of its key ends at { $at }. After that it may not be sent again without a check.
desk-wait-words = What you wait for
desk-wait-button = Wait until then

desk-hand-over = Hand over
desk-hand-over-hint = To a person or to another owner team.
desk-hand-over-headline = Hand { $title } over
desk-hand-over-person = A person gets the case into their hands, as if they had taken it themselves now: until { $until } if they do nothing with it.
desk-hand-over-team = A team owns the case from then on, and it is free in the queue.
desk-hand-over-words = Note for whoever gets it
desk-hand-over-button = Hand the case over

desk-note = Add a note
desk-note-hint = Everybody who opens the case reads it.
desk-note-headline = Add a note to { $title }
desk-note-stays = Everybody who opens the case reads it, also after it is resolved.
desk-note-moves-on = Whoever is deciding at this moment has to look at the case again before they can.
desk-note-words = Note
desk-note-button = Add the note

desk-take-over = Take over
desk-take-over-hint = From whoever holds it, for a reason.
desk-take-over-headline = Take { $title } over
desk-take-over-holder = { $who } cannot decide this case any more from that moment on, and is told who took it and why. What they have written stays theirs.
desk-take-over-goes = You decide nothing yourself: the case goes to the reviewer you name, or back to the queue.
desk-take-over-words = Reason
desk-take-over-button = Take the case over

desk-owner = Set the owner
desk-owner-hint = Another team sees to it; whoever holds it goes on.
desk-owner-headline = Set the owner of { $title }
desk-owner-holder = The team sees to the case from now on. Whoever holds it goes on.
desk-owner-button = Set the owner

waits-notice = Waits until { $at }. { $who }:
handed-notice = Handed over by { $who }:
lost-handed = { $who } handed this case over to somebody else at { $at }:
lost-taken = { $who } took this case over at { $at }:
lost-text-stays = What you have written is kept as your draft.
handed-to = to { $who }
notes-title = Notes
notes-none = Nobody has said anything yet.
notes-of-case = on case { $id }

draft-yours = Your draft of { $at } stands in the form.
draft-discard = Discard the draft
draft-kept = Draft kept, { $at }
draft-lost = Not kept as a draft: your session may have ended. Send the form all the same, and sign in again; your text stays.
draft-form-withdraw = Take the decision back
draft-form-approve = Answer the proposal
draft-form-check = Record what you saw
draft-form-judge = Judge whose a find is
draft-form-settle = Record what became of a follow-up
# The form that it was written for is there no more.
draft-gone = Your words for “{ $form }”, { $at }: there is nothing left to send them to. You can copy them.
drafts-notice = Your drafts on this case:
drafts-of = { $at }

queue-waits-until = waits until { $at }:
queue-handed-by = from { $who }:

settings-keys = Single keys
settings-keys-hint = Whether single keys do something on pages, such as j for the next row.
keys-on = On
keys-off = Off
keys-title = Keys
keys-help = This list
keys-search = To the search box
keys-down = To the next case of the list
keys-up = To the case before it
keys-open = Opens the case that has the focus
keys-next = Takes the next case, where the queue offers it
keys-claim = Takes the case that is open, if it is free
keys-are-off = You have switched them off.
keys-decide-nothing = No key decides anything, and none does anything while you type.
keys-switch-off = Switch them on or off
keys-close = Close
