# Страница дела.

case-title = { $title }, дело { $id }
case-number = Дело { $id }
case-you-are-here = Вы здесь
case-back-queue = Очередь
case-back-search = Поиск
case-back-cause = Общая причина
case-on-this-page = На этой странице
case-from-source = от источника { $source }
case-more-statements = { $n ->
    [one] Ещё { $n } сведение
    [few] Ещё { $n } сведения
   *[many] Ещё { $n } сведений
}
case-superseded = Место этой операции навсегда заняла новая:
case-supersedes = Эта операция заняла место другой:
case-opens-other-system = (откроется другая система)
case-copy = Копировать
case-copied = Скопировано
case-key = Ключ идемпотентности
case-no-description = Источник не описал, что делает этот шаг
folded-text = { $characters ->
    [one] { $characters } знак
    [few] { $characters } знака
   *[many] { $characters } знаков
}
case-extra = Что ещё об этом сообщено

shared-title = { $n ->
    [one] Ещё { $n } открытое дело касается того же объекта
    [few] Ещё { $n } открытых дела касаются того же объекта
   *[many] Ещё { $n } открытых дел касаются того же объекта
}

desk-holder = В работе у
desk-decide-by = Решить до
desk-lapses = Без ответа оставят как есть
desk-waiting = Стоит
desk-authorised = Разрешена
desk-version = Версия
desk-as-of = По состоянию на
desk-you = Вы
desk-until = до { $at }
desk-release = Освободить
desk-free = Свободно

stepper-label = Шаги операции
stepper-folded = { $n ->
    [one] Выполнен первый { $n } шаг
    [few] Выполнены первые { $n } шага
   *[many] Выполнены первые { $n } шагов
}
stepper-unfold = Показать
stepper-here = Точка продолжения
stepper-parts = Части: выполнено { $done }, неизвестно { $unknown }, не выполнено { $not_done }

find-out-title = Сначала выясните
find-out-nothing-unknown = Выполненное остаётся выполненным
find-out-nothing-exists = Ничего созданного этой операцией нигде не известно
find-out-no-check-needed = Неизвестного здесь нет. Проверять перед решением ничего не нужно.
find-out-question = Выполнен ли шаг «{ $step }» в системе { $system }?
find-out-search-by = Искать по
find-out-source-says = Источник сообщает:
find-out-seen-so-far = Что уже видели
find-out-nobody-looked = Ничего. Никто ещё не смотрел, и обратных вызовов не было.
find-out-person-now = Смотрите там, где новые записи видны сразу: там пустой ответ уже сейчас доказательство.
find-out-person-from = До { $from } пустой ответ ничего не доказывает: запрос ещё может быть в пути.
find-out-look-up = { $by }: { $strength }. { $worth }
find-out-look-up-now = Пустой ответ уже сейчас доказательство.
find-out-look-up-from = Пустой ответ станет доказательством после { $from }.

check-title = Записать, что вы увидели
check-not-recorded = Ничего не записано
check-place = Где вы смотрели?
check-by = По какому идентификатору?
check-by-other = по другому
check-by-other-which = По какому другому?
check-by-other-hint = Найденное не по собственному идентификатору операции сохраняется лишь как подсказка.
check-seen = Что вы увидели?
check-found = Нашли
check-found-hint = Укажите номер. Найденное по собственному идентификатору операции учитывается сразу.
check-absent = Этого там нет
check-inconclusive = Понять нельзя
check-reference = Номер, если нашли
check-reference-type = Что это, например «возврат» (можно не заполнять)
check-at-once = Видны ли там новые записи сразу?
check-at-once-yes = Да, сразу
check-at-once-no = Нет или не знаю
check-at-once-no-hint = Тогда пустой ответ записывается как неясный.
check-note = Что ещё, своими словами
check-record = Записать проверку

