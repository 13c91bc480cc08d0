# Источники, адреса для уведомлений и сами уведомления в пути.

nav-sources = Источники
sources-title = Источники
sources-about = Куда каждому источнику сообщают, что для него есть поручение. Источник без адреса спрашивает сам.
sources-empty = Источников пока нет
sources-empty-why = Источники добавляют в командной строке:
sources-column-source = Источник
sources-column-owner = Владелец
sources-column-endpoints = Адреса для уведомлений
sources-undelivered = { $n ->
    [one] { $shown } уведомление не доставлено
    [few] { $shown } уведомления не доставлены
   *[many] { $shown } уведомлений не доставлено
}
sources-disabled = доступ закрыт
sources-every-team = любая команда
sources-add-endpoint = Адрес добавляют в командной строке, она один раз покажет его секрет:

endpoints-none = Адреса нет: источник спрашивает сам
endpoint-on = Включён
endpoint-off = Отключён
endpoint-gone = Отключён: ответил 410
endpoint-since = с { $at }
endpoint-gone-why = По этому адресу ответили, что там больше никого нет. Уведомления ждут, пока адрес не включат или пока не выйдет их срок.
endpoint-secret = Секрет действует с { $since }
endpoint-secret-old = Старый секрет действует с { $since } до { $at }
endpoint-secrets-both = Секрет меняется: пока действует старый, каждое уведомление подписано обоими.
endpoint-test = Отправить проверочное уведомление
endpoint-switch-off = Отключить
endpoint-switch-on = Включить
endpoint-bad = По такому адресу обращаться нельзя.
endpoint-known = Этот адрес у источника уже есть.
endpoint-two-secrets = Уже действуют два секрета. Сначала отмените старый.
endpoint-one-secret = Секрет только один, без него нечем подписывать.
endpoint-is-off = Адрес уже отключён.
endpoint-is-on = Адрес уже включён.
endpoint-not-on = Адрес отключён. Сначала включите его.
redeliver-on-its-way = Это уведомление как раз отправляется.

deliveries-title = Уведомления источнику
deliveries-undelivered = Не доставлены
deliveries-latest = Последние уведомления
deliveries-none = Уведомлений ещё не было
notice-offered = Есть поручение
notice-withdrawn = Поручение отозвано
notice-test = Проверка
delivery-waiting = В пути
delivery-delivered = Доставлено
delivery-undelivered = Не доставлено
delivery-next = следующая попытка { $at }
delivery-under-way = идёт попытка
delivery-while-off = пока адрес отключён, попыток не будет
delivery-calls = { $n ->
    [one] { $n } попытка
    [few] { $n } попытки
   *[many] { $n } попыток
}
delivery-again = Уведомить источник снова
call-answered = Ответ { $status }
call-took = за { $ms } мс
failure-not-allowed = Не отправлено: адрес не из открытого интернета, а настройки его не разрешают
failure-no-such-host = По этому имени нет адреса
failure-no-connection = Нет соединения
failure-no-trust = Сертификату нельзя доверять
failure-no-secret = Вызова не было: нет секрета для подписи
failure-timed-out = Ответ не пришёл вовремя
failure-broken-off = Соединение прервалось до ответа
