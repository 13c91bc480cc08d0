# Personal values of payloads.

masked-hidden = Personal values of this operation’s payloads are covered, wherever they are shown: ••• stands in their place. Equal values have equal marks, and others have others.
masked-shown = You had the personal values of this operation’s payloads shown. You see them until { $until }; that you did, and why, is in the history.
masked-copy = They cannot be shown here: this is a copy, in which it cannot be recorded.
masked-here = Personal values are covered.
masked-to-case = Have them shown, on the page of the case
unmask-reason = Why do you need to see them?
unmask-hint = It stays in the history for good, with your name. Five characters at least.
unmask-button = Show for 15 minutes
unmask-reason-missing = Nothing was shown: say why you need it, in five characters at least and five hundred at most.
unmask-not-your-role = Your role does not let you have them shown.
new-payload-masked = The old operation’s payload goes over as it is. To change it, its personal values have to be shown first.
decide-payload-masked = Marks (•••) stand in the place of personal values. Have these shown, or write the values.
history-unmasked = { $who } had personal values shown
refused-hidden = The document is not shown: it cannot be read, and so nobody can say which of its values are personal. Its source has it.
unmask-take-first = Reviewers have them shown on cases that are in their hands. Take the case first.
document-whole-covered = The whole document, with personal values covered
refused-covered = Personal values are covered: ••• stands in their place. Its source has the document.
