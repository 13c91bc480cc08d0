# Дела, остановившиеся по одной причине.

causes-view = По причинам
causes-title = { $lane } по причинам, очередь
causes-told = { $n ->
    [one] { $n } дело
    [few] { $n } дела
   *[many] { $n } дел
} { $groups ->
    [one] с одной общей причиной.
    [few] с общими причинами, причин: { $groups }.
   *[many] с общими причинами, причин: { $groups }.
}
causes-none = Здесь нет двух дел с общей причиной.
causes-single = { $n ->
    [0] К списку
    [one] { $n } дело со своей причиной
    [few] { $n } дела, у каждого своя причина
   *[many] { $n } дел, у каждого своя причина
}
causes-sorted = Сначала самые многочисленные
cause-of = { $system }: { $reason }
cause-no-code = { $system }, причина не названа
cause-no-system = { $reason }
cause-none = Ни получатель, ни причина не названы
cause-name = { $name }
cause-at = { $source }, { $step }
cause-title = { $cause }: общая причина
cause-cases = { $n ->
    [one] { $n } дело
    [few] { $n } дела
   *[many] { $n } дел
}
cause-since = с { $at }
cause-latest = последнее остановилось: { $at }
cause-first-end = первая защита кончится: { $at }
cause-ended = без защиты уже: { $n }
cause-first-end-and-ended = ближайшая защита кончится: { $at }, без защиты уже: { $n }
cause-more = Ещё с этой причиной: { $n }
cause-common = Что у них общего
cause-waiting = Ждут
cause-step = Шаг
cause-stop-code = Код остановки
cause-promise = Что обещает получатель
cause-no-contract = Здесь об этом ничего не известно: для этого шага нет контракта, повтор ничем не защищён.
cause-timeline = Когда они остановились
cause-timeline-told = Из тех, что ждут, больше всего остановилось { $part }: { $n }.
cause-by-quarter = по четвертям часа
cause-as-table = То же таблицей
cause-on-repeat = Повтор: { $does }
cause-column-stopped = Остановились с
cause-members = Дела
cause-shown = { $n } из { $all }
cause-empty = Дел с этой причиной не ждёт.
cause-empty-why = Те, что были, решены или завершены. Новая остановка по той же причине появится здесь.
cause-column-known = Что известно
cause-column-resume = Продолжить старую операцию?
cause-resume-complete = Да: все шаги сделаны, ничего не отправляется
cause-resume-until = Да, до { $at }
cause-resume-yes = Да
cause-resume-take-first = когда вы возьмёте его в работу
cause-resume-asks = Только на своей странице
cause-resume-no = Нет

# Действия сразу над несколькими делами.