go-on-title = Продолжить прежнюю операцию
go-on-complete-title = Подтвердить, что операция выполнена
go-on-complete = Все шаги выполнены. Ничего не отправляется; источник узнает, что операция завершена.
go-on-not-now = Сейчас нельзя.
go-on-ways = Что сделает это снова возможным
go-on-no-switch = Проверку записывают в разделе «Записать, что вы увидели». После этого запрет снимется сам; отключить его нельзя.
go-on-until = Можно до { $at }
go-on-until-why = До этого времени получатель узнаёт ключ, поэтому дважды ничего не выполнится.
go-on-without-limit = Можно, без ограничения по времени.
go-on-asks-new-key = Шагу «{ $step }» нужен собственный ключ. Его вы назначите на следующей странице, с обоснованием.
go-on-asks-content = Нужно указать, какое содержимое принадлежит этой операции: согласованное или изменённое.
go-on-agreed-content = Операция продолжается с согласованным содержимым. Изменённое отклоняется и остаётся в истории.
go-on-button = Продолжить прежнюю операцию…
go-on-button-complete = Подтвердить выполнение…
go-on-nothing-yet = Пока вы не подтвердите на следующей странице, ничего не отправляется.
sending-again-new-key = Отправляется снова под новым собственным ключом: { $step }
sending-new-key-why = Прежний ключ связан с согласованным содержимым.
sending-again-new-key-why = В каждой попытке отказано, а прежний ключ принадлежит другому шагу.

take-button = Взять это дело
take-why = После этого вы сможете решать, а другие пока нет.
take-held = Дело в работе: { $who }, до { $until }. Вы можете всё читать и записать проверку.
take-role = Ваша роль позволяет читать дело, но не решать.

timebar-label = Защита ключа: от первой попытки в { $first } до { $until }. Сейчас { $now }.
timebar-now = сейчас { $at }
timebar-time = { $at }
timebar-first = первая попытка
timebar-not-after = не позже
timebar-proof = Пустой ответ доказывает отсутствие после { $at }.

apart-title = Ничего не отправляя
apart-close = Закрыть: больше ничего не делать
apart-close-hint = Страница скажет, что остаётся неясным.
apart-undo-title = Отменить сделанное
apart-compensate = Отменить сделанное шаг за шагом…
apart-compensate-rest = Довести отмену до конца…
apart-compensate-hint = Каждая отмена — отдельный обратный шаг. Продолжить операцию после этого нельзя.
apart-only-holder = Закрыть может тот, у кого дело в работе.

another-title = Иное действие: новая операция
another-what = У неё свои ключи, и ни один получатель не узнает в ней повтор.
another-twice = Всё, что есть или может быть, может появиться второй раз.
another-link = Начать новую операцию…
another-own-page = На отдельной странице, с вашим паролем.
another-senior = Начать её может старший проверяющий.

account-title = Учесть то, что сделала прежняя операция
account-only = По этой операции больше никогда ничего не отправляется: её место заняла другая.
account-how = Выясните, что уже есть, уладьте это другим способом и закройте дело, указав номер сделанного.

