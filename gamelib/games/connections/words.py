TITLE, PREFIX = "Connections", "CON"
