# Возраст очереди, растёт ли она, и списки за числами.

nav-age = Возраст очереди
age-title = Возраст очереди
age-name = { $name }
age-hour = { $at }
age-all = Все
age-none = нет

age-growing = Очередь растёт: за последние { $short } поступило { $came }, ушло { $left }; сейчас на { $more } больше, чем { $long } назад. { $drain }
age-drain = Даже без новых дел на разбор уйдёт { $span }: за последние { $long } решено только { $n }.
age-no-drain = За это время не решено ничего.
age-nobody-decides = { $n ->
    [one] Ждёт { $n } дело, решений не было с { $at }.
    [few] Ждут { $n } дела, решений не было с { $at }.
   *[many] Ждут { $n } дел, решений не было с { $at }.
}
age-nobody-ever = { $n ->
    [one] Ждёт { $n } дело, за последние три месяца решений не было.
    [few] Ждут { $n } дела, за последние три месяца решений не было.
   *[many] Ждут { $n } дел, за последние три месяца решений не было.
}
age-too-old = Самое старое дело ждёт { $span }.
age-most-owner = Больше всего дел у команды { $owner }
age-most-cause = Самая частая причина: «{ $cause }» ({ $at }), { $what }, { $whose }
age-all-types = все типы
age-moved-more = За последние { $short } поступило { $came }, ушло { $left }; за { $long } очередь выросла на { $n }.
age-moved-less = За последние { $short } поступило { $came }, ушло { $left }; за { $long } очередь сократилась на { $n }.
age-moved-same = За последние { $short } поступило { $came }, ушло { $left }; за { $long } очередь не изменилась.
age-most-cause-new = Самая частая из причин, появившихся за последние { $long }: «{ $cause }» ({ $at }), { $what }, { $whose }, первое дело — { $since }, последнее — { $latest }
age-how-bad = Насколько всё плохо?
age-worse = Становится ли хуже?
age-where = Где?
age-whose = У кого?
age-of = из { $n }
age-bad-waiting = Ждут человека
age-bad-over = Просрочены
age-where-new = { $n ->
    [one] С { $at } поступило и ещё ждёт { $n } дело. Больше всего —
    [few] С { $at } поступило и ещё ждёт { $n } дела. Больше всего —
   *[many] С { $at } поступило и ещё ждёт { $n } дел. Больше всего —
}
age-where-over = { $n ->
    [one] Просрочено { $n } дело. Больше всего —
    [few] Просрочено { $n } дела. Больше всего —
   *[many] Просрочено { $n } дел. Больше всего —
}
age-where-all = { $n ->
    [one] Ждёт { $n } дело. Больше всего —
    [few] Ждёт { $n } дела. Больше всего —
   *[many] Ждёт { $n } дел. Больше всего —
}
age-nobody-holds = Никем не взяты
age-at-system = на { $system }
age-of-type = тип «{ $title }»
age-with-owner = команда { $owner }
age-several-types = разные типы
age-several-owners = разные команды
age-worse-more = Просроченных стало больше —
age-worse-fewer = Просроченных стало меньше —
age-worse-as-many = Просроченных столько же —
age-worse-then = на { $at }
age-worse-now = сейчас
age-list-was-over = Ждали человека и были просрочены на { $at }
age-over-lately = срок истёк с { $at }
age-by-system = По получателям
age-no-system = без получателя
age-column-system = Остановились на
age-column-new = Новые с { $at }
age-column-free = Никем не взяты
age-list-over-lately = Ждут человека, просрочены недавно
age-list-new = Ждут человека, поступили недавно
age-list-at = { $of } — остановились на { $system }
age-to-come = Это время ещё не наступило: показать за него нечего.
age-still-over = ждут и просрочены
age-see = Открыть возраст очереди

age-filters = Период и дела
age-period = Период
age-period-24h = Последние 24 часа
age-period-7d = Последние 7 дней
age-period-30d = Последние 30 дней
age-period-92d = Последние 92 дня
age-from = или с
age-to = по
age-by = Показывать
age-by-itself = как удобнее
age-by-hour = по часам
age-by-day = по дням
age-kind-all = Все виды

age-oldest = Самое старое без решения
age-oldest-is = { $title }, { $owner }
age-waiting = Ждут человека
age-over = Просрочены
age-over-soon = истекает в ближайший час
age-free = Никем не взяты
age-idle = взяты, но без движения
age-awaiting-approval = Ждут одобрения
age-under-way = Решены, итога ещё нет

age-how-long = Сколько ждут
age-how-late = Как обстоит со сроком
age-column-age = Возраст
age-column-share = Доля
age-column-which = Какие дела
age-column-due = Срок
age-under-1h = меньше 1 ч
age-1h-4h = 1–4 ч
age-4h-24h = 4–24 ч
age-1d-3d = 1–3 дня
age-3d-7d = 3–7 дней
age-over-7d = больше 7 дней
age-due-in-time = в срок
age-due-quarter = осталось меньше четверти
age-due-over = просрочены меньше чем на 1 день
age-due-over-1d = просрочены на 1–3 дня
age-due-over-3d = просрочены на 3 дня и больше