sighting-no-time = время не сообщено
sighting-arrived = пришло { $at }
sighting-by = по
sighting-look-up = запрос
sighting-rows = { $rows ->
    [one] { $rows } строка
    [few] { $rows } строки
   *[many] { $rows } строк
}
hints-title = Найдено, но этой ли операции — неизвестно
hints-why = Совпавшая сумма, телефон или имя — лишь подсказка. Кто знает, чьё это, даёт здесь заключение и называет основания; тогда найденное учитывается под его именем.
hints-two = Риск здесь высокий: заключение учитывается, только когда его подтвердит второй человек.
hint-judge = Указать, чьё это
hint-judge-again = Дать другое заключение
hint-answer = Подтвердить или дать другое заключение
hint-whose = Чьё это?
hint-ours = Этой операции: результат шага «{ $step }»
hint-not-ours = Не этой операции
hint-confirm = Подтвердить заключение ({ $who })
hint-grounds = На каком основании?
hint-grounds-hint = Своими словами, символов не меньше { $n }. Останется в истории навсегда.
hint-record = Записать заключение
hint-judged-ours = По заключению — этой операции, результат шага «{ $step }».
hint-judged-not-ours = По заключению — не этой операции.
hint-judged-by = { $who }, { $at }:
hint-confirmed-by = Подтверждение: { $who }, { $at }:
hint-awaits = Пока не учитывается: подтвердить должен второй человек, не { $who }.
hint-awaits-own = Заключение дали вы, поэтому подтвердить должен кто-то другой.
judged-ours = по заключению: { $who }
judged-not-ours = по заключению: { $who }
judged-awaits = заключение: { $who }; нужен второй человек
no-judgement-nothing-chosen = Укажите, чьё это.
no-judgement-no-such-hint = Чей это объект, теперь известно и так, или его больше нет. Ничего не записано.
no-judgement-no-such-step = Результатом этого шага оно быть не может. Ничего не записано.
no-judgement-meanwhile = Тем временем заключение дал кто-то другой. Посмотрите, что сказано; ничего не записано.
no-judgement-says-the-same = Такое заключение уже дано. Ничего не записано.
no-judgement-nothing-awaited = Подтверждать здесь нечего. Ничего не записано.
no-judgement-same-person = Кто дал заключение первым, не может сам его подтвердить. Записано только то, что была такая попытка.
no-judgement-no-grounds = Назовите основания своими словами, символов не меньше { $minimum }.
whose-this-operations = Этой операции
whose-incomplete = Совпадает, но без шага или номера: пока не считается
whose-another-operations = Чужой операции
whose-not-known = Чьё, неизвестно
worth-proof-of-absence = Это доказывает, что там этого нет.
worth-nothing = Это ничего не доказывает.

checks-title = Что видели
checks-none = Никто ещё не смотрел. Это не то же самое, что «там этого нет».

attempts-title = Попытки
attempts-none = О попытках не сообщалось.
attempts-stop-code = код остановки
attempts-scroll = Попытки, можно прокручивать
attempts-step = Шаг, попытка
attempts-started = Начало
attempts-took = Длилась
attempts-seconds = { $took } с
attempts-outcome = Исход
attempts-worker = Исполнитель
attempts-no-worker = исполнитель не назван
attempts-no-http = нет
attempts-no-key = ключа нет
attempts-same-key = тот же ключ
attempts-other-key = не собственный ключ шага
attempts-overlap = Попытки шли одновременно.
attempts-lanes = С { $from } до { $until }:
attempts-omitted = { $n ->
    [one] { $n } попытка опущена из середины
    [few] { $n } попытки опущены из середины
   *[many] { $n } попыток опущены из середины
} сообщения. Поэтому защиты у шага нет.
attempts-clock-ahead = Часы источника спешили на { $span }. Время показано, как он его сообщил; защита и доказательства считаются с поправкой.
attempt-caution-server-error = Ошибка сервера не доказывает, что ничего не произошло.
attempt-caution-crashed = Действие могло состояться до сбоя.
attempt-caution-no-answer = Нет ответа — ещё не отказ: действие могло состояться.
attempt-caution-duplicate = Возможно, это наш собственный успех, ответ на который потерян; возможно, чужой.
attempt-overlaps = Шла одновременно с попыткой { $number }.
attempt-overlaps-worker = Шла одновременно с попыткой { $number } исполнителя { $worker }.
attempt-overlaps-of-worker = Шла одновременно с попыткой исполнителя { $worker }.
attempt-overlaps-another = Шла одновременно с другой попыткой.

results-title = Известное в принимающих системах
results-none = Ничего не известно. Это не значит, что ничего нет.
results-scroll = Известное, можно прокручивать
results-system = Система
results-what = Что
results-whose = Чьё
results-known-by = Откуда известно
results-rows = { $rows ->
    [one] в { $rows } строке одного запроса
   *[other] в { $rows } строках одного запроса
}

events-title = События
events-none = О событиях не сообщалось.
events-out-of-order = произошли не в том порядке, в каком пришли
events-scroll = События, можно прокручивать
events-received = Получено
events-event = Событие
events-occurred = Произошло (как прислано)
events-no-id = без номера
events-again = То же сообщение ещё раз: это не второй запрос
events-other-body = Тот же номер, но другое содержимое
events-payloads = Номера — по получению и по времени события. Их содержимое — в сообщениях.

