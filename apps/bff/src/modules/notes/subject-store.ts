import type { NoteSubjectKind } from '@corridor/contract'
import { type IdPrefix, parseExecutionId, parseId } from '@corridor/domain'
import type { Tx } from '../../db/open.ts'

export type Subject = { kind: NoteSubjectKind; id: string }

/** What distinguishes two subjects. */
export const keyOf = ({ kind, id }: Subject): string => `${kind} ${id}`

const tables = {
  transfer: 'transfer',
  deposit: 'deposit',
  entity: 'entity',
  external_account: 'external_account',
  funding_account: 'funding_account',
  payin_route: 'payin_route',
} as const satisfies Record<NoteSubjectKind, string>

const prefixes = {
  deposit: 'dep',
  entity: 'ent',
  external_account: 'acc',
  funding_account: 'fund',
  payin_route: 'tele',
} as const satisfies Record<Exclude<NoteSubjectKind, 'transfer'>, IdPrefix>

/** Ids of these records, by `keyOf`; what this partner does not have is not among them. */
export async function findSubjects(tx: Tx, partnerId: string, subjects: readonly Subject[]) {
  const found = new Map<string, string>()
  for (const kind of new Set(subjects.map((subject) => subject.kind))) {
    const written = subjects.filter((subject) => subject.kind === kind)
    const parsed = written.flatMap(({ id }) => {
      const uuid = uuidOf(kind, id)
      return uuid === undefined ? [] : [{ id, uuid }]
    })
    // Of another kind of execution, its prefix lies.
    const known = await knownIds(tx, partnerId, kind, parsed)
    for (const { id, uuid } of parsed) if (known.has(id)) found.set(keyOf({ kind, id }), uuid)
  }
  return found
}

const uuidOf = (kind: NoteSubjectKind, id: string): string | undefined =>
  kind === 'transfer' ? parseExecutionId(id)?.id : parseId(prefixes[kind], id)

async function knownIds(
  tx: Tx,
  partnerId: string,
  kind: NoteSubjectKind,
  parsed: readonly { id: string; uuid: string }[],
): Promise<Set<string>> {
  if (parsed.length === 0) return new Set()
  const ids = parsed.map(({ uuid }) => uuid)
  if (kind === 'transfer') {
    const rows = await tx
      .selectFrom('transfer')
      .select(['id', 'kind'])
      .where('partner_id', '=', partnerId)
      .where('id', 'in', ids)
      .execute()
    const kinds = new Map(rows.map((row) => [row.id, row.kind]))
    const isKnown = ({ id, uuid }: { id: string; uuid: string }) =>
      kinds.get(uuid) === parseExecutionId(id)?.kind
    return new Set(parsed.filter(isKnown).map(({ id }) => id))
  }
  const rows = await tx
    .selectFrom(tables[kind])
    .select('id')
    .where('partner_id', '=', partnerId)
    .where('id', 'in', ids)
    .execute()
  const known = new Set<string>(rows.map((row) => row.id))
  return new Set(parsed.filter(({ uuid }) => known.has(uuid)).map(({ id }) => id))
}
