# Журнал доступа.

nav-access = Доступ
access-title = Кто что открывал
access-about = Каждая открытая страница дела, каждый открытый документ и каждая выгрузка. Если человек открыл то же самое ещё раз в течение минуты, здесь это одна запись.
access-since = хранится с { $at }
access-copy = Этот экземпляр не может писать в базу: то, что открывают здесь, попадает в журнал программы, а не на эту страницу.
access-opened = Что открыто
access-opened-all = Всё
access-case = Случай
access-case-number = Случай { $case }
access-key = Ключ операции
access-caption = Что открывали, сначала последнее
access-empty = Пока ничего не открывали
access-empty-why = Каждое дело и каждый документ появятся здесь, как только его кто-нибудь откроет.
access-column-at = Когда
opened-case = Случай
opened-content = Содержимое
opened-report = Сообщение источника
opened-refused-report = Отклонённое сообщение
opened-export = Выгрузка
opened-unmasked = Скрытые значения, с причиной
