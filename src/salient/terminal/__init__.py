"""Playing at a terminal: any game, in any language, with menus, reports and a log in words."""
