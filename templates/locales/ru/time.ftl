# Время и промежутки времени.

time-day = { $day } { $month ->
    [1] янв.
    [2] февр.
    [3] мар.
    [4] апр.
    [5] мая
    [6] июн.
    [7] июл.
    [8] авг.
    [9] сент.
    [10] окт.
    [11] нояб.
   *[12] дек.
}
time-day-of-year = { $day } { $year }

time-span-seconds = { $n } с
time-span-minutes = { $n } мин
time-span-hours = { $n } ч
time-span-hours-minutes = { $n } ч { $minutes } мин
time-span-days = { $n ->
    [one] { $n } день
    [few] { $n } дня
   *[many] { $n } дней
}

time-ago = { $span } назад
time-left = ещё { $span }
time-over = истекло { $span } назад