operation-title = Операция источника
operation-key = Ключ
operation-type = Тип
operation-source = Источник
operation-authorised = Разрешена
operation-amount = Сумма
operation-holds = Касается объектов
operation-owner = Владелец
policy-title = Политика
policy-own-section = Этот тип описан в политике
policy-default-section = Этот тип в политике не описан: действует её общая часть
policy-standard = В политике не описан ни этот тип, ни общая часть: действует стандартная политика программы
policy-respond = Взять в работу за
policy-resolve = решить за
policy-one-person = Решает один человек.
policy-second-person = Второй человек одобряет:
policy-approve = предложение ждёт не дольше чем
policy-lapse = Неизвестный результат, на который никто не ответил, оставляют как есть через { $after }:
risk-low = низкий риск
risk-normal = обычный риск
risk-high = высокий риск

content-agreed = Согласованное содержимое
content-changed = Изменённое содержимое
content-refused = Отклонённое содержимое
content-arrived = пришло { $at }
content-received = получено источником { $at }
content-open = Открыть
content-large = Оно большое: открыть на отдельной странице
content-not-known = Что в нём, Holdpoint не сообщили.

conflict-differences = { $n ->
    [0] Расходятся только сумма или тип
    [one] { $n } расхождение
    [few] { $n } расхождения
   *[many] { $n } расхождений
}
conflict-unknown = Другое содержимое неизвестно
conflict-unknown-why = Источник его не сохранил. Посмотрите в принимающей системе по номеру и сравните сумму и назначение: там может быть наш собственный двойник или чужая операция.
conflict-how-compared = ключи сравниваются по именам, числа по значению и показаны как написаны
conflict-only-technical = Судя по именам, расходятся только служебные поля; по существу всё одинаково.
conflict-same-money = Не изменилось:
conflict-table = Расхождения, можно прокручивать
conflict-where = Где
conflict-agreed = Согласовано
conflict-changed = Изменено
conflict-absent = отсутствует
conflict-technical = судя по имени, служебное поле
conflict-more = { $n ->
    [one] Ещё { $n } расхождение: открыть все постранично
    [few] Ещё { $n } расхождения: открыть все постранично
   *[many] Ещё { $n } расхождений: открыть все постранично
}
conflict-only-digest = Источник сохранил только отпечаток: что изменилось, никто сказать не может, и выбрать это содержимое нельзя.
conflict-other-spellings = { $n ->
    [one] { $n } число записано иначе, значение то же.
    [few] { $n } числа записаны иначе, значения те же.
   *[many] { $n } чисел записаны иначе, значения те же.
}
conflict-same-value = записано иначе, значение то же
conflict-place-amount = сумма операции
conflict-place-type = тип операции
conflict-place-whole = содержимое целиком

content-event = событие
content-report = сообщение
content-step-done = С ним выполнен шаг «{ $step }».
content-step-undone = С ним был выполнен шаг «{ $step }», затем отменён.
content-step-unknown = Неизвестно, выполнен ли с ним шаг «{ $step }».
content-nothing-done = С ним ничего не выполнено.
content-only-digest = Известен только отпечаток: что в нём, Holdpoint не сообщили.
content-nobody-decided = Решения о нём ещё нет.
content-beside-agreed = Рядом с согласованным
versions-title = { $n ->
    [one] { $n } версия содержимого под одним ключом
    [few] { $n } версии содержимого под одним ключом
   *[many] { $n } версий содержимого под одним ключом
}
versions-only-named = { $n ->
    [one] Ещё { $n } сравнивается на отдельной странице.
    [few] Ещё { $n } сравниваются на отдельных страницах.
   *[many] Ещё { $n } сравниваются на отдельных страницах.
}
diff-caption = Слева согласованное содержимое, справа изменённое, строка за строкой
diff-title = { $n ->
    [0] Построчно: все строки одинаковы
    [one] Построчно: отличается { $n } строка
    [few] Построчно: отличаются { $n } строки
   *[many] Построчно: отличается { $n } строк
}
diff-open = { $n ->
    [0] Построчно: все строки одинаковы
    [one] Построчно: отличается { $n } строка
    [few] Построчно: отличаются { $n } строки
   *[many] Построчно: отличается { $n } строк
}
diff-folded = { $n ->
    [one] { $n } строка без изменений
    [few] { $n } строки без изменений
   *[many] { $n } строк без изменений
}
pager = Страницы
pager-before = Предыдущая страница
pager-next = Следующая страница
pager-where = { $page } из { $of }

