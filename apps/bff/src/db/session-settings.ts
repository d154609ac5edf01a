import type { ClientBase } from 'pg'

/** Settings of a session, by the names the server has for them. */
export type SessionSettings = Record<string, string | number>

/** A pooler makes a statement wait for a free connection; a server answers this one at once. */
const answerMsMax = 5_000

/**
 * Of every connection: statements are short, and a server before 18 takes a plan without scans for a
 * dear one, which it would compile anew each time.
 */
const always: SessionSettings = { jit: 'off' }

/**
 * Applies settings to a new connection. They are no start-up parameters, because PgBouncer refuses a
 * connection that asks for a parameter it does not know.
 */
export async function applySettings(client: ClientBase, given: SessionSettings): Promise<void> {
  const settings = { ...always, ...given }
  const statement = {
    text: `select set_config(name, value, false)
      from unnest($1::text[], $2::text[]) as setting (name, value)`,
    values: [Object.keys(settings), Object.values(settings).map(String)],
    query_timeout: answerMsMax,
  }
  await client.query(statement)
}
