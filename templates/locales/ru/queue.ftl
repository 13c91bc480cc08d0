# Очередь: списки дел.

queue-title = Очередь
queue-title-lane = { $lane } ({ $n }), очередь
queue-title-list = { $list }, очередь
queue-stage = Стадия
queue-to-review = На разбор
queue-put-off = Отложены
queue-put-off-about = К этим делам решено вернуться в назначенное время, раньше их никому не предлагают. Из очереди они не уходят, сроки по ним идут.
queue-under-way = Решено, исполняется
queue-resolved = Завершено
queue-mine = Мои
queue-as-of = На { $at }
queue-refresh = Обновить
queue-take-next = Взять следующее
queue-take-next-hint = самое срочное свободное дело в этом списке
queue-nothing-free = В этом списке нет свободных дел: все в работе, отложены или ждут второго человека.
queue-ignored = { $n ->
    [one] В адресе есть непонятная часть, она не учтена: { $names }.
    [few] В адресе есть непонятные части, они не учтены: { $names }.
   *[many] В адресе есть непонятные части, они не учтены: { $names }.
}
queue-views = Виды
queue-view-all = Все
queue-view-team = Моя команда: { $team }
queue-view-free = Свободные
queue-kinds = Вид остановки
queue-oldest = самое старое: { $span }
queue-none-over = просроченных нет
queue-over = просрочено: { $n }
queue-lane-empty = ничего не ждёт

queue-filters = Фильтры и порядок
queue-type = Тип
queue-type-all = Все типы
queue-system = Получатель
queue-system-all = Все системы
queue-owner = Владелец
queue-owner-all = Все владельцы
queue-source = Источник
queue-source-all = Все источники
queue-holder = У кого в работе
queue-holder-any = Неважно
queue-holder-free = Свободные
queue-holder-me = У меня
queue-order = Порядок
queue-order-urgent = Сначала срочные
queue-order-waiting = Сначала давние
queue-order-protection = Сначала с истекающей защитой
queue-apply = Применить
queue-clear = Сбросить фильтры

queue-caption = { $list }, { $order }
queue-sorted-urgent = По срочности: что истекает раньше
queue-sorted-waiting = По ожиданию: сначала самые давние
queue-sorted-protection = По защите: что истекает раньше
queue-sorted-put-off = По времени возвращения: ближайшие сверху
queue-sorted-under-way = По времени решения: сначала самые давние
queue-sorted-resolved = По времени завершения: сначала последние
queue-column-waiting = Ждёт
queue-column-put-off = Вернётся
queue-column-decided = Решено
queue-column-resolved = Завершено
queue-column-operation = Операция
queue-column-at = Где остановилось
queue-column-why = Почему остановилось
queue-column-protection = Защита
queue-column-owner = Владелец и у кого в работе
queue-column-owner-and-state = Владелец и состояние
queue-column-owner-and-outcome = Владелец и исход
queue-label-at = Где
queue-label-why = Почему
queue-label-owner = Владелец

queue-over-by = просрочено на { $span }
queue-decide-by = решить до { $at }
queue-lapses = без ответа: оставить как есть { $at }
queue-decided-ago = { $span } назад
queue-stopped-ago = остановка { $span } назад
queue-resolved-after = через { $span } после остановки
queue-tag-high-risk = Высокий риск
queue-tag-again = Остановилось снова
queue-tag-no-policy = Тип не описан в политике
queue-step-of = { $n } из { $of }
queue-why-conflict = Тот же ключ, другое содержимое
queue-why-none = Источник не назвал причину
queue-attempts = { $n ->
    [0] попыток на этом шаге нет
    [one] { $n } попытка
    [few] { $n } попытки
   *[many] { $n } попыток
}
queue-last-attempt = последняя { $at }
queue-protection-until = до { $at }
queue-protection-over = истекла: { $at }
queue-protection-without-end = без срока: повтор безвреден
queue-protection-none = нет
queue-protection-stored-5xx = повтор бесполезен: получатель вернёт сохранённую ошибку 5xx
queue-protection-not-known = неизвестна
queue-protection-not-needed = не нужна
queue-protection-refused = не нужна: получатель отказал
queue-protection-not-there = не нужна: доказано, что там этого нет
queue-protection-never-sent = не нужна: не отправлялось
queue-protection-all-done = не нужна: все шаги выполнены
queue-every-team = любая команда
queue-free = свободно
queue-you = Вы
queue-held-until = до { $at }
queue-desk-awaiting-approval = ждёт второго человека
queue-desk-decided = источник ещё не взял поручение
queue-desk-executing = исполняется источником
queue-desk-resumed = доведено до конца
queue-desk-confirmed-complete = подтверждено: всё выполнено
queue-desk-new-operation = заменено новой операцией
queue-desk-carried-out = новая операция выполнена
queue-desk-compensated = сделанное отменено
queue-desk-closed = закрыто
queue-desk-lapsed = оставлено как есть по политике
queue-desk-resolved = завершено

queue-shown = { $n } из { $all }
queue-shown-here = { $n ->
    [one] { $n } дело
    [few] { $n } дела
   *[many] { $n } дел
}
queue-pages = Страницы
queue-previous = Назад
queue-next = Вперёд

queue-empty-result-unknown = Дел с неизвестным результатом нет
queue-empty-next-step-pending = Дел, в которых ждёт следующий шаг, нет
queue-empty-payload-conflict = Дел с расхождением содержимого нет
queue-empty-decided = Последнее такое дело решили: { $at }.
queue-empty-reported = Последнее сообщение об остановке, какого бы вида она ни была, пришло: { $at }. Значит, список пуст, а связь есть.
queue-empty-no-reports = Ни один источник ещё не сообщал об остановке. Когда сообщит, дело появится здесь само.
queue-empty-go = Перейти: { $lane } ({ $n })
queue-empty-filtered = Под эти фильтры не подходит ни одно дело
queue-empty-filtered-why = { $n ->
    [0] Без фильтров этот список тоже пуст.
    [one] Без фильтров в этом списке { $n } дело.
    [few] Без фильтров в этом списке { $n } дела.
   *[many] Без фильтров в этом списке { $n } дел.
}
queue-empty-page = На этой странице больше ничего нет
queue-empty-page-why = Дела, которые здесь стояли, уже решены или переместились.
queue-to-first = На первую страницу
queue-empty-mine = У вас нет дел в работе
queue-empty-mine-why = Взятое дело остаётся у вас полчаса и дольше, пока вы над ним работаете. Всё это время оно стоит здесь.
queue-empty-to-queue = К очереди
queue-empty-put-off = Ничего не отложено
queue-empty-put-off-why = Тот, у кого дело в работе, может назначить время, когда к нему вернуться. До этого времени дело будет здесь.
queue-empty-under-way = Сейчас ничего не исполняется
queue-empty-under-way-why = Решения стоят здесь с момента принятия, пока источник не сообщит, чем кончилось.
queue-empty-resolved = Пока ничего не завершено
queue-empty-resolved-why = Дела появляются здесь, когда источник сообщил исход или подтвердил, что больше ничего не делается.

chain-unknown = Шаг { $n } из { $of }: результат неизвестен
chain-next = Шаг { $n } из { $of }: не отправлялся, он следующий
chain-refused = Шаг { $n } из { $of }: отказ
chain-not-there = Шаг { $n } из { $of }: доказано, что его нет; он следующий
chain-conflict = Шаг { $n } из { $of }: два варианта содержимого
chain-all-done = { $of ->
    [0] Шаги неизвестны
    [1] Единственный шаг выполнен
   *[other] Все шаги ({ $of }) выполнены
}

# Сохранённые виды.
views-title = Сохранённые виды
views-about = Вид — это отборы очереди под названием. Свои виды меняете вы. Вид, которым поделились с командой, видят все в ней, а меняют автор и руководители. С какого вида открывается очередь, каждый выбирает сам.
views-none = Видов пока нет
views-none-why = Задайте отборы в очереди и нажмите «Сохранить вид».
views-new-title = Сохранить вид
views-save-this = Сохранить вид
views-shows = Показывает:
views-part = { $label }: { $value }
views-name = Название
views-for = Для кого
views-for-me = Только для меня
views-for-team = Для команды { $team }
views-opens = Моя очередь открывается с него
views-save = Сохранить вид
views-back = Назад к очереди
views-own = Ваш
views-shared-by = Для команды { $team }, автор: { $maker }
views-of-team = Им делится команда { $team }.
views-opens-with-it = открывается первым
views-open-with = Открывать очередь с него
views-open-everything = Открывать очередь целиком
views-rename = Переименовать
views-remove = Удалить
views-remove-own = Исчезнет только название; дела не изменятся.
views-remove-shared = Вид исчезнет у всех в команде { $team }. Дела не изменятся.
views-remove-now = Удалить вид
views-replace = Заменить тем, что показано
views-as-saved = Как было сохранено
views-everything = Показать всё
views-on = Включён вид { $name }: другие дела не показаны.
views-on-by-itself = Очередь открывается с вида { $name }: другие дела не показаны.
views-on-changed = Открыт вид { $name }, но показано уже другое.
views-is-outdated = устарел
views-outdated = { $n ->
    [one] В виде { $name } есть отбор, который больше не понятен ({ $names }), поэтому вид не применён.
    [few] В виде { $name } есть отборы, которые больше не понятны ({ $names }), поэтому вид не применён.
   *[many] В виде { $name } есть отборы, которые больше не понятны ({ $names }), поэтому вид не применён.
}
views-not-yours-any-more = Вид, с которого открывалась очередь, вам больше не доступен: показано всё.
views-name-empty = Дайте виду название.
views-name-too-long = В названии не больше { $n } знаков.
views-name-unseen = В названии есть невидимые знаки. Наберите его заново.
views-name-taken = Вид с таким названием уже есть. Выберите другое или замените тот вид.
views-too-many = Видов уже { $n }, больше не хранится. Сначала удалите какой-нибудь.
views-too-long = Эти отборы длиннее, чем может хранить вид.
views-not-theirs = Автор этого вида: { $maker }. Меняют его автор и руководители.
views-not-their-team = Поделиться видом можно со своей командой.
