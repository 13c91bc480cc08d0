# Слова предметной области: виды остановок, знание о шагах, защита, контракты, состояния, история.

list-of-one = { $item }
list-and-next = { $list }, { $item }

kind-result-unknown = Результат неизвестен
kind-next-step-pending = Следующий шаг ждёт
kind-payload-conflict = Расхождение содержимого

claim-completed = выполнен
claim-unknown = неизвестно
claim-refused = отклонён
claim-pending = не начат
claim-not-taken-over-completed = Источник считает шаг «{ $step }» выполненным. Факты этого не подтверждают, поэтому так не считается.
claim-not-taken-over-unknown = Источник считает результат шага «{ $step }» неизвестным. Факты говорят иное.
claim-not-taken-over-refused = Источник считает шаг «{ $step }» отклонённым. Отказ говорит только о своей попытке, поэтому так не считается.
claim-not-taken-over-pending = Источник считает шаг «{ $step }» не начатым. Но что-то уже отправлялось, поэтому так не считается.

outcome-acknowledged = Подтверждено
outcome-refused = Отказ
outcome-duplicate = «Уже существует»
outcome-timeout = Нет ответа вовремя
outcome-connection-lost = Связь оборвалась
outcome-server-error = Ошибка сервера
outcome-crashed = Сбой до сохранения ответа

seen-found = Найдено
seen-absent = Пустой ответ
seen-inconclusive = Неясно
seen-in-progress = Ещё выполняется

seen-how-response = ответ на наш вызов
seen-how-callback = обратный вызов
seen-how-look-up = запрос по идентификатору
seen-how-person = увидел человек
known-by-judgement = по заключению человека
known-by-source = сообщил источник

knowledge-skipped = Неприменим, не отправляется
knowledge-done = Выполнен
knowledge-more-than-once = { $times ->
    [2] Выполнен дважды
    [one] Выполнен { $times } раз
    [few] Выполнен { $times } раза
   *[many] Выполнен { $times } раз
}
knowledge-more-than-once-at-least = { $times ->
    [2] Выполнен как минимум дважды
    [one] Выполнен как минимум { $times } раз
    [few] Выполнен как минимум { $times } раза
   *[many] Выполнен как минимум { $times } раз
}
knowledge-undone = Выполнен и отменён
knowledge-never-sent = Не отправлялся
knowledge-refused = { $times ->
    [0] Не выполнен: отказ
    [1] Не выполнен: отказ
    [one] Не выполнен: { $times } отказ
    [few] Не выполнен: { $times } отказа
   *[many] Не выполнен: { $times } отказов
}
knowledge-absent = Его там нет: это доказывает пустой ответ, { $at }
knowledge-unanswered = { $times ->
    [1] Неизвестно: отправлен один раз, надёжного ответа нет
    [one] Неизвестно: отправлен { $times } раз, надёжного ответа нет
    [few] Неизвестно: отправлен { $times } раза, надёжного ответа нет
   *[many] Неизвестно: отправлен { $times } раз, надёжного ответа нет
}

why-unknown-unanswered = Неизвестно: ответа нет
why-unknown-duplicate = Неизвестно: получатель говорит, что это уже есть
why-unknown-no-reference = Неизвестно: подтверждено, но без номера
why-unknown-claimed = Неизвестно: источник не знает
why-unknown-taking = Неизвестно: исполнитель взял поручение и не сообщил исход
why-unknown-in-progress = Неизвестно: получатель ещё выполняет
why-unknown-facts-disagree = Неизвестно: факты противоречат друг другу
why-unknown-foreign = Неизвестно: результат, по словам источника, чужой

not-proof-too-early = До { $from } пустой ответ ничего не доказывает.
not-proof-came-too-early = Этот ответ пришёл слишком рано и ничего не доказывает: доказать может только ответ, полученный не раньше { $from }. Проверьте ещё раз.
not-proof-no-time = Не сказано, когда это увидели.
not-proof-look-up-not-named = Источник не сказал, каким запросом пользовался, поэтому пустой ответ ничего не доказывает.
not-proof-look-up-not-in-contract = В контракте нет такого запроса, поэтому пустой ответ ничего не доказывает.
not-proof-no-contract = Для этой системы нет контракта, поэтому пустой ответ коннектора ничего не доказывает.
not-proof-look-up-acts = Этот «запрос» на самом деле повтор: если первый не дошёл, он сработает сейчас. Его пустой ответ ничего не доказывает.
not-proof-no-lag = Новые записи видны там не сразу, и не сказано, с какой наибольшей задержкой: пустой ответ ничего не доказывает.
not-proof-no-settling-time = Не сказано, как долго запрос ещё может быть в пути: пустой ответ ничего не доказывает.
not-proof-place-shows-late = Неизвестно, видны ли там новые записи сразу: пустой ответ ничего не доказывает.
not-proof-unclear = Увиденное само по себе неясно.
not-proof-in-progress = Получатель ещё выполняет: это не «найдено» и не «отсутствует».

