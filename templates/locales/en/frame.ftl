# What stands around every page.

frame-copy = This is a copy for reading. Nothing can be changed here, and it may be some moments behind.
frame-skip = Skip to the content
frame-nav = Main
frame-find = Find
frame-find-any = Find any identifier
frame-find-hint = Order, shipment, key, reference…
frame-sign-out = Sign out
frame-paper-folded = A document that is folded on the screen is folded here too. Unfold it before printing to have it on paper.
frame-moment = { $at } (UTC{ $offset })
frame-zone = { $zone ->
    [UTC] Times are UTC
   *[other] Times are { $place } time (UTC{ $offset })
}

nav-queue = Queue
nav-mine = Mine
nav-refused = Refused

role-reviewer = Reviewer
role-senior-reviewer = Senior reviewer
role-manager = Manager
role-auditor = Auditor
role-admin = Administrator
quote-open = “
quote-close = ”