joint-column-mark = Отметка
joint-mark = Отметить { $title }
joint-mark-all = { $n ->
    [one] Отметить { $n } дело на этой странице
    [few] Отметить все { $n } дела на этой странице
   *[many] Отметить все { $n } дел на этой странице
}
joint-mark-none = Снять отметки
joint-do = С отмеченными делами (за раз не больше { $n })
joint-do-claim = Взять в работу
joint-do-check = Записать одну проверку для всех…
joint-do-resume = Продолжить старые операции…
joint-nothing-yet = Первые две кнопки ведут на отдельную страницу; пока она не отправлена, ничего не происходит.
joint-none-marked = Ни одно дело не отмечено.
joint-too-many = За раз не больше { $n } дел.
cause-ways = Станет можно, если:
cause-way = { $way }.
joint-elsewhere = Дело не относится к этой причине или уже не относится. Откройте его отдельно.
joint-own-page = Решите его на его собственной странице.
joint-shared-holds = { $n ->
    [one] Тот же объект держит ещё { $n } открытое дело.
    [few] Тот же объект держат ещё { $n } открытых дела.
   *[many] Тот же объект держат ещё { $n } открытых дел.
}
joint-resume-title = { $n ->
    [one] Продолжить { $n } старую операцию
    [few] Продолжить { $n } старые операции
   *[many] Продолжить { $n } старых операций
}
joint-resume-about = Каждая операция решается отдельно, по своим фактам: со своим решением, историей и поручением. Затронуты будут только перечисленные здесь дела, и каждое — только если оно всё ещё такое, как показано.
joint-planned = { $n ->
    [one] Продолжится { $n } операция
    [few] Продолжатся { $n } операции
   *[many] Продолжатся { $n } операций
}
joint-none-possible = Ни одно из отмеченных дел сейчас здесь продолжить нельзя.
joint-left-out = { $n ->
    [one] Не войдёт { $n } дело
    [few] Не войдут { $n } дела
   *[many] Не войдут { $n } дел
}
joint-why = Почему
joint-reason = Почему эти операции можно продолжить?
joint-reason-fits = подходит к { $n } из { $all }
joint-seconds = { $n ->
    [one] { $n } из них ждёт второго человека, до того ничего не отправляется.
    [few] { $n } из них ждут второго человека, до того ничего не отправляется.
   *[many] { $n } из них ждут второго человека, до того ничего не отправляется.
}
joint-resume-button = { $n ->
    [one] Продолжить { $n } старую операцию
    [few] Продолжить { $n } старые операции
   *[many] Продолжить { $n } старых операций
}
joint-back = Назад к группе
joint-check-title = Одна проверка для нескольких операций
joint-check-about = Вы искали в одном месте сразу все эти операции. Для каждого дела записывается своё наблюдение; ничего не отправляется и не решается.
joint-check-look = Проверка
joint-check-place = Где вы смотрели?
joint-check-when = Когда?
joint-check-when-hint = Пусто — только что.
joint-check-when-wrong = Это не время, или оно ещё не наступило.
joint-check-by = По какому идентификатору каждой операции?
joint-check-identifiers = Идентификаторы
joint-check-at-once = Видны ли там новые записи сразу?
joint-check-at-once-yes = Да, сразу
joint-check-at-once-no = Нет или неизвестно
joint-check-all = Что вы увидели?
joint-check-all-each = Ниже у каждого дела свой ответ
joint-check-absent = Там ничего нет
joint-check-inconclusive = Было неясно
joint-check-found = Найдено
joint-check-type = Тип найденного
joint-check-note = Что ещё
joint-check-seen = Увидено
joint-check-seen-of = Что увидено: { $title }
joint-check-seen-missing = Скажите, что вы увидели: для всех или для каждого дела.
joint-check-as-all = как для всех
joint-check-reference = Номер найденного
joint-check-reference-of = Номер найденного: { $title }
joint-check-reference-missing = Дело { $case }: не указан номер найденного.
joint-check-button = { $n ->
    [one] Записать проверку для { $n } дела
    [few] Записать проверку для { $n } дел
   *[many] Записать проверку для { $n } дел
}
joint-claimed = Взято в работу: { $done } из { $all }
joint-checked = Проверка записана: { $done } из { $all }
joint-resumed = Решено продолжить: { $done } из { $all }
joint-result-about = Итог по каждому делу. Эта страница только сообщает: если открыть её снова или напечатать, ничего не повторится.
joint-column-case = Дело
joint-column-done = Действие
joint-column-what = Итог
joint-done-claim = Взято
joint-done-check = Записано
joint-done-resume = Решено
joint-not-done = Не сделано
joint-onward = Дальше с делами, для которых это сделано ({ $n }):
joint-to-group = Назад к группе
joint-not-reached = Об этом деле ничего не записано: программа тем временем остановилась. Дошла ли до него очередь, скажет само дело.
came-claimed = Ваше до { $until }.
came-claimed-by-other = В руках взявшего до { $until }.
came-found = Найдено: записано.
came-hint = Что-то нашлось по чужому идентификатору: записано как подсказка.
came-absence-proven = Там ничего нет: записано, и это доказывает, что ничего не сделано.
came-nothing-yet = Там ничего нет: записано, но пока это ничего не доказывает.
came-inconclusive = Записано: было неясно.
came-offered = Решено; источник может взять поручение до { $at }.
came-proposed = Предложено; второй человек должен ответить до { $at }.
came-changed = Не сделано: дело изменилось с тех пор, как было показано.
came-not-allowed = Не сделано: известное этого не позволяет или требует чего-то ещё. Решите его на его собственной странице.
came-reason-does-not-fit = Не сделано: выбранная причина к этой операции не подходит.
came-faulty = Не сделано: сказанного о нём недостаточно.
came-gone = Не сделано: такого дела нет.
came-of-another-cause = Не сделано: дело не относится к этой причине или больше к ней не относится. Откройте его отдельно.