headline-conflict = { $versions ->
    [2] Одна и та же операция пришла дважды с разным содержимым.
    [one] Одна и та же операция пришла в { $versions } варианте содержимого.
   *[other] Одна и та же операция пришла в { $versions } вариантах содержимого.
}
headline-conflict-unknown-content = Ключ операции занят другим содержимым, и никто не знает каким.
headline-being-undone = Сделанное отменяют: обратный шаг «{ $step }» не выполнен.
headline-undoing-unknown = Сделанное отменяют, и неизвестно, выполнен ли в системе «{ $system }» обратный шаг «{ $step }».
headline-undone = Сделанное отменено: обратный шаг «{ $step }» выполнен.
headline-more-than-once = Шаг «{ $step }» выполнен { $times ->
    [2] дважды
    [one] { $times } раз
    [few] { $times } раза
   *[many] { $times } раз
} в системе { $system }.
headline-more-than-once-at-least = Шаг «{ $step }» выполнен как минимум { $times ->
    [2] дважды
    [one] { $times } раз
    [few] { $times } раза
   *[many] { $times } раз
} в системе { $system }.
headline-unknown-unanswered = Неизвестно, выполнила ли система { $system } шаг «{ $step }».
headline-unknown-duplicate = Система { $system } отвечает, что «{ $step }» уже есть. Относится ли это к нашей операции, неизвестно.
headline-unknown-no-reference = Система { $system } подтвердила шаг «{ $step }», но номера созданного ни у кого нет.
headline-unknown-claimed = Неизвестно, выполнила ли система { $system } шаг «{ $step }»: источник этого не знает.
headline-unknown-taking = Исполнитель получил поручение и не сообщил исход: неизвестно, выполнила ли система { $system } шаг «{ $step }».
headline-unknown-in-progress = Система { $system } ещё выполняет шаг «{ $step }»: сказать, выполнен он или нет, пока нельзя.
headline-unknown-facts-disagree = Факты противоречат друг другу: «{ $step }» в системе { $system } нашли, и там же убедились, что его нет.
headline-unknown-foreign = То, что источник принял за результат шага «{ $step }» в системе { $system }, по другим сведениям относится к чужой операции.
headline-never-sent = Шаг «{ $step }» в систему { $system } не отправлялся.
headline-never-sent-after = Шаг «{ $after }» выполнен. Шаг «{ $step }» в систему { $system } не отправлялся.
headline-refused = Система { $system } определённо отказала в шаге «{ $step }».
headline-not-there = Шага «{ $step }» в системе { $system } нет: это доказывает пустой ответ.
headline-several-rows = В системе { $system } шаг «{ $step }» есть и показан в { $rows ->
    [one] { $rows } строке
   *[other] { $rows } строках
}: это одно действие, показанное несколько раз, или несколько действий под одним идентификатором.
headline-all-done = Все шаги этой операции выполнены.

