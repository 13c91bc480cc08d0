# Times and spans of time.

time-day = { $day } { $month ->
    [1] Jan
    [2] Feb
    [3] Mar
    [4] Apr
    [5] May
    [6] Jun
    [7] Jul
    [8] Aug
    [9] Sep
    [10] Oct
    [11] Nov
   *[12] Dec
}
time-day-of-year = { $day } { $year }

time-span-seconds = { $n } s
time-span-minutes = { $n } min
time-span-hours = { $n } h
time-span-hours-minutes = { $n } h { $minutes } min
time-span-days = { $n ->
    [one] { $n } day
   *[other] { $n } days
}

time-ago = { $span } ago
time-left = { $span } left
time-over = over for { $span }