protection-title = Контракт и защита
protection-now = Защита
protection-key-empty = прислан пустым: ключа нет
protection-other-keys = Также сообщены
protection-counted-from = Отсчёт
protection-first-attempt = от первой попытки, { $at }
protection-valid-until = По словам источника, до
protection-contract = Контракт
protection-no-contract = Этой системе не назначен. Поэтому неизвестно, безопасен ли повтор.
protection-margin = Запас
protection-scope = Ключи сравниваются в пределах
protection-repeat = На повтор
protection-mismatch = На другое содержимое
protection-5xx = Ошибка сервера
protection-settling = Запрос завершается за
protection-not-stated = не сказано
protection-look-ups = Как спросить
protection-no-look-up = никак: способа спросить нет
protection-note = Примечание
protection-evidence = Где это сказано
protection-looked-at = проверено { $day }

stop-title = Почему остановилась
stop-code = Код
stop-step = На шаге
stop-claimed = Источник называет это
stop-kind-by-facts = По фактам это: { $kind }
stop-at = Остановлена
stop-first-at = Впервые остановлена
stop-odd = Что странно
stop-also-reported = { $n ->
    [one] Также сообщено: { $n } поле, которого Holdpoint не знает
    [few] Также сообщено: { $n } поля, которых Holdpoint не знает
   *[many] Также сообщено: { $n } полей, которых Holdpoint не знает
}

reports-title = Сообщения
reports-counts = { $reports ->
    [one] { $reports } сообщение
    [few] { $reports } сообщения
   *[many] { $reports } сообщений
}, { $deliveries ->
    [one] { $deliveries } доставка
    [few] { $deliveries } доставки
   *[many] { $deliveries } доставок
}
reports-more = { $n ->
    [one] Ещё { $n } более раннее сообщение не показано.
    [few] Ещё { $n } более ранних сообщения не показаны.
   *[many] Ещё { $n } более ранних сообщений не показаны.
}
report-in-this-case = вошло в это дело
report-in-case = вошло в дело { $case }
report-in-no-case = сохранено; ни к одному делу не относится
report-deliveries = { $n ->
    [1] пришло один раз
    [one] пришло { $n } раз; ответ каждый раз одинаковый
    [few] пришло { $n } раза; ответ каждый раз одинаковый
   *[many] пришло { $n } раз; ответ каждый раз одинаковый
}
report-last-delivered = последний раз { $at }
report-refused-repeats = { $n ->
    [1] Один раз под его номером пришло другое содержимое, оно не принято
    [one] { $n } раз под его номером пришло другое содержимое, оно не принято
    [few] { $n } раза под его номером пришло другое содержимое, оно не принято
   *[many] { $n } раз под его номером пришло другое содержимое, оно не принято
}

related-title = Другие дела
related-same-operation = Этой операции
related-none = Других дел нет.
related-later = позже этого
related-lineage = Одна операция вместо другой
related-older = Она заняла место операции
related-newer = Её место заняла операция
related-alike = Похожие
related-alike-hint = Совпавший номер — лишь подсказка: он может законно быть у двух операций.
related-others = { $n ->
    [one] Ещё { $n } операция
    [few] Ещё { $n } операции
   *[many] Ещё { $n } операций
}: { $reference } { $value }
related-more-than = Ещё более { $n } операций: { $reference } { $value }

history-title = История
history-about = { $told }: { $about }
history-in-place-of = вместо { $key }
history-document = что записано
history-older = Более ранние записи
history-newest = Последние записи

