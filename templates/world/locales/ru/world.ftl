world-title = Учебный мир
world-brand = Учебный мир
world-nav = Программа
world-to-holdpoint = Holdpoint
world-about = Магазин, заказы которого проходят через четыре системы. Время от времени что-то ломается, и то, что нельзя продолжить без человека, попадает в Holdpoint. Здесь видно, что системы сделали на самом деле.
world-now = Здесь сейчас { $time } UTC.

guide-title = Первые пять минут
guide-waits = Первое дело появится через несколько секунд. Если его ещё нет, обновите страницу.
guide-sign-in = Войдите в Holdpoint под именем
guide-password = пароль напечатан там, где вы запустили демонстрацию
guide-open = Откройте это дело
guide-open-why = заказ { $order }: склад не ответил
guide-take = Возьмите его и загляните в журнал склада:
guide-take-link = отгрузка { $shipment }
guide-take-why = если задание есть, запишите в деле, что нашли его по отгрузке { $shipment }, и укажите номер
guide-resume = Продолжите прежнюю операцию
guide-resume-why = в деле сказано, какие шаги будут отправлены, а какие нет
guide-proof = Снова загляните в журнал склада:
guide-proof-link = одно задание для { $shipment }
guide-proof-why = и одно письмо покупателю
guide-done = Готово: заказ { $order } прошёл, и ничего не случилось дважды.

orders-title = Заказы и что с ними
orders-order = Заказ
orders-holdpoint = В Holdpoint
orders-case = Дело { $case }
orders-none = Заказов пока нет.
orders-fine = прошёл
orders-under-way = в пути
orders-twice = { $count ->
    [one] { $count } раз!
    [few] { $count } раза!
   *[many] { $count } раз!
}
gate-clear = дела нет
gate-held = ждёт человека
gate-instructed = решено, ещё не взято
gate-executing = исполняется
gate-done = сделано
gate-closed = закрыто
gate-superseded = заменено другой операцией

scenes-title = Пусть что-нибудь случится
scenes-orders = С новым заказом
scenes-last = С последним заказом
scenes-warehouse = На складе, пока не нажмёте ещё раз
scenes-time = Пусть пройдёт время
scenes-time-hint = Для всех здесь, и для Holdpoint тоже. Через два часа придётся войти снова.
scene-order = Всё идёт хорошо
scene-answer-lost = Склад всё сделал, но ответ потерян
scene-request-lost = Запрос не дошёл до склада
scene-payment-error = Деньги списаны, а ответ — 500
scene-crash = Коннектор падает, не сохранив номер задания
scene-changed = Он приходит снова с другим количеством
scene-double = Его событие приходит дважды
scene-slow-index = Поиск отстаёт на час
scene-outage = Не работает в разгар распродажи
scene-on = включено
pass-600 = 10 минут
pass-7200 = 2 часа
pass-86400 = 1 день
played = Готово: { $what }.
played-order = Заказ { $order }: { $what }.

books-title = Журналы систем
books-about = Что сделала каждая система, начиная с последнего. Ни одного слова Holdpoint здесь нет.
books-of = Только то, что относится к { $what }.
books-all = Показать всё
books-at = Время
books-what = Что
books-reference = О чём
books-key = Под ключом
books-answer = Ответ
books-no-key = без ключа
books-no-effect = ничего не сделано
books-none = Здесь пусто.
system-erp = Учётная система Ledger ERP
system-pay = Платежи Polar Pay
system-warehouse = Портовый склад Harbour Warehouse
system-mail = Почта Post Mail
promise-erp = Помнит ключ всегда; поиск показывает всё сразу.
promise-pay = Помнит ключ 24 часа и повторяет первый ответ, даже 500; поиск отстаёт на минуту.
promise-warehouse = Помнит ключ 2 часа; поиск отстаёт на минуту, а этот список — нет.
promise-mail = Ключей не знает, и спросить её о письме нельзя.
