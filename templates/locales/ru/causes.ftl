# Дела, остановившиеся по одной причине.

causes-view = По причинам
causes-title = { $lane } по причинам, очередь
causes-told = { $n ->
    [one] { $n } дело
    [few] { $n } дела
   *[many] { $n } дел
} { $groups ->
    [one] с одной общей причиной.
   *[other] с общими причинами, причин: { $groups }.
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
cause-resume-asks = Только на своей странице
cause-resume-no = Нет