statement-done = Шаг «{ $step }» выполнен: в системе { $system } есть { $id }.
statement-more-than-once = Шаг «{ $step }» выполнен { $times ->
    [2] дважды
    [one] { $times } раз
    [few] { $times } раза
   *[many] { $times } раз
}: { $ids }.
statement-more-than-once-at-least = Шаг «{ $step }» выполнен как минимум { $times ->
    [2] дважды
    [one] { $times } раз
    [few] { $times } раза
   *[many] { $times } раз
}: { $ids }. Не на каждый запрос есть надёжный ответ, так что может быть и больше.
statement-several-rows = Один запрос в системе { $system } показал { $id } в { $rows ->
    [one] { $rows } строке
   *[other] { $rows } строках
}: либо одно и то же показано несколько раз, либо под одним номером несколько действий.
statement-undone = Шаг «{ $step }» был выполнен и отменён.
statement-never-sent = Шаг «{ $step }» не отправлялся.
statement-refused = { $times ->
    [0] Система { $system } определённо отказала в шаге «{ $step }».
    [1] Шаг «{ $step }» отправлен один раз, и система { $system } определённо отказала.
    [one] Шаг «{ $step }» отправлен { $times } раз, и система { $system } каждый раз определённо отказала.
    [few] Шаг «{ $step }» отправлен { $times } раза, и система { $system } каждый раз определённо отказала.
   *[many] Шаг «{ $step }» отправлен { $times } раз, и система { $system } каждый раз определённо отказала.
}
statement-not-there = Шага «{ $step }» в системе { $system } нет: проверили { $at }, и этот ответ — доказательство.
statement-sent-unanswered = Шаг «{ $step }» отправлен { $times ->
    [1] один раз { $key ->
        [one] под своим ключом
       *[several] не под своим ключом
    }, надёжного ответа нет.
    [one] { $times } раз { $key ->
        [one] под одним ключом
       *[several] без общего ключа
    }, надёжного ответа нет ни разу.
    [few] { $times } раза { $key ->
        [one] под одним ключом
       *[several] без общего ключа
    }, надёжного ответа нет ни разу.
   *[many] { $times } раз { $key ->
        [one] под одним ключом
       *[several] без общего ключа
    }, надёжного ответа нет ни разу.
}
statement-sent = Шаг «{ $step }» отправлен { $times ->
    [1] один раз
    [one] { $times } раз
    [few] { $times } раза
   *[many] { $times } раз
} { $key ->
    [one] под одним ключом
   *[several] без общего ключа
}; { $unanswered ->
    [0] ответ был каждый раз
    [one] без надёжного ответа { $unanswered } запрос
    [few] без надёжного ответа { $unanswered } запроса
   *[many] без надёжного ответа { $unanswered } запросов
}.
statement-nobody-looked = В системе { $system } шаг «{ $step }» ещё никто не искал.
statement-nothing-yet = В системе { $system } искали шаг «{ $step }», и пока ничего нет. { $why }
statement-hint-foreign = В системе { $system } видели { $id }, но, по имеющимся сведениям, это чужая операция.
statement-hint-foreign-no-id = В системе { $system } что-то видели, но, по имеющимся сведениям, это чужая операция.
statement-hint-not-known = В системе { $system } видели { $id }; относится ли это к нашей операции, неизвестно.
statement-hint-no-step = В системе { $system } видели { $id }; ни к какому шагу это не относится.
statement-hint-no-id = Система { $system } это показывает, но без номера: не учитывается, пока кто-нибудь его не запишет.
statement-hint-unclear = В системе { $system } что-то видели; относится ли это к нашей операции, неизвестно.
statement-skipped = Шаг «{ $step }» отмечен как неприменимый и никогда не отправляется.

sending-starts = Отправляется впервые: { $step }
sending-starts-then = Затем впервые отправляется: { $step }
sending-again = Отправляется снова под тем же ключом: { $step }
sending-again-without-key = Отправляется снова, без ключа: { $step }
sending-again-after-refusal = Система { $system } отказала, поэтому дважды это не выполнится. Если причина отказа осталась, она откажет снова.
sending-again-after-absence = Доказано, что в системе { $system } этого нет.
sending-blocked = Не отправляется: { $step }
sending-never = Не отправляется: { $step }
sending-never-done = Снова не отправляется: { $step }
sending-done-as = Выполнен, { $id }
sending-undone = Выполнен и отменён
sending-skipped = Отмечен как неприменимый
sending-undoes = Это обратный шаг: он отменяет «{ $undoes }». При продолжении операции он не отправляется никогда.
sending-after-stop = Не отправляется: { $step }
sending-after-stop-why = Перед ним источник остановится и сообщит об этом снова.

repeat-replays = Если первый запрос дошёл, система { $system } повторит свой первый ответ. Если нет, действие выполнится сейчас.
repeat-returns-state = Если это уже есть, система { $system } вернёт текущее состояние. Если нет, действие выполнится сейчас.
repeat-executes-failed = Если это уже есть, система { $system } его вернёт. Неудавшееся или не дошедшее выполнится сейчас.
repeat-refuses-duplicate = Если это уже есть, система { $system } откажет как в дубле. Если нет, действие выполнится сейчас.
repeat-new-effect = Система { $system } выполнит действие ещё раз; это безвредно: шаг только задаёт состояние.
repeat-unknown = Что система { $system } делает с повтором, не опубликовано; если первый запрос не дошёл, действие выполнится сейчас.

