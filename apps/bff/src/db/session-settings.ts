import type { ClientBase } from 'pg'

/** Settings of a session, by the names the server has for them. */
export type SessionSettings = Record<string, string | number>

/** A pooler makes a statement wait for a free connection; a server answers this one at once. */
const answerMsMax = 5_000

/**
 * Applies settings to a new connection. They are no start-up parameters, because PgBouncer refuses a
 * connection that asks for a parameter it does not know.
 */
export async function applySettings(client: ClientBase, settings: SessionSettings): Promise<void> {
  const statement = {
    text: `select set_config(name, value, false)
      from unnest($1::text[], $2::text[]) as setting (name, value)`,
    values: [Object.keys(settings), Object.values(settings).map(String)],
    query_timeout: answerMsMax,
  }
  await client.query(statement)
}
