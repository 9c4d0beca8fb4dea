"""Alembic's entry: run the migrations over the connection that the storage hands in."""

from alembic import context

from salient.table.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
