import { sql } from 'kysely'

/** Names a record of a partner. */
export type RecordKey = { partnerId: string; id: string }

export const recordKey = ({ partnerId, id }: RecordKey): string => `${partnerId}/${id}`

/** The keys as a table `g (partner, id)`, to join the records with. */
export const recordKeys = (keys: readonly RecordKey[]) => sql`unnest(
  ${keys.map(({ partnerId }) => partnerId)}::uuid[], ${keys.map(({ id }) => id)}::uuid[])
  as g (partner, id)`

/** The records in the order of their keys. */
export function inOrder<R extends { partner_id: string; id: string }>(
  keys: readonly RecordKey[],
  rows: readonly R[],
): (R | undefined)[] {
  const found = new Map(
    rows.map((row) => [recordKey({ partnerId: row.partner_id, id: row.id }), row]),
  )
  return keys.map((key) => found.get(recordKey(key)))
}

/** Rows in the places of what they answer. */
export function inPlace<R extends { place: number }>(
  asked: readonly unknown[],
  rows: readonly R[],
): (Omit<R, 'place'> | undefined)[] {
  const byPlace = new Map(rows.map(({ place, ...row }) => [place, row]))
  return asked.map((_, place) => byPlace.get(place))
}
