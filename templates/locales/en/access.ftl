# The access log.

nav-access = Access
access-title = Who opened what
access-about = Every page of a case, document and export that somebody opened. Who opens the same again within a minute stands here once.
access-since = kept since { $at }
access-sealed = The history vouches for all of it, last sealed { $at }.
access-sealed-but = The history vouches for what was there when it was last sealed, { $at }; { $n ->
    [one] { $n } later entry is sealed within a minute.
   *[other] { $n } later entries are sealed within a minute.
}
access-unsealed = { $n ->
    [one] { $n } entry is sealed by the history within a minute.
   *[other] { $n } entries are sealed by the history within a minute.
}
access-copy = This instance cannot write the database: what is opened here stands in its program log, and not on this page.
access-opened = Opened
access-opened-all = Everything
access-case = Case
access-case-number = Case { $case }
access-key = Operation key
access-caption = What was opened, the latest first
access-empty = Nothing has been opened yet
access-empty-why = Every case and document that somebody opens stands here from then on.
access-column-at = When
opened-case = A case
opened-decision = A decision
opened-content = A content
opened-report = A report
opened-refused-report = A refused report
opened-export = An export
opened-unmasked = Masked values, with the reason