blocker-protection-over = Результат шага «{ $step }» неизвестен, а защита его ключа истекла: { $since }. Повтор может выполнить его второй раз.
blocker-no-protection = Результат шага «{ $step }» неизвестен, и повтор ничем не защищён: { $why } Повтор может выполнить его второй раз.
blocker-not-known = Результат шага «{ $step }» неизвестен, и безопасен ли повтор, тоже неизвестно: { $why } Повтор может выполнить его второй раз.
blocker-stored-5xx = Результат шага «{ $step }» неизвестен, а система { $system } лишь повторит сохранённую ошибку сервера, что ничего не доказывает.
blocker-foreign = То, что система { $system } хранит под ключом шага «{ $step }», по имеющимся сведениям чужое. На повтор она ответит им же.
blocker-key-bound = Ключ шага «{ $step }» принадлежит в системе { $system } другому шагу: на него снова откажут или ответят чужим результатом.

no-protection-receiver = получатель не различает ключей идемпотентности.
no-protection-no-key = у шага нет ключа.
no-protection-key-differs = не все попытки отправлены под собственным ключом шага.
no-protection-key-shared = тот же ключ у другого шага.
no-protection-first-attempt = неизвестно, когда отправили первую попытку.
no-protection-omitted = источник опустил в сообщении часть попыток.
no-protection-key-too-long = ключ длиннее, чем принимает получатель.
not-known-no-contract = контракт этой системы неизвестен.
not-known-window = получатель не сообщает, как долго узнаёт ключ.

protection-not-started = Ещё ничего не отправлено; начнётся с первой попытки
protection-in-force = Действует до { $until }
protection-without-end = Бессрочная: повтор безвреден всегда
protection-over = Истекла: { $since }
protection-none = Нет: { $why }
protection-not-known = Неизвестно: { $why }

contract-key-none = Ключа идемпотентности нет: каждый повтор — новое действие
contract-key-never-expires = Повторный ключ узнаётся всегда
contract-key-unknown = Ключ есть; как долго он узнаётся, не опубликовано
contract-key-at-least = Повторный ключ узнаётся { $span } или дольше
contract-key-exact = Повторный ключ узнаётся ровно { $span }
contract-key-harmless = Шаг только задаёт состояние: повтор безвреден
contract-repeat-replays = повторяет первый ответ
contract-repeat-returns-state = возвращает текущее состояние
contract-repeat-executes-failed = выполняет снова то, что не удалось
contract-repeat-refuses = отказывает как в дубле
contract-repeat-new-effect = выполняет ещё раз
contract-repeat-unknown = не опубликовано
contract-mismatch-error = отказывает
contract-mismatch-replays = повторяет первый ответ
contract-mismatch-new-effect = выполняет как новый запрос
contract-mismatch-unknown = не опубликовано
contract-5xx-replayed = сохраняется и повторяется
contract-5xx-not-stored = не сохраняется; повтор обрабатывается
contract-5xx-unknown = не опубликовано
contract-look-up-authoritative = новые записи видны сразу
contract-look-up-lag = новые записи могут появиться с задержкой { $span }
contract-look-up-no-lag = новые записи видны не сразу, предел задержки неизвестен
contract-seen-in-source = прочитано в указанном источнике
contract-from-memory = записано по памяти, требует проверки
contract-own = записано в политике этой установки

