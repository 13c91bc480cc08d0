# Whether the history is whole, and what stands outside the database to prove it.

nav-integrity = Integrity
integrity-title = Integrity of the history
integrity-about = Every entry of the history carries the hash of the one before it and vouches for the rows that were written with it. A verification reads all of it and names the first thing that is wrong.
integrity-verify = Verify now
integrity-running = A verification is under way
integrity-since = Since
integrity-stage-begun = Looking whether the database can be read, and at its schema
integrity-stage-entries = First the chain: entry { $reached } of { $last }
integrity-stage-rows = Then the rows: { $reached } of { $last } of the table { $table }
integrity-stage-register = Then the register, read again from the history: row { $reached } of { $last }
integrity-stage-counts = At last what is counted
integrity-interrupted = The last verification came to no end.
integrity-goes-on = The next one goes on there.
integrity-begins-anew = The next one begins at the first entry.
integrity-look-again = Look again
integrity-verifications = Verifications
integrity-never = Nobody has verified here yet
integrity-never-why = On the command line it is
integrity-column-when = When
integrity-column-who = Who
integrity-column-result = Result
integrity-whole = The history is whole
integrity-came = { $entries ->
    [one] { $entries } entry
   *[other] { $entries } entries
 }, { $rows ->
    [one] { $rows } row
   *[other] { $rows } rows
 } compared
integrity-found = Rows of which nothing told are vouched for as they were found, the last of them by entry { $entry }
integrity-fault-chain = The chain is broken: an entry was changed, removed, inserted or moved
integrity-fault-changed = Row { $key } of { $table } was changed: it is not what entry { $entry } tells
integrity-fault-gone = Row { $key } of { $table } is gone, which entry { $entry } tells of
integrity-fault-added = Row { $key } of { $table } was added: no entry tells of it
integrity-fault-added-last = Row { $key } of { $table } comes after all that the history tells of: it was added, or the end of the history was cut off
integrity-fault-counted = What is counted does not fit what there is
integrity-fault-unmatched = A decision and its instruction do not name each other
integrity-fault-anchor = The history no longer has the entry that was anchored: it was cut off or written anew
integrity-fault-register = Row { $entry } of the decision register was changed: it is not what the history tells
integrity-fault-schema = The database has another schema than this version makes
integrity-fault-schema-in = The database has another schema than this version makes: the { $kind ->
    [view] view
    [column] column
    [index] index
    [trigger] trigger
    [rule] rule
    [migration] migration
   *[table] table
} { $name } { $how ->
    [added] was added
    [missing] is missing
   *[changed] was changed
}
integrity-fault-other-history = Entry { $entry } is not the one that the interrupted verification had read
integrity-fault-damaged = The database cannot be read as it was written
integrity-anchors = Anchors
integrity-anchors-about = The head of the chain, signed and written outside the database. By them a cut-off end and a history written anew are found.
integrity-no-anchors = Nothing has been anchored yet
integrity-no-anchors-why = Anchors are signed with a key:
integrity-column-entry = Entry
integrity-column-signed = Signed
integrity-column-where = Written to
integrity-column-holds = State
integrity-to-log = log
integrity-to-file = file
integrity-to-webhook = webhook
integrity-holds = The history has this entry
