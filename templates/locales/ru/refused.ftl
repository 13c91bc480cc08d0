# Отклонённые сообщения и что в них не так.

refused-title = Отклонённые сообщения
refused-about = Сообщения об остановке, которые не удалось понять; дела по ним не открыты. Источнику названы все ошибки; когда он пришлёт сообщение заново без ошибок, делать здесь ничего не нужно.
refused-empty = Отклонённых сообщений нет
refused-empty-why = Сообщение, которое нельзя понять, хранится здесь целиком, со всеми ошибками и их местами.
refused-column-when = Пришло
refused-column-report = Сообщение
refused-column-faults = Что не так
refused-report = Отклонённое сообщение { $id }
refused-report-no-id = Отклонённое сообщение без идентификатора
refused-no-id = без идентификатора
refused-crumbs = Путь назад
refused-accepted-later = позже принято
refused-accepted-later-long = Сообщение с тем же идентификатором позже принято, с этим ничего делать не нужно.
refused-whole-report = Сообщение целиком
refused-gone-short = срок хранения документа истёк, он удалён
refused-gone = Документ хранился столько, сколько велят правила. Он удалён
refused-document = Документ
refused-size = { $n ->
    [one] { $shown } байт
    [few] { $shown } байта
   *[many] { $shown } байт
}
refused-again = { $n ->
    [one] пришло { $n } раз, последний раз
    [few] пришло { $n } раза, последний раз
   *[many] пришло { $n } раз, последний раз
}
refused-not-text = Часть этих байтов — не текст; вместо каждого из них показан знак замены.
refused-by-call = отдельным вызовом
refused-by-batch = в пакете
refused-by-file = из файла
refused-sorted = Сначала новые
refused-newer = Новее
refused-older = Старее

fault-missing = отсутствует
fault-wrong-type = ожидается { $expected }
fault-expected-text = текст
fault-expected-text-or-number = текст или число
fault-expected-whole-number = целое число обычной величины
fault-expected-true-or-false = true или false
fault-expected-object = объект
fault-expected-list = список
fault-unknown-word = { $found } не входит в список { $allowed }
fault-not-a-time = ожидается время по RFC 3339 со смещением, например { $example }
fault-empty = не может быть пустым
fault-too-long = длина в байтах { $bytes }, допускается { $limit }
fault-too-short = длина в символах { $n }, нужно не меньше { $least }
fault-nul = не может содержать символ U+0000
fault-too-many = элементов { $n }, допускается { $limit }
fault-duplicate-step = это имя уже есть у шага { $n }
fault-unlisted-step = шага { $name } нет в списке
fault-undoes-itself = шаг не может отменять сам себя
fault-completed-without-result = выполненному шагу нужен результат с идентификатором созданного
fault-done-without-result = исход «done» должен назвать результат шага { $name }
fault-other-report-id = отличается от идентификатора сообщения в адресе, { $address }
fault-not-utf8 = не UTF-8: неверный байт на позиции { $n }
fault-not-json = не JSON: в строке { $line }, столбце { $column } ожидалось другое
fault-cut-off = не JSON: документ обрывается
fault-too-deep = вложенность больше { $n }
fault-duplicate-member = поле { $name } встречается больше одного раза
fault-lone-surrogate = половина символа: суррогат без второй половины
fault-reserved-name = имя поля { $name } использовать нельзя