state-waiting = Свободно
state-in-review = На разборе
state-awaiting-approval = Ждёт второго человека
state-decided = Решено, ещё не взято
state-executing = Исполняется
state-resolved = Завершено
stage-to-review = На разбор
stage-decided = Решено
stage-resolved = Завершено
decision-kind-resume = Продолжить прежнюю операцию
decision-kind-new-operation = Начать новую операцию
decision-kind-compensate = Отменить сделанное
decision-kind-close = Закрыть: больше ничего не делать
decision-state-proposed = ждёт второго человека
decision-state-made = принято
decision-state-refused = второй человек отказал
decision-state-returned = возвращено без ответа
decision-state-withdrawn = отозвано
instruction-state-offered = предложено источнику
instruction-state-taken = взято исполнителем
instruction-state-reported = исход сообщён
instruction-state-withdrawn = отозвано раньше, чем его взяли
instruction-state-lapsed = время вышло
instruction-outcome-done = выполнено
instruction-outcome-refused = отказ
instruction-outcome-unknown = неизвестно
resolution-resumed = Источник довёл операцию до конца.
resolution-confirmed-complete = Все шаги уже были выполнены; ничего не отправлялось.
resolution-new-operation = Её место заняла новая операция.
resolution-carried-out = Источник довёл новую операцию до конца.
resolution-compensated = Сделанное отменено.
resolution-closed = Закрыто: больше ничего не делается.
resolution-lapsed = Оставлено как есть по политике; решения никто не принимал.

no-decision-taking-open = До { $until } исполнитель ещё может отправлять шаги прежней операции.
no-decision-nothing-to-compensate = Ни один выполненный шаг сейчас нельзя отменить.
no-decision-being-undone = Сделанное отменяют. Можно только довести отмену до конца или закрыть операцию.
no-compensate-nothing-chosen = Выберите хотя бы один шаг, который нужно отменить.
not-undone-not-done = Шаг «{ $step }» не выполнен, отменять нечего.
not-undone-unknown = Неизвестно, выполнен ли шаг «{ $step }». Сначала это нужно выяснить.
not-undone-undone = Шаг «{ $step }» уже отменён.
not-undone-not-compensable = Источник не сообщал, что шаг «{ $step }» можно отменить.
settlement-undone-there = Отменено в самой системе
settlement-kept = Остаётся намеренно
settlement-never-ours = К нам никогда не относилось
no-decision-superseded = Место этой операции навсегда заняла другая: по ней больше ничего не отправляется. Можно учесть её последствия и закрыть дело.
no-new-not-acknowledged = Отметьте строку о шаге «{ $step }»: подтвердите, что знаете, что уже есть или может быть.
no-new-other-reference = Это не номер прежней операции.
no-new-payload-not-held = Содержимое прежней операции удалено, взять его неоткуда. Напишите содержимое новой операции в формате JSON.
no-new-payload-of-other-kind = Это JSON другого вида, чем у прежней операции: например, список вместо объекта. Исполнитель не сможет его прочитать: сохраните внешнюю форму.
no-new-key-not-usable = Такой ключ не годится: он пуст, длиннее 512 байт или содержит невидимые символы.
no-new-key-in-use = Этот ключ уже занят или был выдан раньше. Укажите другой.
no-resume-being-undone = Один из обратных шагов уже отправлен. Сделанное отменяют, продолжить операцию нельзя.
no-resume-choose-result = Шаг «{ $step }» выполнен не один раз. Укажите, с каким результатом операция идёт дальше.
no-resume-no-such-result = У шага «{ $step }» нет такого результата.
no-resume-no-such-step = В этой операции нет шага «{ $step }».
no-resume-skip-of-done = Шаг «{ $step }» выполнен, пропустить его нельзя.
no-resume-skip-without-reason = Укажите, почему шаг «{ $step }» пропускается.
no-resume-skip-not-acknowledged = Чтобы пропустить шаг «{ $step }», подтвердите, что его действие могло состояться.
no-resume-new-key-not-allowed = Новый ключ шагу «{ $step }» можно дать, только если отказали в каждой попытке.
no-resume-new-key-in-use = Новый ключ шага «{ $step }» уже занят.
no-resume-content-too-late = Изменённое содержимое невозможно: шаг «{ $step }» выполнен или мог быть выполнен с согласованным.
no-resume-choose-content = Под этим ключом пришло несколько версий содержимого. Укажите, какая принадлежит этой операции.
no-resume-no-such-content = Содержимое с таким отпечатком под этим ключом не приходило.
no-resume-content-needs-new-key = С изменённым содержимым шагу «{ $step }» нужен новый ключ.