age-flow = Поступило и решено
age-backlog = Ждут
age-most-by-hour = По часам, максимум { $n }
age-most-by-day = По дням, максимум { $n }
age-flow-told = В начале ждало дел: { $from }, в конце: { $to }. За это время поступило или вернулось: { $came }, решено: { $decided }, завершено: { $resolved }, оставлено как есть по политике: { $lapsed }.
age-as-table = То же таблицей, со списками дел
age-flow-sum = Всего
age-column-hour = Час
age-column-day = День
age-column-net = Прирост
age-column-backlog = Ждут на конец
age-move-came-in = Поступило
age-move-came-back = Вернулось
age-move-claimed = Взято впервые
age-move-decided = Решено впервые
age-move-decided-again = Решено повторно
age-move-resolved = Завершено
age-move-lapsed = Оставлено по политике
age-moves-came = Поступило или вернулось
age-moves-decided = Решено

age-by-owner-and-type = По владельцам и типам
age-nothing-waits = Ничего не ждёт.
age-column-waiting = Ждут
age-column-over = Просрочены
age-column-soon = Истекает в ближайший час
age-column-oldest = Самое старое
age-column-waits = Ждёт
age-column-owner-holder = Владелец, у кого
age-causes = Самые частые причины
age-no-causes = Среди ожидающих нет двух дел с одной причиной.
age-column-cause = Получатель, причина, источник и шаг
age-column-since = С
age-column-cases = Дел
age-all-causes = Все причины
age-other-causes = { $n ->
    [one] Ещё { $n } дело ждёт по другой причине.
    [few] Ещё { $n } дела ждут по другим причинам.
   *[many] Ещё { $n } дел ждут по другим причинам.
}

age-to-claim = До первого взятия
age-to-decision = До решения
age-to-resolution = До завершения
age-by-kind = По видам
age-by-owner = По владельцам
age-by-type = По типам
age-column-n = Дел
age-column-open = Открыто
age-times-cut = Только по последним { $n }.
age-times-about = Время считается от первой остановки, по тому, что произошло за выбранный период. Половина дел уложилась в p50, девять из десяти — в p90, девятнадцать из двадцати — в p95. Ещё открытые дела сюда не входят.
age-came-back = Вернулось после решения
age-in-time = Завершено в срок ({ $percent } %)
age-late = Завершено после срока

age-list-as-of = На { $now }; возраст и сроки — на { $counted }, когда подсчитан показатель
age-list-moved = На { $counted } показатель был { $n }; с тех пор дела поступали, уходили или менялись. На { $now }
age-list-count = { $n }
age-list-waiting = Ждут человека
age-list-aged = Ждут человека, { $of }
age-list-due = Ждут человека, { $of }
age-list-over = Ждут человека и просрочены
age-list-due-soon = Ждут человека, срок истекает в ближайший час
age-list-free = Никем не взяты
age-list-idle = Взяты, но без движения
age-list-awaiting-approval = Ждут одобрения
age-list-never-claimed = Ни разу не взяты
age-list-cause = Ждут человека, с одной причиной
age-list-under-way = Решены, итога ещё нет
age-list-not-taken = Решены до { $at }, источник ещё не забрал
age-list-proposed-until = Ждут одобрения с { $at } или дольше
age-list-unresolved = Ещё не завершены
age-list-steps = { $what }
age-list-steps-in-time = { $what }, в срок
age-list-steps-late = { $what }, после срока
age-within = С { $from } до { $until }
age-list-empty = Здесь уже ничего нет
age-list-empty-why = С момента подсчёта эти дела ушли дальше.
age-column-when = Когда
age-column-state = Сейчас
age-is-late = просрочено

age-move-regrouped = Сменились владелец или вид
age-list-waited = Ждали человека на { $at }
age-report = сообщение { $id }
age-signs = Тревожные признаки в сообщениях источников
age-no-reports = За выбранное время ни один источник ничего не сообщал.
age-column-reports = Сообщений
age-column-repeated = Повторы
age-column-repeated-share = Доля
age-column-reused-id = Номер занят
age-column-key-conflict = Конфликты ключа
age-column-sent-though-done = Отправлено после результата
age-sign-repeated = Повторные сообщения
age-sign-reused-id = Сообщения под номером, который уже приходил с другим содержанием
age-sign-key-conflict = Сообщения с ключом операции, который уже приходил с другим содержанием
age-sign-sent-though-done = Сообщения об отправке шага, результат которого уже был известен
age-share = { $percent } %
age-share-under-one = менее 1 %
age-signs-about = Считаются сообщения, которые пришли за выбранное время и понятны. Повтор: то же сообщение ещё раз; от него ничего не меняется. Номер занят: другое содержание под уже известным номером сообщения; его не принимают. Конфликт ключа: другое содержание под уже известным ключом операции. Отправлено после результата: отправка шага, о которой говорит сообщение, началась, когда его результат здесь уже был известен.
age-signs-not-narrowed = Сообщения различаются только по источнику и типу; владелец и вид их не сужают.
age-kept-since = То, что произошло до { $at }, хранилось достаточно долго и удалено: времена считаются только по более поздним событиям, у прежних чисел больше нет списков. Счёт по часам и дням остаётся.
