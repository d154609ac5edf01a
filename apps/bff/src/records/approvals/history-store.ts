import {
  type Facts,
  formatId,
  type PolicyWindow,
  scopesFor,
  windowKey,
  statesWhere,
  transferStates,
} from '@corridor/domain'
import { sql } from 'kysely'
import { batchedCall, batchedRead, haveAlone } from '../../db/batch.ts'
import { serviceNow } from '../../db/moment.ts'
import type { Tx } from '../../db/open.ts'
import { inOrder, type RecordKey, recordKey, recordKeys } from '../../db/record-keys.ts'
import type { ExternalAccountRow } from '../../db/schema/rows.ts'
import { memberRoleScopes } from '../roles/store.ts'
import { listOf } from '../../db/lists.ts'

type Sums = Required<Pick<Facts, 'sums' | 'counts'>>

/**
 * What happened within each window that rules ask about: payments on record, whoever or whatever
 * began them, and operations that are no transfer of their own. A scope without an id is left out,
 * so that it reads as not known.
 */
export async function readWindows(
  tx: Tx,
  partnerId: string,
  windows: readonly PolicyWindow[],
  { scopes, except }: { scopes: Facts['scopes']; except: string | undefined },
): Promise<Sums> {
  const sums: Record<string, string> = {}
  const counts: Record<string, number> = {}
  const asked = windows.filter(({ by }) => scopes[by] !== undefined)
  const found = await Promise.all(
    asked.map((window) => readWindow(tx, partnerId, window, scopes[window.by] ?? '', except)),
  )
  asked.forEach((window, at) => {
    const total = found[at]
    if (!total) return
    if (window.fact === 'sum') sums[windowKey(window)] = total.amount
    else counts[windowKey(window)] = total.count
  })
  return { sums, counts }
}

/**
 * Keeps operations apart that add to the same sum, until the transaction ends: of several at once each
 * counts those before it. In the order of their names, so that no two wait for each other.
 */
export async function lockWindows(
  tx: Tx,
  partnerId: string,
  windows: readonly PolicyWindow[],
  scopes: readonly Facts['scopes'][],
): Promise<void> {
  const names = windows.flatMap(({ by }) =>
    scopes.flatMap((of) => (of[by] === undefined ? [] : [`${by}:${of[by]}`])),
  )
  const keys = [...new Set(names)].toSorted().map((name) => `window:${partnerId}:${name}`)
  for (const key of keys) haveAlone(tx, key)
  if (keys.length > 0) await lockKeys(tx, keys)
}

const lockKeys = batchedCall<readonly string[], undefined>(async (tx, all) => {
  const keys = [...new Set(all.flat())].toSorted()
  await sql`select pg_advisory_xact_lock(hashtextextended(key, 0))
    from unnest(${keys}::text[]) as key`.execute(tx)
  return all.map(() => undefined)
})

type Total = { amount: string; count: number }

/** Executions that were never paid for, or never agreed to, are none. */
export const inEffect = sql`t.started_at is not null and t.refund_of is null
  and t.status in ${listOf(statesWhere(transferStates, ({ isInEffect }) => isInEffect))}`

async function readWindow(
  tx: Tx,
  partnerId: string,
  window: PolicyWindow,
  scope: string,
  except: string | undefined,
): Promise<Total | undefined> {
  // Of other units than dollars only what decisions keep is known.
  const unit = window.fact === 'sum' ? window.unit : 'USD'
  const since = sql`${serviceNow} - make_interval(secs => ${window.windowSeconds})`
  const transfers = transfersOf(window.by, scope)
  const { rows } = await sql<Total>`
    select coalesce(sum(past.amount), 0)::text as amount, count(*)::int as count from (
      select case when ${unit} = 'USD' then (t.quote->>'worth')::numeric / 1000000 else 0 end as amount
      from transfer t
      where t.partner_id = ${partnerId} and t.started_at > ${since} and ${inEffect}
        and t.id::text is distinct from ${except ?? null} and ${transfers}
      union all
      select coalesce((d.facts->'amounts'->>${unit})::numeric, 0)
      from policy_decision d
      where d.partner_id = ${partnerId} and d.created_at > ${since} and d.happened
        and (d.operation <> 'transfers.execute' or ${unit} <> 'USD' or not ${covers(window.by)})
        and d.facts->'scopes'->>${window.by} = ${scope}) past`.execute(tx)
  return rows[0]
}

/** Whether the transfers on record say whose they are; of the others their decisions do. */
const covers = (by: PolicyWindow['by']) =>
  by === 'partner' || by === 'payee' ? sql`true` : sql`false`

const transfersOf = (by: PolicyWindow['by'], scope: string) => {
  if (by === 'partner') return sql`true`
  if (by === 'payee')
    return sql`t.to_account_id in (
      select a.id from external_account a
      where a.partner_id = t.partner_id
        and coalesce(a.number_fingerprint, a.fingerprint) = ${scope})`
  return sql`false`
}