unblock-check-finds = Проверка находит результат шага «{ $step }»
unblock-check-finds-then = Тогда он больше не отправляется, и операция продолжается со следующего шага.
unblock-check-absent = Проверка доказывает, что шага «{ $step }» там нет
unblock-check-absent-then = Тогда он отправляется снова.
unblock-check-absent-from = Пустой ответ станет доказательством после { $from }. Тогда шаг отправляется снова.
unblock-absence-never-proof = Пустой ответ о шаге «{ $step }» здесь ничего не доказывает
unblock-choose-result = Вы указываете, с каким результатом шага «{ $step }» операция идёт дальше
unblock-new-step-key = Вы назначаете шагу «{ $step }» новый ключ
unblock-new-step-key-then = На следующей странице, с обоснованием. Прежний ключ остаётся за другим шагом.
unblock-wait-until = Время исполнителя истекает: { $until }

no-authority-role = Ваша роль позволяет смотреть дела, но не решать.
not-permitted-role = Ваша роль этого не позволяет.
not-permitted-not-theirs = Отозвать может только автор решения или руководитель.
not-permitted-taken = Поздно: исполнитель уже взял поручение.
no-authority-not-claimed = Дело ни у кого не в работе. Сначала возьмите его.
no-authority-held = Дело в работе: { $who }.
no-authority-awaiting-approval = Предложение ждёт второго человека. До тех пор дело заморожено.
no-authority-decided = Решение принято и передаётся источнику.
no-authority-resolved = Дело завершено.
no-claim-held = Дело в работе: { $who }, до { $until }.
no-justification-empty = Объясните своими словами: не менее { $minimum } знаков.
no-justification-too-short = { $characters ->
    [one] { $characters } знак — слишком мало
    [few] { $characters } знака — слишком мало
   *[many] { $characters } знаков — слишком мало
}: нужно не менее { $minimum }.
no-justification-one-character = Один и тот же знак ничего не объясняет.
no-justification-too-long = { $characters ->
    [one] { $characters } знак — слишком много
    [few] { $characters } знака — слишком много
   *[many] { $characters } знаков — слишком много
}: не более { $maximum }.

