# Refused reports, and what is wrong with them.

refused-title = Refused reports
refused-about = Stop reports that could not be understood. Nothing of them became a case. Their source was told every fault; once it sends the report again in order, nothing more has to be done here.
refused-empty = No report was refused
refused-empty-why = A report that cannot be understood is kept here whole, with every fault and its place.
refused-column-when = Came
refused-column-report = Report
refused-column-faults = What is wrong
refused-report = Refused report { $id }
refused-report-no-id = Refused report without an id
refused-no-id = without an id
refused-crumbs = Way back
refused-accepted-later = accepted later
refused-accepted-later-long = A report of the same id was accepted later, so nothing has to be done about this one.
refused-whole-report = The whole report
refused-gone-short = the document was kept long enough, and is gone
refused-gone = The document was kept as long as the policy says. It was removed on
refused-document = The document
refused-size = { $n ->
    [one] 1 byte
   *[other] { $shown } bytes
}
refused-again = { $n ->
    [one] came once
   *[other] came { $n } times, last
}
refused-not-text = Some of these bytes are no text; a sign stands for each of them.
refused-by-call = by one call
refused-by-batch = in a batch
refused-by-file = from a file
refused-sorted = The newest first
refused-newer = Newer
refused-older = Older

fault-missing = is missing
fault-wrong-type = should be { $expected }
fault-expected-text = text
fault-expected-text-or-number = text or a number
fault-expected-whole-number = a whole number of ordinary size
fault-expected-true-or-false = true or false
fault-expected-object = an object
fault-expected-list = a list
fault-unknown-word = { $found } is none of { $allowed }
fault-not-a-time = should be a time in RFC 3339 with an offset, such as { $example }
fault-empty = may not be empty
fault-too-long = is { $bytes } bytes long; { $limit } are allowed
fault-too-short = has { $n } characters; at least { $least } are needed
fault-nul = may not hold the character U+0000
fault-too-many = has { $n } items; { $limit } are allowed
fault-duplicate-step = step { $n } has this name already
fault-unlisted-step = no step { $name } is listed
fault-undoes-itself = a step cannot undo itself
fault-completed-without-result = a completed step needs a result, with the id of what it created
fault-done-without-result = outcome “done” has to name a result for step { $name }
fault-other-report-id = differs from the report id in the address, { $address }
fault-not-utf8 = is not UTF-8: the byte at offset { $n } is wrong
fault-not-json = is not JSON: something else was expected at line { $line }, column { $column }
fault-cut-off = is not JSON: it ends before it is complete
fault-too-deep = is nested more than { $n } deep
fault-duplicate-member = has the member { $name } more than once
fault-lone-surrogate = has half of a character: a surrogate without its other half
fault-reserved-name = the member name { $name } cannot be used
