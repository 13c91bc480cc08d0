# What stands around every page.

frame-title = { $page } · Holdpoint
frame-zone = { $zone ->
    [UTC] Times are UTC
   *[other] Times are { $place } time (UTC{ $offset })
}