actor-person = { $name }
actor-source = Источник { $name }
actor-program = Holdpoint
actor-policy = Политика ({ $name })
history-report-received = { $who }: сообщение об остановке
history-report-repeated = { $who }: сообщение пришло повторно; оно уже известно
history-report-conflicted = { $who }: под номером известного сообщения пришло другое содержимое; оно не принято
history-report-late = { $who }: сообщение, которое не добавляет ничего нового
history-case-opened = Дело открыто
history-kind-changed = По фактам изменился вид остановки
history-facts-added = { $who }: новые факты
history-claimed = { $who }: дело взято
history-released = { $who }: дело освобождено
history-claim-lapsed = Срок, на который дело взяли, истёк; оно свободно
history-taken-over = { $who }: дело забрано у другого
history-handed-over = { $who }: дело передано
history-waited = { $who }: дело отложено
history-wait-ended = Срок ожидания истёк: дело снова предлагается
history-owner-set = { $who }: назначен владелец
history-noted = { $who }: заметка
history-check-recorded = { $who }: записана проверка
history-hint-judged = { $who }: дано заключение, чьё найденное
history-hint-confirmed = { $who }: заключение о найденном подтверждено
history-proposed = { $who }: предложено решение
history-proposal-refused = { $who }: в предложении отказано
history-proposal-returned = Предложение возвращено без ответа
history-proposal-withdrawn = { $who }: предложение отозвано
history-decided-as-proposed = Решение принято так, как предлагает { $who }
stale-facts-changed = факты уже не те, на которых оно основано
stale-unanswered = никто не ответил вовремя
stale-not-after = время, до которого это можно было отправить, прошло
stale-rules = правила этого больше не допускают
tried-claim = Взять дело
tried-approve = Одобрить предложение
tried-refuse = Отказать в одобрении
tried-withdraw = Отозвать решение
tried-confirm-judgement = Подтвердить заключение
tried-release = Освободить дело
tried-check = Записать проверку
tried-judge = Дать заключение о найденном
tried-settle = Записать, что стало с лишним результатом
tried-wait = Отложить дело
tried-hand-over = Передать дело
tried-note = Добавить заметку
tried-take-over = Забрать дело
tried-set-owner = Назначить владельца
turned-away-about = { $tried } ({ $why })
turned-away-role = роль не даёт такого права
turned-away-own-proposal = собственное предложение одобрить нельзя
turned-away-same-person = собственное заключение подтвердить нельзя
turned-away-not-theirs = это может только автор решения или руководитель
turned-away-not-claimed = дело не было у этого человека в работе
turned-away-held-by-other = дело было в работе у другого
turned-away-awaiting-approval = предложение ждало одобрения
turned-away-decided = решение уже было принято
turned-away-resolved = дело было завершено
turned-away-nobody-holds = дело ни у кого не было в работе
turned-away-no-proposal = ни одно предложение не ждало ответа
turned-away-nothing-to-withdraw = отзывать было нечего
turned-away-taken = исполнитель уже взял поручение
history-approved = { $who }: предложение одобрено
history-decided = { $who }: решение принято
history-notice-delivered = Уведомление о поручении дошло до источника
history-notice-undelivered = Уведомить источник не удалось; попытки прекращены
history-notice-restarted = { $who }: уведомление отправлено ещё раз
history-endpoint-added = { $who }: добавлен адрес для уведомлений
history-endpoint-secret-changed = { $who }: у адреса для уведомлений новый секрет
history-endpoint-secret-ended = { $who }: старый секрет адреса больше не действует
history-endpoint-switched-off = { $who }: адрес для уведомлений отключён
history-endpoint-switched-on = { $who }: адрес для уведомлений включён
history-endpoint-tested = { $who }: адрес для уведомлений проверен
history-person-changed = Изменено право входа или пароль сотрудника
history-source-changed = Изменён источник или его токены
history-report-refused = { $who }: пришли отчёты, которые не удалось прочесть
history-accesses-sealed = Программа заверила последние записи журнала доступа
history-joint-act = { $who }: действие сразу с несколькими делами
history-alert-began = Условие оповещения выполнено для команды
history-alert-ended = Условие оповещения больше не выполнено
history-alert-told = Оповещение доставлено
history-alert-not-told = Оповещение доставить не удалось
history-view-changed = { $who }: изменён сохранённый вид
history-anchor-signed = Программа подписала последнюю запись истории
history-verified = { $who }: история проверена
history-rows-kept = Программа записала то, о чём не говорит ни одно дело
history-instruction-taken = { $who }: поручение взято
history-instruction-renewed = { $who }: продолжение разрешено
history-renewal-refused = { $who }: в продолжении отказано
history-outcome-reported = { $who }: сообщён исход
history-instruction-withdrawn = { $who }: поручение отозвано раньше, чем его взяли
history-instruction-expired = Срок поручения истёк, никто его не взял
history-taking-lapsed = Время исполнителя истекло, исход не сообщён
history-reopened = Дело вернулось на разбор
history-resolved = Дело завершено
history-superseded = Место этой операции навсегда заняла новая
history-lapse-moved = Дело не оставят как есть в названный срок
history-lapse-moved-answer = кто-то начал отвечать, дело ждёт человека
history-lapse-moved-person = по нынешней политике дело ждёт человека
history-lapse-moved-later = по нынешней политике: { $at }
history-lapsed = { $who }: оставлено как есть; решения никто не принимал
history-surplus-found = Обнаружен лишний результат
history-surplus-settled = { $who }: записано, что стало с лишним результатом
history-turned-away = { $who }: недопустимое или запоздалое действие отклонено
history-exported = { $who }: документы выгружены
history-removed = Документы удалены по сроку хранения; отпечатки остаются

