# The search for any identifier.

search-title = Search
search-title-of = Search for { $sought }
search-label = Any identifier
search-again = Find
search-nothing-sought = What are you looking for?
search-nothing-found = Nothing found
search-nothing-found-for = No operation and no case has an identifier that is, or begins with, { $sought }.
search-what = What can be found, in open and in resolved cases:
search-what-case = the number of a case
search-what-operation = an operation’s key
search-what-references = any reference that the source gave: order, shipment, customer, document…
search-what-events = the id of an event
search-what-keys = the idempotency key of a step or an attempt
search-what-results = the id that a receiving system gave to what it did
search-what-ours = the id of an instruction, and the hash of a decision’s entry in the history, as prints and exports name them
search-what-how = Upper and lower case are the same. The beginning of an identifier is enough; its middle is not.
search-column-operation = Operation
search-column-by = Found by
search-column-case = Newest case
search-column-source = Source
search-no-case = no case
search-found = { $n ->
    [one] 1 operation
   *[other] { $n } operations
}
search-more = The first { $n } operations; there are more. Type more of the identifier.
search-by-number = case number
search-by-instruction = id of an instruction
search-by-hash = hash of a decision’s entry in the history
search-by-operation-key = operation key
search-by-reference = reference { $name }
search-by-event = event id
search-by-step-key = idempotency key
search-by-result = id in the receiving system
search-by-hold = object that the operation holds
search-by-report = stop report
search-by-supersedes = key of the operation it took the place of
search-by-superseded-by = key of the operation that took its place
search-by-issued-key = key given out for a new operation in its place
search-by-other = { $name }
