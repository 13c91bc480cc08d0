# Страницы решений и то, что они говорят, когда ничего не записано.

seen-title = Факты, как их видно
seen-stored = сохраняются вместе с решением
seen-case = Дело
seen-case-version = { $id }, версия { $version }
seen-step = Шаг { $no }
seen-outside = Видели вовне
seen-digest = Отпечаток
seen-uncertain = Остаётся неясным:
uncertain-step = выполнен ли шаг «{ $step }» в системе { $system }.
knowledge-absent-proven = Его там нет: это доказывает пустой ответ

decide-on-version = Вы решаете по версии { $version }, на { $at }
decide-not-recorded = Пока ничего не записано
decide-why = Почему
decide-reason = Причина
decide-reason-missing = Выберите причину.
reason-no-protected-repeat = Эта причина не подходит: ни один неясный шаг не повторяется под защитой. Выберите другую.
reason-no-absence-proven = Эта причина не подходит: ни один шаг не отправляется потому, что доказано отсутствие результата. Выберите другую.
reason-nothing-found = Эта причина не подходит: ни одна проверка не нашла результата этой операции. Выберите другую.
reason-nothing-not-done = Эта причина не подходит: все шаги, которые будут отправлены, уже отправлялись, и получатель их не отклонял. Выберите другую.
reason-no-content-settled = Эта причина не подходит: содержимое только одно. Выберите другую.
decide-wants-reference = (укажите номер ниже)
decide-wants-operation = (укажите ниже ключ другой операции)
decide-named = Номер или ключ другой операции, если этого требует причина
decide-reference-missing = Для этой причины нужен номер того, что сделано другим способом.
decide-operation-missing = Для этой причины нужен ключ другой операции.
decide-too-long = Слишком длинно.
decide-holds-not-acknowledged = { $n ->
    [one] Ещё { $n } открытое дело касается того же объекта. Подтвердите, что знаете о нём.
    [few] Ещё { $n } открытых дела касаются того же объекта. Подтвердите, что знаете о них.
   *[many] Ещё { $n } открытых дел касаются того же объекта. Подтвердите, что знаете о них.
}
decide-justification = Обоснование
decide-justification-hint = Своими словами, не менее { $n } знаков. Остаётся в истории навсегда.
decide-count = Знаков: {"{n}"}, нужно не менее {"{min}"}
decide-confirm = Подтверждение
decide-back-to-case = Назад к делу
decide-recorded-under-your-name = Записывается под вашим именем вместе с фактами на этой странице.

resume-title = Продолжить { $title }
resume-here = Продолжение
resume-what-this-does = Что делает эта страница
resume-same-key = та же операция, новая не создаётся
resume-headline = Продолжить { $title } с шага { $no }, «{ $step }»
resume-headline-complete = Подтвердить, что { $title } выполнена
resume-what-will-happen = Что произойдёт
resume-source-is-told = { $source } получит поручение продолжить
resume-one-worker = Поручение возьмёт один исполнитель источника. Второй не сможет.
resume-not-after = Не позже { $at }
resume-not-after-why = Исполнителю, взявшему поручение позже, будет отказано, ничего не отправится, и дело вернётся в очередь.
resume-take-before = Если до { $at } поручение никто не возьмёт, дело вернётся в очередь.
resume-asks = Что вы решаете вместе с этим
resume-which-content = Какое содержимое принадлежит этой операции?
resume-content-agreed = Согласованное содержимое
resume-content-agreed-hint = Все другие версии отклоняются и остаются в истории.
resume-content-changed = Изменённое содержимое
resume-content-not-known = Невозможно: что в нём, никто не знает.
resume-content-keys = С изменённым содержимым каждый шаг отправляется под новым ключом.
resume-content-keys-why = Прежние ключи связаны с согласованным содержимым. Новые действуют, только если вы выбрали изменённое.
resume-which-result = Шаг «{ $step }» выполнен не один раз. С каким результатом идёт операция?
resume-surplus = Остальные — лишние: они существуют, сами не отменятся, и кто-то должен за них отчитаться.
resume-old-key = «{ $step }»: ключ до сих пор
resume-new-key = Новый ключ
resume-new-key-hint = Прежний получатель знает по другому шагу. Меняйте, только если получателю нужен ключ иного вида.
resume-holds = { $n ->
    [one] Я знаю, что ещё { $n } открытое дело касается того же объекта.
    [few] Я знаю, что ещё { $n } открытых дела касаются того же объекта.
   *[many] Я знаю, что ещё { $n } открытых дел касаются того же объекта.
}
resume-skips = Пропустить шаг, который не нужен
resume-skips-hint = Пропущенный шаг никогда не отправляется, и в поручении об этом сказано. Операция продолжится после него.
resume-skip-step = Шаг «{ $step }» не нужен: пропустить его
resume-skip-reason = Почему он пропускается
resume-skip-known = Я знаю, что его результат может существовать.
resume-skips-show = Показать, что произойдёт
resume-skips-show-hint = При этом ничего не записывается.
resume-skips-blocked = Пропустить шаг, который не нужен…
resume-button = Записать решение и продолжить
resume-button-complete = Записать, что операция выполнена

