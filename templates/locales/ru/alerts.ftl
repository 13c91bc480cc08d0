# Оповещения: о чём сообщают командам и удалось ли сообщить.

nav-alerts = Оповещения
alerts-title = Оповещения
alerts-about = Команде сообщают один раз, когда что-то требует её внимания, и один раз, когда это кончилось.
alerts-now = Сейчас
alerts-none = Ничего не требует внимания
alerts-none-why = Ни одна очередь не растёт и не оставлена без внимания, сроки не поджимают, все решения дошли до источников.
alerts-ended = Кончилось
alerts-ended-none = Ещё ни одно оповещение не кончилось.
alerts-column-what = Что
alerts-column-cases = Дел
alerts-column-most = Больше всего
alerts-column-since = С
alerts-column-until = До
alerts-column-team = Команда
alerts-column-told = Кому сообщено
alerts-nobody = Политика не называет, кому сообщать за эту команду.
alerts-quiet = Тихие часы с { $from } до { $until } ({ $zone })
alerts-always = даже тогда: { $what }
alerts-ceased = не так с { $at }; если не вернётся, кончится
alerts-soon = сообщат в течение минуты
alerts-waits-for-morning = сообщат после тихих часов, если останется так
alerts-told-nobody = никому: политика не называла адресов
alerts-not-told = никому: кончилось раньше, чем можно было сообщить
alerts-next-try = следующая попытка { $at }
alerts-under-way = отправляется
alerts-tries = { $n ->
    [one] после { $n } попытки
    [few] после { $n } попыток
   *[many] после { $n } попыток
}
alerts-answered = ответ { $status }
alerts-answered-words = ответ { $status }: { $words }

alert-growth = Очередь растёт или оставлена без внимания
alert-due-soon = Срок вот-вот истечёт
alert-overdue = Срок истёк
alert-undelivered = Решены, но источник не забрал решение
alert-approval-late = Слишком долго ждут одобрения
alert-by-mail = Почта
alert-by-webhook = Вебхук
alert-that-begun = о начале
alert-that-ended = об окончании
alert-telling-waiting = в пути
alert-telling-told = сообщено { $at }
alert-telling-failed = не удалось, попытки прекращены { $at }
alert-telling-dropped = не сообщено: кончилось раньше
alert-not-set-up = В настройках программы нет почтового сервера или секрета для подписи

alert-told-growing = { $n ->
    [one] { $team }: очередь растёт, ждёт { $n } дело
    [few] { $team }: очередь растёт, ждут { $n } дела
   *[many] { $team }: очередь растёт, ждут { $n } дел
}
alert-told-nobody-decides = { $n ->
    [one] { $team }: ждёт { $n } дело, и никто не решает
    [few] { $team }: ждут { $n } дела, и никто не решает
   *[many] { $team }: ждут { $n } дел, и никто не решает
}
alert-told-too-old = { $n ->
    [one] { $team }: самое старое дело ждёт слишком долго, всего ждёт { $n } дело
    [few] { $team }: самое старое дело ждёт слишком долго, всего ждут { $n } дела
   *[many] { $team }: самое старое дело ждёт слишком долго, всего ждут { $n } дел
}
alert-told-due-soon = { $n ->
    [one] { $team }: вот-вот истечёт срок { $n } дела
    [few] { $team }: вот-вот истечёт срок { $n } дел
   *[many] { $team }: вот-вот истечёт срок { $n } дел
}
alert-told-overdue = { $n ->
    [one] { $team }: просрочено { $n } дело
    [few] { $team }: просрочено { $n } дела
   *[many] { $team }: просрочено { $n } дел
}
alert-told-undelivered = { $n ->
    [one] { $team }: источник не забрал { $n } решение
    [few] { $team }: источник не забрал { $n } решения
   *[many] { $team }: источник не забрал { $n } решений
}
alert-told-approval-late = { $n ->
    [one] { $team }: { $n } решение слишком долго ждёт одобрения
    [few] { $team }: { $n } решения слишком долго ждут одобрения
   *[many] { $team }: { $n } решений слишком долго ждут одобрения
}
alert-over-growth = Отбой: { $team }, очередь больше не растёт, и решения не ждут слишком долго
alert-over-due-soon = Отбой: { $team }, сроки больше не поджимают
alert-over-overdue = Отбой: { $team }, просроченных дел больше нет
alert-over-undelivered = Отбой: { $team }, все решения дошли до источников
alert-over-approval-late = Отбой: { $team }, долго ждущих одобрения решений больше нет
alert-mail-since = С { $at }.
alert-mail-over = Началось { $since }, с { $at } уже не так. { $n ->
    [one] Больше всего было { $n } дело.
    [few] Больше всего было { $n } дела.
   *[many] Больше всего было { $n } дел.
}
alert-mail-still = По-прежнему: { $what }: { $n }
alert-mail-all = Все оповещения:
