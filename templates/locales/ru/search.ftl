# Поиск по любому идентификатору.

search-title = Поиск
search-title-of = Поиск: { $sought }
search-label = Любой идентификатор
search-again = Найти
search-nothing-sought = Что вы ищете?
search-nothing-found = Ничего не найдено
search-nothing-found-for = Ни у одной операции и ни у одного дела нет идентификатора, который равен { $sought } или начинается так.
search-what = Что можно найти в открытых и завершённых делах:
search-what-case = номер дела
search-what-operation = ключ операции
search-what-references = любую ссылку, которую дал источник: заказ, отгрузку, клиента, документ…
search-what-events = идентификатор события
search-what-keys = ключ идемпотентности шага или попытки
search-what-results = номер, который получатель присвоил сделанному
search-what-ours = номер поручения источнику и хеш записи истории о решении — те, что стоят на распечатках и в выгрузках
search-what-how = Заглавные и строчные буквы не различаются. Достаточно начала идентификатора; середины недостаточно.
search-column-operation = Операция
search-column-by = По чему найдено
search-column-case = Последнее дело
search-column-source = Источник
search-no-case = дела нет
search-found = { $n ->
    [one] { $n } операция
    [few] { $n } операции
   *[many] { $n } операций
}
search-more = { $n ->
    [one] Первая { $n } операция, есть ещё.
    [few] Первые { $n } операции, есть ещё.
   *[many] Первые { $n } операций, есть ещё.
} Введите больше знаков идентификатора.
search-by-number = номер дела
search-by-instruction = номер поручения источнику
search-by-hash = хеш записи истории о решении
search-by-operation-key = ключ операции
search-by-reference = ссылка { $name }
search-by-event = идентификатор события
search-by-step-key = ключ идемпотентности
search-by-result = номер у получателя
search-by-hold = объект, которого касается операция
search-by-report = сообщение об остановке
search-by-supersedes = ключ операции, место которой она заняла
search-by-superseded-by = ключ операции, занявшей её место
search-by-issued-key = ключ, выданный новой операции на её место
search-by-other = { $name }