compensate-title = Отменить { $title }
compensate-here = Отмена
compensate-bar = Отменить сделанное
compensate-bar-over = после этого продолжить операцию нельзя
compensate-headline = Отменить { $title }: сделанное отменяется
compensate-what = Что произойдёт
compensate-which = Отменить эти шаги
compensate-undo = Шаг «{ $step }» в системе { $system } отменяется
compensate-exists = Существует как
compensate-by = Отдельным шагом «{ $undoing }».
compensate-own-key = Под собственным ключом:
compensate-not-undone = Что не отменяется и почему
compensate-local-record = Удаление записи здесь или в вашей собственной системе ничего не отменяет снаружи.
compensate-resume-over = Как только исполнитель возьмёт поручение, продолжить операцию будет нельзя. До этого решение можно отозвать.
compensate-until-outcome = Дело остаётся открытым, пока источник не сообщит, что всё отменено. Потерянный ответ на отмену так же неизвестен, как любой другой.
compensate-role = Отменить сделанное может только старший проверяющий.
compensate-button = Записать решение и отменить
compensate-button-rest = Записать решение и довести отмену до конца
undo-starts = Отправляется впервые.

close-title = Закрыть { $title }
close-here = Закрытие
close-headline = Закрыть { $title }: больше ничего не делать
close-source-is-told = { $source } узнает, что больше ничего делать не нужно:
close-for-good = После этого ни одно поручение этой операции взять нельзя.
close-stays-uncertain = Это останется неясным
close-button = Записать решение и закрыть

changed-title = Ничего не записано
changed-here = Не записано
changed-nothing-recorded = Ничего не записано.
changed-headline = Пока вы писали, дело изменилось.
changed-versions = Вы решали по версии { $seen }. Сейчас версия { $now }.
changed-nothing-sent = По вашему решению ничего не отправляется. Ваш текст сохранён ниже.
changed-what = Что изменилось после версии { $version }
changed-table = Что изменилось, можно прокручивать
changed-step = Шаг
changed-you-saw = Вы видели ({ $version })
changed-now = Сейчас ({ $version })
changed-before = Вы видели
changed-after = Сейчас
changed-only-time = Ничего не случилось, но прошло время: изменилось то, что защищает повтор, или то, что доказывает пустой ответ.
changed-your-text = Ваш текст
changed-to-case = Открыть дело
changed-take = Взять дело и открыть снова с этим текстом
changed-look-again = Открыть версию { $version } с этим текстом
changed-leave = Оставить, назад в очередь
changed-meant = Что вы собирались сделать
changed-decision = Решение
changed-pressed = Нажато

check-seen-missing = Укажите, что вы увидели.
check-at-once-missing = Укажите, видны ли там новые записи сразу.
check-no-such-step = Такого шага в этой операции больше нет.
check-place-missing = Укажите, где вы смотрели.
check-by-missing = Укажите, по какому идентификатору вы искали.
check-reference-missing = Укажите номер найденного.
check-too-long = Один из текстов слишком длинный.

release-held-by-other = Вы больше не держите это дело: его держит { $who }.
release-not-held = Вы больше не держите это дело: срок вышел.
no-claim-decided = { $who }, решение в { $at }: { $kind }.