progress-label = От решения до исхода
progress-accepted = Принято
progress-on-version = по версии { $version }
progress-offered = Предложено источнику
progress-not-after = после { $at } ничего не отправляется
progress-take-before = взять до { $at }
progress-taken = Взято исполнителем
progress-not-yet = ещё нет
progress-lease = его время до { $until }
progress-reported = Исход
progress-outcome-done = Исход: выполнено
progress-outcome-refused = Исход: отказ
progress-outcome-unknown = Исход: неизвестен
progress-instruction = Поручение, каким его получает источник
progress-facts-digest = Факты, как их видели

document-content = Содержимое операции
document-report = Сообщение { $id }
document-bytes = { $n ->
    [one] { $n } байт
    [few] { $n } байта
   *[many] { $n } байт
}
document-large = Для страницы оно слишком велико, поэтому здесь только то, что в нём есть.
document-items = { $n ->
    [one] список, { $n } элемент
    [few] список, { $n } элемента
   *[many] список, { $n } элементов
}
document-members = { $n ->
    [one] объект, { $n } поле
    [few] объект, { $n } поля
   *[many] объект, { $n } полей
}
document-characters = { $n ->
    [one] текст, { $n } знак
    [few] текст, { $n } знака
   *[many] текст, { $n } знаков
}
document-whole = Документ целиком, как он был прислан
checks-other-step = Записать проверку другого шага
find-out-may-be-more = Не на каждый запрос шага «{ $step }» есть надёжный ответ, так что может быть и больше. Посмотрите ещё раз, прежде чем решать.
find-out-several-rows = Один номер в нескольких строках шага «{ $step }» — это одно действие или несколько. Прежде чем решать, проверьте остаток или записи самой системы.
find-out-still-at-it = Часть шага «{ $step }» получатель ещё выполняет: это не «найдено» и не «отсутствует».
go-on-decided = Что решено и что из этого вышло, сказано выше.
attempt-overlaps-more = { $n ->
    [one] И одновременно ещё с { $n } попыткой.
    [few] И одновременно ещё с { $n } попытками.
   *[many] И одновременно ещё с { $n } попытками.
}

# Что удалено по сроку хранения.
case-removed-reports = По сроку хранения удалены сообщения в том виде, как их прислали, и содержимое. Всё, что из них известно, решения и отпечатки остаются.
case-removed-all = По сроку хранения удалено то, что описывало само дело: сообщения, содержимое, ссылки на заказы и факты, по которым принимались решения. Ключи, шаги, результаты, решения и отпечатки остаются, поэтому повтор по-прежнему распознаётся.
document-removed = Этот документ удалён по сроку хранения. Его отпечаток остаётся, поэтому повтор по-прежнему распознаётся.
content-removed = удалено по сроку хранения, отпечаток остаётся
decision-facts-removed = Факты, которые были показаны, удалены по сроку хранения. Их отпечаток остаётся.
content-proposed = { $who }: предложено считать его содержимым этой операции; второй человек должен согласиться.
content-proposed-against = { $who }: предложено его отклонить; второй человек должен согласиться.
content-proposed-otherwise = { $who }, предложение: { $kind }. Второй человек должен согласиться.
content-decided = { $who }: решено, что это содержимое этой операции. Согласованным оно станет, как только исполнитель возьмёт поручение.
content-decided-against = { $who }: решено против него. Оно будет отклонено, как только исполнитель возьмёт поручение.
content-decided-otherwise = { $who }, решение: { $kind }.

let-be-title = Оставлено как есть по политике
let-be-no-decision = На это дело никто не ответил и никто его не держал, поэтому политика оставила всё как есть. Это не решение: никто не разбирал дело, и ничего не поручено.
let-be-counted = { $after } после первой остановки, { $since }
let-be-rule = Правило политики:
let-be-uncertain = Остаётся неизвестным, что стало с шагами
let-be-source = На вопрос, можно ли продолжать, источник слышит «закрыто». Сообщение, в котором есть хоть что-то новое, откроет новое дело со ссылкой на это.
