export-list = Выгрузить этот список:
export-history = Выгрузить всю историю:
