import { parseId } from '@corridor/domain'
import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'

/** What whoever acted is called; '' for the service and for names that nobody has any more. */
export type NameOfActor = (actorId: string) => string

/** Names of members and keys by their written ids, in one read; of removed ones too. */
export async function actorNames(
  tx: Tx,
  partnerId: string,
  actorIds: readonly string[],
): Promise<NameOfActor> {
  const asked = [...new Set(actorIds.flatMap((id) => uuidOf(id) ?? []))]
  if (asked.length === 0) return () => ''
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from actor_names(${partnerId}, ${asked}::uuid[])`.execute(tx)
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return (actorId) => names.get(uuidOf(actorId) ?? '') ?? ''
}

const uuidOf = (id: string): string | undefined => parseId('mem', id) ?? parseId('key', id)
