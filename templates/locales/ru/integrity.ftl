# Цела ли история и что вне базы это доказывает.

nav-integrity = Целостность
integrity-title = Целостность истории
integrity-about = Каждая запись истории содержит хеш предыдущей и ручается за строки, записанные вместе с ней. Проверка читает всё и называет первое, что не сходится.
integrity-verify = Проверить сейчас
integrity-running = Идёт проверка
integrity-since = Начата
integrity-stage-begun = Проверяется, читается ли база и та ли у неё схема
integrity-stage-entries = Сначала цепочка: запись { $reached } из { $last }
integrity-stage-rows = Затем строки: { $reached } из { $last } в таблице { $table }
integrity-stage-register = Затем реестр, заново прочитанный из истории: строка { $reached } из { $last }
integrity-stage-counts = Напоследок счётчики
integrity-interrupted = Последняя проверка не дошла до конца.
integrity-goes-on = Следующая продолжит с этого места.
integrity-begins-anew = Следующая начнёт с первой записи.
integrity-look-again = Обновить
integrity-verifications = Проверки
integrity-never = Здесь ещё никто не запускал проверку
integrity-never-why = Из командной строки:
integrity-column-when = Когда
integrity-column-who = Кто
integrity-column-result = Итог
integrity-whole = История цела
integrity-came = { $entries ->
    [one] { $entries } запись
    [few] { $entries } записи
   *[many] { $entries } записей
 }, { $rows ->
    [one] сверена { $rows } строка
    [few] сверены { $rows } строки
   *[many] сверено { $rows } строк
 }
integrity-found = Строки, о которых история не говорила, заверены в том виде, в каком их нашли; последние — записью { $entry }
integrity-fault-chain = Цепочка разорвана: запись изменена, удалена, вставлена или переставлена
integrity-fault-changed = Строка { $key } таблицы { $table } изменена: она не та, о которой говорит запись { $entry }
integrity-fault-gone = Строки { $key } таблицы { $table } больше нет, а запись { $entry } о ней говорит
integrity-fault-added = Строка { $key } таблицы { $table } добавлена: о ней не говорит ни одна запись
integrity-fault-added-last = Строка { $key } таблицы { $table } идёт после всех, о которых говорит история: её добавили или у истории отрезали конец
integrity-fault-counted = Счётчики не сходятся с тем, что есть
integrity-fault-unmatched = Решение и его поручение не ссылаются друг на друга
integrity-fault-anchor = В истории больше нет заверенной записи: конец отрезан или история переписана
integrity-fault-register = Строка { $entry } реестра решений изменена: история говорит другое
integrity-fault-schema = Схема базы не та, которую создаёт эта версия
integrity-fault-schema-in = Схема базы не та, которую создаёт эта версия; { $how ->
    [added] добавлено
    [missing] не хватает
   *[changed] изменено
}: { $kind ->
    [view] представление
    [column] столбец
    [index] индекс
    [trigger] триггер
    [rule] правило
    [migration] миграция
   *[table] таблица
} { $name }
integrity-fault-other-history = Запись { $entry } не та, которую прочла прерванная проверка
integrity-fault-damaged = База читается не так, как была записана
integrity-anchors = Якоря
integrity-anchors-about = Конец цепочки, подписанный и записанный вне базы. По якорям видно, если конец истории отрезан или она переписана целиком.
integrity-no-anchors = Якорей ещё нет
integrity-no-anchors-why = Якоря подписываются ключом:
integrity-column-entry = Запись
integrity-column-signed = Подписан
integrity-column-where = Записан
integrity-column-holds = Состояние
integrity-to-log = в журнал
integrity-to-file = в файл
integrity-to-webhook = вебхуком
integrity-holds = Запись на месте
