"""The routes of the table's API."""
