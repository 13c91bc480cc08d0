# Что делают с делом, кроме решений: отложить, передать, заметка, забрать, назначить владельца; черновики; клавиши.

no-deed-nobody-holds = Дело никто не держит, забирать не у кого. Передайте его.
no-wait-past = Это время уже прошло. Назовите будущее.
no-wait-too-long = Так долго правила ждать не дают: не позднее { $latest }.
no-receiver-no-such-person = Под таким именем здесь никто не работает.
no-receiver-takes-no-cases = { $who } дел не берёт: роль не позволяет решать.
no-receiver-has-it = Дело уже держит { $who }.
no-receiver-no-such-team = Такой команды нет.
no-receiver-owns-it = Дело уже принадлежит команде { $team }.
no-receiver-every-team-owns-it = Дело и так общее для всех команд.
no-words = Напишите что-нибудь своими словами.

desk-not-now = Ничего не записано.
desk-what = Что произойдёт
desk-say = Ваши слова
desk-recorded = Записывается в историю под вашим именем.
desk-words-hint = { $n ->
    [1] Своими словами. Это останется в истории навсегда.
   *[other] Своими словами, не менее { $n } знаков. Это останется в истории навсегда.
}
desk-look-again-at = Вернуться к делу
desk-until-hint = Не позднее { $latest }.
desk-until-missing = Укажите дату и время.
desk-to = Кому
desk-to-choose = Выберите…
desk-to-missing = Выберите, кому.
desk-to-people = Люди
desk-to-teams = Команды-владельцы
desk-to-nobody = Никому: обратно в очередь
desk-to-every-team = Всем командам
desk-due-stays = Срок не меняется: { $at }. Возраст дела продолжает расти.

desk-wait = Отложить
desk-wait-hint = Вернуться в названное время. Возраст дела продолжает расти.
desk-wait-headline = Вернуться к { $title } позже
desk-wait-free = Вы освобождаете дело. «Взять следующее» до этого времени его пропускает; оно остаётся в очереди с вашей причиной, и взять его может любой.
desk-wait-comes-back = В названное время дело само предлагается снова, а если раньше станет известно что-то новое, то раньше.
desk-wait-protection = Защита ключа заканчивается { $at }. После этого без проверки отправлять повторно нельзя.
desk-wait-words = Чего вы ждёте
desk-wait-button = Отложить до этого времени

desk-hand-over = Передать
desk-hand-over-hint = Человеку или другой команде.
desk-hand-over-headline = Передать { $title }
desk-hand-over-person = Человек получает дело так, как если бы взял его сам сейчас: до { $until }, если ничего с ним не делает.
desk-hand-over-team = Команда становится владельцем, и дело свободно в очереди.
desk-hand-over-words = Записка для того, кто получит дело
desk-hand-over-button = Передать дело

desk-note = Добавить заметку
desk-note-hint = Её прочтёт каждый, кто откроет дело.
desk-note-headline = Заметка к { $title }
desk-note-stays = Её прочтёт каждый, кто откроет дело, в том числе завершённое.
desk-note-moves-on = Кто решает дело в эту минуту, сначала должен посмотреть на него ещё раз.
desk-note-words = Заметка
desk-note-button = Добавить заметку

desk-take-over = Забрать дело
desk-take-over-hint = У того, кто его держит, с причиной.
desk-take-over-headline = Забрать { $title }
desk-take-over-holder = С этой минуты { $who } не может решать это дело и узнаёт, кто его забрал и почему. Написанное сохраняется.
desk-take-over-goes = Сами вы ничего не решаете: дело переходит к тому, кого вы назовёте, или обратно в очередь.
desk-take-over-words = Причина
desk-take-over-button = Забрать дело

desk-owner = Назначить владельца
desk-owner-hint = Делом занимается другая команда; тот, кто его держит, работает дальше.
desk-owner-headline = Назначить владельца для { $title }
desk-owner-holder = С этой минуты делом занимается эта команда. Тот, кто держит дело, работает дальше.
desk-owner-button = Назначить владельца

waits-notice = Отложено до { $at }. { $who }:
handed-notice = Передаёт { $who }:
lost-handed = { $who } в { $at } передаёт это дело другому:
lost-taken = { $who } в { $at } забирает это дело:
lost-text-stays = Написанное вами сохранено как черновик.
handed-to = кому: { $who }
notes-title = Заметки
notes-none = Пока никто ничего не написал.
notes-of-case = к делу { $id }

draft-yours = В форме стоит ваш черновик от { $at }.
draft-discard = Удалить черновик
draft-kept = Черновик сохранён, { $at }
draft-lost = Черновик не сохранён: возможно, вы больше не в системе. Всё равно отправьте форму и войдите снова; текст останется.
draft-form-withdraw = Отозвать решение
draft-form-approve = Ответить на предложение
draft-form-check = Записать, что вы увидели
drafts-notice = Ваши черновики по этому делу:
drafts-of = { $at }

queue-waits-until = отложено до { $at }:
queue-handed-by = передаёт { $who }:

settings-keys = Одиночные клавиши
settings-keys-hint = Действуют ли на страницах одиночные клавиши, например j для следующей строки.
keys-on = Включены
keys-off = Выключены
keys-title = Клавиши
keys-help = Этот список
keys-search = К строке поиска
keys-down = К следующему делу списка
keys-up = К предыдущему делу
keys-open = Открывает выбранное дело
keys-next = Берёт следующее дело, где очередь его предлагает
keys-claim = Берёт открытое дело, если оно свободно
keys-are-off = Вы их выключили.
keys-decide-nothing = Ни одна клавиша ничего не решает, и пока вы печатаете, они не действуют.
keys-switch-off = Включить или выключить
keys-close = Закрыть