attempt-name-number-worker = попытка { $number } исполнителя { $worker }
attempt-name-number = попытка { $number }
attempt-name-worker = попытка исполнителя { $worker }
attempt-name = попытка
dated-stop = Остановка
dated-attempt-number = Попытка { $number } шага «{ $step }»
dated-attempt = Попытка шага «{ $step }»
dated-observation = Увиденное в системе { $system }
dated-event-id = Событие { $id }
dated-event = Событие
odd-key-shared = У нескольких шагов один ключ, { $key }: { $steps }. Получатель может принять один шаг за другой.
odd-other-key = { $n ->
    [1] Одна попытка шага «{ $step }» ушла под ключом { $sent }
    [one] { $n } попытка шага «{ $step }» ушла под ключом { $sent }
    [few] { $n } попытки шага «{ $step }» ушли под ключом { $sent }
   *[many] { $n } попыток шага «{ $step }» ушло под ключом { $sent }
}, а не под собственным ключом шага { $own }.
odd-sent-without-key = { $n ->
    [1] Одна попытка шага «{ $step }» ушла без ключа
    [one] { $n } попытка шага «{ $step }» ушла без ключа
    [few] { $n } попытки шага «{ $step }» ушли без ключа
   *[many] { $n } попыток шага «{ $step }» ушло без ключа
}, хотя у шага он есть: { $own }.
odd-sent-with-key = { $n ->
    [1] Одна попытка шага «{ $step }» ушла под ключом { $sent }
    [one] { $n } попытка шага «{ $step }» ушла под ключом { $sent }
    [few] { $n } попытки шага «{ $step }» ушли под ключом { $sent }
   *[many] { $n } попыток шага «{ $step }» ушло под ключом { $sent }
}, хотя у шага ключа нет.
odd-no-key = У шага «{ $step }» нет ключа.
odd-several-keys = Кроме { $own }, сообщения называют для шага «{ $step }» { $n ->
    [1] другой ключ
    [one] ещё { $n } ключ
    [few] ещё { $n } ключа
   *[many] ещё { $n } ключей
}.
odd-empty-key = Ключ шага «{ $step }» прислан пустым. Это не ключ: узнать повтор получатель не мог.
odd-attempts-at-pending = Источник считает шаг «{ $step }» не начатым, а сам сообщает { $n ->
    [1] об одной его попытке
    [one] о { $n } его попытке
    [few] о { $n } его попытках
   *[many] о { $n } его попытках
}.
odd-no-attempts = Результат шага «{ $step }» неизвестен, а о попытках не сообщено ни об одной.
odd-overlap = Две попытки шага «{ $step }» шли одновременно: { $first } и { $second }.
odd-no-start = Не сообщено, когда началась { $attempt } шага «{ $step }».
odd-completed-after-pending = Шаг «{ $completed }» назван выполненным, а шаг «{ $pending }» перед ним — не начатым.
odd-completed-after-refused = В шаге «{ $refused }» отказано, а шаг «{ $completed }» после него назван выполненным.
odd-several-rows = Один запрос в системе { $system } нашёл { $id } в { $rows ->
    [one] { $rows } строке
   *[other] { $rows } строках
}: увидено столько раз или столько раз сделано.
odd-event-id-reused = Событие { $id } пришло с разным содержимым, вариантов: { $n }.
odd-numbers-out-of-order = Шаг «{ $step }»: { $second } началась раньше, чем { $first }.
odd-number-repeated = У нескольких попыток шага «{ $step }» один номер { $number }; всего таких попыток: { $n }.
odd-number-missing = Попытки { $number } нет в сообщениях. Её могли сделать и не записать.
odd-numbers-missing = Попыток с { $first } по { $last } нет в сообщениях. Их могли сделать и не записать.
odd-finished-before-started = Шаг «{ $step }»: { $attempt } закончилась раньше, чем началась.
odd-in-the-future = { $what }: время { $at } позже сообщения об этом, которое пришло { $told }.
odd-events-out-of-order = События пришли не в том порядке, в каком произошли: { $received } пришло раньше, чем { $happened }, а произошло позже.
odd-events-without-id = { $n ->
    [1] Одно событие без номера
    [one] { $n } событие без номера
    [few] { $n } события без номера
   *[many] { $n } событий без номера
}: повтор не отличить от другого события.
odd-stop-at-unlisted = Остановка названа на шаге, которого нет в списке: «{ $step }».
odd-no-description = Никто не сообщил, что делают эти шаги: { $steps }.
sending-done-as-several = { $done }: { $ids }
statement-unclear = В системе { $system } искали шаг «{ $step }», и увиденное неясно.
statement-in-progress = В системе { $system } искали шаг «{ $step }», и он там ещё выполнялся.

# Why Holdpoint itself stopped an operation again.
stopped-again-taking-without-outcome = Исполнитель взял поручение и не сообщил, чем всё кончилось
stopped-again-outcome-unknown = Исполнитель не знает, что стало с отправленным
stopped-again-outcome-refused = Получатель отказал
stopped-again-stopped-before-step = Всё, что можно было отправить, выполнено; следующий шаг нельзя отправить без новой проверки
stopped-again-done-more-than-once = Шаг выполнен больше раз, чем было известно при решении
stopped-again-late-outcome = Исполнитель сообщил новое, когда дело уже было завершено

judged-by-two = по заключению: { $first } и { $second }
headline-judged = Шаг «{ $step }» считается выполненным { $judged }.
stopped-again-late-check = Новое стало известно, когда дело уже было завершено
