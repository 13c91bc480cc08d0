# То, что стоит вокруг каждой страницы.

frame-copy = Это копия для чтения. Изменить здесь ничего нельзя, и она может отставать на несколько мгновений.
frame-skip = К содержанию
frame-nav = Главное меню
frame-find = Найти
frame-find-any = Найти по любому идентификатору
frame-find-hint = Заказ, отгрузка, ключ, ссылка…
frame-sign-out = Выйти
frame-paper-folded = Документ, свёрнутый на экране, свёрнут и здесь. Чтобы он попал на бумагу, разверните его перед печатью.
frame-moment = { $at } (UTC{ $offset })
frame-zone = { $zone ->
    [UTC] Время по UTC
    [Europe-Kaliningrad] Время калининградское (UTC{ $offset })
    [Europe-Moscow] Время московское (UTC{ $offset })
    [Europe-Samara] Время самарское (UTC{ $offset })
    [Asia-Yekaterinburg] Время екатеринбургское (UTC{ $offset })
    [Asia-Omsk] Время омское (UTC{ $offset })
    [Asia-Novosibirsk] Время новосибирское (UTC{ $offset })
    [Asia-Krasnoyarsk] Время красноярское (UTC{ $offset })
    [Asia-Irkutsk] Время иркутское (UTC{ $offset })
    [Asia-Yakutsk] Время якутское (UTC{ $offset })
    [Asia-Vladivostok] Время владивостокское (UTC{ $offset })
    [Asia-Magadan] Время магаданское (UTC{ $offset })
    [Asia-Kamchatka] Время камчатское (UTC{ $offset })
    [Europe-Minsk] Время минское (UTC{ $offset })
    [Asia-Almaty] Время алматинское (UTC{ $offset })
   *[other] Время: { $place } (UTC{ $offset })
}

nav-queue = Очередь
nav-mine = Мои
nav-refused = Отклонённые

role-reviewer = Проверяющий
role-senior-reviewer = Старший проверяющий
role-manager = Руководитель
role-auditor = Аудитор
role-admin = Администратор
quote-open = «
quote-close = »
