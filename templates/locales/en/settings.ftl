settings-title = Settings
settings-language = Language
settings-language-browser = As the browser asks
settings-zone = Time zone
settings-zone-hint = For example Europe/Moscow or Asia/Omsk. Left empty, it is the server’s: { $zone }.
settings-zone-unknown = There is no time zone “{ $zone }”.
settings-theme = Theme
settings-save = Save
settings-saved = Saved.
settings-not-saved = Not saved: see the time zone.

theme-system = System
theme-light = Light
theme-dark = Dark
language-en = English
language-ru = Русский
