settings-title = Настройки
settings-language = Язык
settings-language-browser = Как в браузере
settings-zone = Часовой пояс
settings-zone-hint = Например, Europe/Moscow или Asia/Omsk. Если не указать, то пояс сервера: { $zone }.
settings-zone-unknown = Часового пояса «{ $zone }» нет.
settings-theme = Оформление
settings-save = Сохранить
settings-saved = Сохранено.
settings-not-saved = Не сохранено: проверьте часовой пояс.

theme-system = Как в системе
theme-light = Светлое
theme-dark = Тёмное
language-en = English
language-ru = Русский