type Payment = { partnerId: string; fingerprint: string; except: string | undefined }

/**
 * Whether an account was paid before, or is on its way to be: what waits for approval, and what never
 * began, does not make it known.
 */
export const wasPaid = batchedCall<Payment, boolean>(async (tx, asked) => {
  const { rows } = await sql<{ known: boolean }>`
    select exists (
      select 1 from transfer t
      join external_account a on a.partner_id = t.partner_id and a.id = t.to_account_id
      where t.partner_id = g.partner and a.fingerprint = g.fingerprint and ${inEffect}
        and t.id is distinct from g.itself) as known
    from unnest(${asked.map(({ partnerId }) => partnerId)}::uuid[],
      ${asked.map(({ fingerprint }) => fingerprint)}::text[],
      ${asked.map(({ except }) => except ?? null)}::uuid[]) with ordinality
      as g (partner, fingerprint, itself, place)
    order by g.place`.execute(tx)
  return rows.map(({ known }) => known)
})

type PayeeKey = { partnerId: string; payeeId: string }
const payeeKey = ({ partnerId, payeeId }: PayeeKey) => `${partnerId} ${payeeId}`

/**
 * Whether an account of this payee resembles a listed name or address and nobody has decided that it
 * is another one, whichever customer and name the payee was added for here.
 */
export const isListed = batchedRead<PayeeKey, boolean>(payeeKey, async (tx, payees) => {
  const { rows: same } = await sql<{ place: number; id: string }>`
    select g.place::int - 1 as place, a.id
    from unnest(${payees.map(({ partnerId }) => partnerId)}::uuid[],
      ${payees.map(({ payeeId }) => payeeId)}::text[]) with ordinality as g (partner, payee, place)
    join external_account a on a.partner_id = g.partner
      and coalesce(a.number_fingerprint, a.fingerprint) = g.payee`.execute(tx)
  if (same.length === 0) return payees.map(() => false)
  const accounts = same.map(({ place, id }) => ({
    place,
    partner: payees[place]?.partnerId,
    account: formatId('acc', id),
  }))
  const { rows: listed } = await sql<{ place: number }>`
    select distinct g.place
    from jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb)
      as g (place int, partner uuid, account text)
    join screening s on s.partner_id = g.partner and s.context_kind = 'account'
      and s.context_id = g.account and s.outcome = 'HIT',
      jsonb_array_elements(s.hits) hit
    where not exists (
      select from screening_clearance c
      where c.partner_id = s.partner_id and c.context_kind = s.context_kind
        and c.context_id = s.context_id and c.subject = hit->>'key'
        and c.reference = hit->>'reference')`.execute(tx)
  const places = new Set(listed.map(({ place }) => place))
  return payees.map((_, place) => places.has(place))
})

type PayeeRow = Pick<
  ExternalAccountRow,
  | 'partner_id'
  | 'id'
  | 'fingerprint'
  | 'number_fingerprint'
  | 'created_at'
  | 'nickname'
  | 'holder'
  | 'jurisdiction_id'
  | 'ownership'
> & { read_at: Date }

/** A payee's account: whose, since when, and what makes it the same as another. */
export const findPayee = batchedRead<RecordKey, PayeeRow | undefined>(
  recordKey,
  async (tx, keys) => {
    const { rows } = await sql<PayeeRow>`
      select a.partner_id, a.id, a.fingerprint, a.number_fingerprint, a.created_at, a.nickname,
        a.holder, a.jurisdiction_id, a.ownership, ${serviceNow} as read_at
      from ${recordKeys(keys)}
      join external_account a on a.partner_id = g.partner and a.id = g.id`.execute(tx)
    return inOrder(keys, rows)
  },
)

/** A member as it is now; undefined where it was removed. */
export const findMember = (tx: Tx, partnerId: string, id: string) =>
  tx
    .selectFrom('member')
    .select(['id', 'name', 'role', 'email'])
    .select(memberRoleScopes.as('own_scopes'))
    .where((eb) => eb.and({ partner_id: partnerId, id }))
    .where('removed_at', 'is', null)
    .executeTakeFirst()

/** Who is in the team now, with what their roles may do. */
export async function presentMembers(tx: Tx, partnerId: string) {
  const rows = await tx
    .selectFrom('member')
    .select(['id', 'name', 'role', 'email'])
    .select(memberRoleScopes.as('own_scopes'))
    .where('partner_id', '=', partnerId)
    .where('removed_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.map(({ own_scopes: own, ...row }) => ({ ...row, scopes: scopesFor(row.role, own) }))
}

/** Names and addresses of members, removed ones too, by their ids. */
export async function membersById(tx: Tx, partnerId: string) {
  const rows = await tx
    .selectFrom('member')
    .select(['id', 'name', 'email'])
    .where('partner_id', '=', partnerId)
    .execute()
  return new Map(rows.map(({ id, name, email }) => [id, { name, email }]))
}
