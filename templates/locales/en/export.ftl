export-list = Export this list:
export-history = Export the whole history:
evidence-button = Everything about this operation, as one file
evidence-title = Evidence: { $title }
evidence-read-at = as it stood at
evidence-what = All times are UTC. The manifest has the SHA-256 of every file. The history has every entry from the operation’s first one on: those of the operation whole, of the others what the chain of hashes needs.
evidence-decisions = Decisions
evidence-history = What happened
evidence-files = Files
evidence-masked = Personal values are covered: marks (•••) stand in their place. The manifest says of which documents. Those do not give the digest that the history tells; whoever may see the values can make this file again with them.
evidence-undecided = None so far.
evidence-earlier = The operation has more entries than stand here: these are the latest. All are in history.jsonl.
evidence-more-reports = There are more reports than are named here. The manifest names them all.
evidence-facts = all that is known today
evidence-payload = a payload
evidence-report = a report of the source
evidence-seen = the facts as seen
evidence-order = what was ordered
evidence-all-history = the chain of the history
evidence-anchors = signed heads of the chain
evidence-manifest = the SHA-256 of every file
history-evidence = everything about the operation
history-evidence-whole = { $n ->
    [one] { $n } document was put together
   *[other] { $n } documents were put together
}
