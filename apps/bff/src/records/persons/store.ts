import { sql } from 'kysely'
import { serviceNow } from '../../db/moment.ts'
import { noId } from '../../db/no-id.ts'
import type { Tx } from '../../db/open.ts'
import type { EntityRow } from '../../db/schema/rows.ts'
import type { LikenessStrength, LikePart } from '@corridor/domain'
import type { KeyKind, LikenessKey } from './keys.ts'

export type Customer = { partnerId: string; entityId: string }
export type Alike = { otherId: string; strength: LikenessStrength; same: LikePart[] }

/** Of customers with one thing in common the newest are looked at; the others hang together with them. */
const sharingMax = 25
/** More are not shown of one customer. */
const shownMax = 100

/** Customers of a partner are compared and joined one after the other: two at once find each other. */
export const holdLikenesses = (tx: Tx, partnerId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`likeness/${partnerId}`}, 0))`.execute(tx)

/** Has a customer compared with the others after the commit. */
export const compareAgain = (tx: Tx, { partner_id, id }: Pick<EntityRow, 'partner_id' | 'id'>) =>
  sql`insert into likeness_due (partner_id, entity_id) values (${partner_id}, ${id})
    on conflict do nothing`.execute(tx)

/** Who is to be compared, of any partner, in the order of the ids. */
export async function listDue(tx: Tx, limit: number, after?: Customer): Promise<Customer[]> {
  const { partnerId, entityId } = after ?? { partnerId: noId, entityId: noId }
  const { rows } = await sql<Customer>`
    select partner_id as "partnerId", entity_id as "entityId" from likeness_due
    where (partner_id, entity_id) > (${partnerId}::uuid, ${entityId}::uuid)
    order by partner_id, entity_id limit ${limit}`.execute(tx)
  return rows
}

export const endDue = (tx: Tx, { partnerId, entityId }: Customer) =>
  sql`delete from likeness_due where partner_id = ${partnerId} and entity_id = ${entityId}`.execute(
    tx,
  )

/** A customer's own documents that were not refused, with their sealed numbers. */
export const sealedNumbers = (tx: Tx, { partnerId, entityId }: Customer) =>
  tx
    .selectFrom('kyc_document')
    .select(['id', 'type', 'country', 'sealed_number'])
    .where((eb) => eb.and({ partner_id: partnerId, entity_id: entityId }))
    .where('person', 'is', null)
    .where('sealed_number', 'is not', null)
    .where('status', '<>', 'REJECTED')
    .execute()

/** Replaces the keys of a customer. */
export async function writeKeys(
  tx: Tx,
  { partnerId, entityId }: Customer,
  keys: readonly LikenessKey[],
): Promise<void> {
  await sql`delete from likeness_key where partner_id = ${partnerId} and entity_id = ${entityId}`.execute(
    tx,
  )
  await sql`insert into likeness_key (partner_id, kind, key, entity_id)
    select ${partnerId}, g.kind, g.key, ${entityId}
    from unnest(${keys.map(({ kind }) => kind)}::text[],
      ${keys.map(({ key }) => key)}::bytea[]) as g (kind, key)`.execute(tx)
}

/** Who has which of these keys, too; besides the newest, all that it was like before. */
export async function sharing(
  tx: Tx,
  { partnerId, entityId }: Customer,
  keys: readonly LikenessKey[],
): Promise<{ kind: KeyKind; otherId: string }[]> {
  const kinds = keys.map(({ kind }) => kind)
  const values = keys.map(({ key }) => key)
  const { rows } = await sql<{ kind: KeyKind; otherId: string }>`
    with own as (select * from unnest(${kinds}::text[], ${values}::bytea[]) as g (kind, key))
    select own.kind, o.entity_id as "otherId" from own cross join lateral (
      select k.entity_id from likeness_key k
      where k.partner_id = ${partnerId} and k.kind = own.kind and k.key = own.key
        and k.entity_id <> ${entityId}
      order by k.entity_id desc limit ${sharingMax}) o
    union
    select own.kind, k.entity_id from likeness l
      join likeness_key k on k.partner_id = l.partner_id
        and k.entity_id = case when l.entity_id = ${entityId} then l.other_id else l.entity_id end
      join own on own.kind = k.kind and own.key = k.key
      where l.partner_id = ${partnerId} and (l.entity_id = ${entityId} or l.other_id = ${entityId})`.execute(
    tx,
  )
  return rows
}

export const readCustomers = (
  tx: Tx,
  partnerId: string,
  ids: readonly string[],
): Promise<EntityRow[]> =>
  tx
    .selectFrom('entity')
    .selectAll()
    .where('partner_id', '=', partnerId)
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .execute()

/**
 * Writes whom a customer is like now. What was decided stays decided, unless two who were taken for
 * different are surer to be one than they were then; what is open and not alike any more goes. Two who
 * were joined keep what they were joined by: who may part them follows from it.
 */
export async function writeLikenesses(
  tx: Tx,
  { partnerId, entityId }: Customer,
  alike: readonly Alike[],
): Promise<void> {
  const given = JSON.stringify(alike)
  await sql`delete from likeness where partner_id = ${partnerId} and status = 'OPEN'
    and ((entity_id = ${entityId} and other_id <> all (select g."otherId"
        from jsonb_to_recordset(${given}::jsonb) as g ("otherId" uuid)))
      or (other_id = ${entityId} and entity_id <> all (select g."otherId"
        from jsonb_to_recordset(${given}::jsonb) as g ("otherId" uuid))))`.execute(tx)
  if (alike.length === 0) return
  await sql`
    insert into likeness as l (partner_id, entity_id, other_id, strength, same, status, found_at)
    select ${partnerId}, least(g."otherId", ${entityId}::uuid), greatest(g."otherId", ${entityId}::uuid),
      g.strength, g.same, 'OPEN', ${serviceNow}
    from jsonb_to_recordset(${given}::jsonb) as g ("otherId" uuid, strength text, same text[])
    order by 2, 3
    on conflict (partner_id, entity_id, other_id) do update set
      strength = case when l.status = 'SAME' and not ${isStronger}
        then l.strength else excluded.strength end,
      same = case when l.status = 'SAME'
        then l.same || array(select unnest(excluded.same) except select unnest(l.same))
        else excluded.same end,
      status = case when ${isSurer} then 'OPEN' else l.status end,
      decided_at = case when ${isSurer} then null else l.decided_at end,
      decided_by = case when ${isSurer} then '' else l.decided_by end,
      reason = case when ${isSurer} then '' else l.reason end
    where (l.strength, l.same) is distinct from (excluded.strength, excluded.same)`.execute(tx)
}

const isStronger = sql`array_position(array['WEAK', 'PROBABLE', 'SURE'], excluded.strength)
  > array_position(array['WEAK', 'PROBABLE', 'SURE'], l.strength)`
const isSurer = sql`l.status = 'DIFFERENT' and ${isStronger}`

export type LikenessRow = {
  otherId: string
  strength: LikenessStrength
  same: LikePart[]
  status: 'OPEN' | 'DIFFERENT' | 'SAME'
  foundAt: Date
  decidedAt: Date | null
  decidedBy: string
  reason: string
}

const columns = sql`strength, same, status, found_at as "foundAt", decided_at as "decidedAt",
  decided_by as "decidedBy", reason`

/** Whom a customer is like, the surest and newest first. */
export async function likenessesOf(
  tx: Tx,
  { partnerId, entityId }: Customer,
): Promise<LikenessRow[]> {
  const { rows } = await sql<LikenessRow>`
    select case when entity_id = ${entityId} then other_id else entity_id end as "otherId", ${columns}
    from likeness
    where partner_id = ${partnerId} and (entity_id = ${entityId} or other_id = ${entityId})
    order by array_position(array['SURE', 'PROBABLE', 'WEAK'], strength), found_at desc, 1 desc
    limit ${shownMax}`.execute(tx)
  return rows
}

/** What two customers have in common, locked; undefined where they are not alike. */
export async function lockLikeness(tx: Tx, { partnerId, entityId }: Customer, otherId: string) {
  const { rows } = await sql<LikenessRow>`
    select ${otherId}::uuid as "otherId", ${columns} from likeness
    where partner_id = ${partnerId} and entity_id = least(${entityId}::uuid, ${otherId}::uuid)
      and other_id = greatest(${entityId}::uuid, ${otherId}::uuid) for update`.execute(tx)
  return rows[0]
}

export const writeDecision = (
  tx: Tx,
  { partnerId, entityId }: Customer,
  otherId: string,
  decided: Pick<LikenessRow, 'status' | 'decidedBy' | 'reason'>,
) =>
  sql`update likeness set status = ${decided.status}, decided_at = ${serviceNow},
      decided_by = ${decided.decidedBy}, reason = ${decided.reason}
    where partner_id = ${partnerId} and entity_id = least(${entityId}::uuid, ${otherId}::uuid)
      and other_id = greatest(${entityId}::uuid, ${otherId}::uuid)`.execute(tx)

/** The customers that are one person with this one, itself among them. */
export async function personOf(tx: Tx, { partnerId, entityId }: Customer): Promise<string[]> {
  const { rows } = await sql<{ ids: string[] }>`
    select same_person(${partnerId}, ${entityId}) as ids`.execute(tx)
  return rows[0]?.ids ?? [entityId]
}

/** Decided pairs among some customers. */
export async function decidedAmong(tx: Tx, partnerId: string, members: readonly string[]) {
  const { rows } = await sql<{ pair: [string, string]; status: 'DIFFERENT' | 'SAME' }>`
    select array[entity_id, other_id] as pair, status from likeness
    where partner_id = ${partnerId} and status <> 'OPEN'
      and entity_id = any(${[...members]}::uuid[]) and other_id = any(${[...members]}::uuid[])`.execute(
    tx,
  )
  return rows
}

/** Replaces who is one person among these customers; each group is led by its first. */
export async function writePersons(
  tx: Tx,
  partnerId: string,
  groups: readonly (readonly string[])[],
): Promise<void> {
  const all = groups.flat()
  const joined = groups
    .filter((group) => group.length > 1)
    .flatMap((group) => group.map((entityId) => ({ entityId, personId: group[0] ?? entityId })))
  await sql`delete from person_member where partner_id = ${partnerId}
    and entity_id = any(${all}::uuid[])`.execute(tx)
  if (joined.length === 0) return
  await sql`insert into person_member (partner_id, entity_id, person_id)
    select ${partnerId}, g."entityId", g."personId"
    from jsonb_to_recordset(${JSON.stringify(joined)}::jsonb)
      as g ("entityId" uuid, "personId" uuid)`.execute(tx)
}

/** Customers who were surely found like this one, and nobody decided about. */
export async function undecidedSure(tx: Tx, { partnerId, entityId }: Customer): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select case when entity_id = ${entityId} then other_id else entity_id end as id from likeness
    where partner_id = ${partnerId} and status = 'OPEN' and strength = 'SURE'
      and (entity_id = ${entityId} or other_id = ${entityId})
    order by 1 limit 5`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The operator as decisions name it. */
export const byOperator = 'service:operator'

/** Those whom the operator joined with this customer. */
export async function joinedByOperator(tx: Tx, { partnerId, entityId }: Customer) {
  const { rows } = await sql<{ id: string }>`
    select case when entity_id = ${entityId} then other_id else entity_id end as id from likeness
    where partner_id = ${partnerId} and status = 'SAME' and decided_by = ${byOperator}
      and (entity_id = ${entityId} or other_id = ${entityId})`.execute(tx)
  return rows.map(({ id }) => id)
}
