import { type TransferStatus } from '@corridor/domain'
import { sql, type Updateable } from 'kysely'
import { batchedCall, NotTogether } from '../../db/batch.ts'
import { jsonRows } from '../../db/json-rows.ts'
import { moment, serviceNow } from '../../db/moment.ts'
import type { Tx } from '../../db/open.ts'
import { inPlace } from '../../db/record-keys.ts'
import type { TransferRow } from '../../db/schema/rows.ts'
import type { DB } from '../../db/schema/types.generated.ts'
import type { ForcedFailure } from './steps/step.ts'

/** Columns of a transfer that hold JSON. */
export const jsonColumns: ReadonlySet<string> = new Set([
  'approval',
  'deposit_account',
  'failure',
  'forced_failure',
  'from_party',
  'maker',
  'metadata',
  'quote',
  'refund',
  'review',
  'to_party',
])

type Key = Pick<TransferRow, 'partner_id' | 'id'>

/** Columns as the database takes them. */
function written(columns: Partial<TransferRow>): Updateable<DB['transfer']> {
  const {
    metadata: _metadata,
    value_in: _value,
    worth: _worth,
    fee_worth: _fee,
    ...plain
  } = columns
  const json = Object.entries(plain)
    .filter(([name, value]) => jsonColumns.has(name) && value !== null && value !== undefined)
    .map(([name, value]) => [name, JSON.stringify(value)])
  return { ...plain, ...Object.fromEntries(json) } as Updateable<DB['transfer']>
}

const update = (tx: Tx, { partner_id, id }: Key, changes: Partial<TransferRow>) =>
  tx
    .updateTable('transfer')
    .set({
      ...written(changes),
      updated_at: serviceNow,
      version: sql<number>`version + 1`,
    })
    .where((eb) => eb.and({ partner_id, id }))

/** Changes what a locked transfer says, but not its state. */
export const changeTransfer = (tx: Tx, held: Key, changes: Partial<TransferRow>) =>
  update(tx, held, changes).returningAll().executeTakeFirstOrThrow()

type StatusChange = {
  held: TransferRow
  /** Both ends are named, and the old one is in the WHERE. */
  states: { from: TransferStatus; to: TransferStatus; eventStatus: string }
  also?: Partial<TransferRow>
}

/** Changes the state of locked transfers; those that change the same columns in one statement. */
export const setStatus = batchedCall<StatusChange, TransferRow>(async (tx, changes) => {
  const ids = new Set(changes.map(({ held }) => held.id))
  if (ids.size < changes.length) throw new NotTogether('two of a batch change one transfer')
  const groups = Map.groupBy(changes, ({ also = {} }) => Object.keys(defined(also)).join())
  const rows = await Promise.all([...groups.values()].map((group) => setAlike(tx, group)))
  const byId = new Map(rows.flat().map((row) => [row.id, row]))
  return changes.map(({ held, states: { from, to, eventStatus }, also = {} }) => {
    const changed = byId.get(held.id)
    if (!changed) throw new Error(`the transfer ${held.id} is not ${from}`)
    return { ...held, ...defined(also), status: to, event_status: eventStatus, ...changed }
  })
})

/** What the database makes of a change of a locked row; all else is known. */
type Made = Pick<TransferRow, 'id' | 'updated_at' | 'version' | 'value_in' | 'worth' | 'fee_worth'>

const defined = <T extends object>(columns: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(columns).filter(([, value]) => value !== undefined),
  ) as Partial<T>

async function setAlike(tx: Tx, changes: readonly StatusChange[]): Promise<Made[]> {
  const given = changes.map(({ held: { partner_id, id }, states, also = {} }) => ({
    ...written(defined(also)),
    partner_id,
    id,
    status: states.to,
    event_status: states.eventStatus,
  }))
  const names = Object.keys(given[0] ?? {}).filter((name) => name !== 'partner_id' && name !== 'id')
  const set = sql.join(names.map((name) => sql`${sql.ref(name)} = g.${sql.ref(name)}`))
  const { rows } = await sql<Made>`
    update transfer t set ${set}, updated_at = ${serviceNow}, version = t.version + 1
    from rows from (jsonb_populate_recordset(null::transfer, ${jsonRows(given, jsonColumns)}::jsonb),
      unnest(${changes.map(({ states }) => states.from)}::text[])) as g
    where t.partner_id = g.partner_id and t.id = g.id and t.status = g.unnest
    returning t.id, t.updated_at, t.version, t.value_in, t.worth, t.fee_worth`.execute(tx)
  return rows
}

/** What execution makes of a quote. */
export type TakenQuote = Pick<
  TransferRow,
  'status' | 'event_status' | 'started_at' | 'deposit_until' | 'maker' | 'approval'
> &
  Partial<Pick<TransferRow, 'rate_hold_until'>>

/** Compared as a value of each row, since an index of all that are quoted would be read otherwise. */
const was = 'QUOTED'

/** Takes up a locked quote that is still good by the clock of the database; whether it was. */
export const takeQuote = batchedCall<{ held: Key; changes: TakenQuote }, boolean>(
  async (tx, quotes) => {
    const given = quotes.map(({ held: { partner_id, id }, changes }) => ({
      partner_id,
      id,
      was,
      ...changes,
    }))
    const { rows } = await sql<{ id: string }>`
      with ${moment}
      update transfer t set status = g.status, event_status = g.event_status,
        started_at = g.started_at, deposit_until = g.deposit_until,
        rate_hold_until = coalesce(g.rate_hold_until, t.rate_hold_until),
        maker = g.maker, approval = g.approval, updated_at = moment.at,
        version = t.version + 1
      from moment, jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (partner_id uuid,
        id uuid, was text, status text, event_status text, started_at timestamptz,
        deposit_until timestamptz, rate_hold_until timestamptz, maker jsonb, approval jsonb)
      where t.partner_id = g.partner_id and t.id = g.id and t.status = g.was
        and t.valid_until > moment.at
      returning t.id`.execute(tx)
    const taken = new Set(rows.map(({ id }) => id))
    return quotes.map(({ held }) => taken.has(held.id))
  },
)

/** What its owner's signature makes of a wallet's quote. */
export type SignedQuote = {
  status: TransferStatus
  event_status: string
  stamp_hash: Buffer
  transaction_hash: string
  started_at: Date
}

/** Starts a locked quote that its owner has signed; as it is then. */
export async function startSigned(tx: Tx, held: Key, changes: SignedQuote): Promise<TransferRow> {
  const row = await startMany(tx, { held, changes })
  if (!row) throw new Error(`the quote ${held.id} is open no more`)
  return row
}

const startMany = batchedCall<{ held: Key; changes: SignedQuote }, TransferRow | undefined>(
  async (tx, quotes) => {
    const given = quotes.map(({ held: { partner_id, id }, changes }, place) => {
      const stamp_hash = changes.stamp_hash.toString('hex')
      return { partner_id, id, place, was, ...changes, stamp_hash }
    })
    const { rows } = await sql<TransferRow & { place: number }>`
      with ${moment}
      update transfer t set status = g.status, event_status = g.event_status,
        stamp_hash = decode(g.stamp_hash, 'hex'), transaction_hash = g.transaction_hash,
        started_at = g.started_at, updated_at = moment.at, version = t.version + 1
      from moment, jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (partner_id uuid,
        id uuid, place int, was text, status text, event_status text, stamp_hash text,
        transaction_hash text, started_at timestamptz)
      where t.partner_id = g.partner_id and t.id = g.id and t.status = g.was
      returning t.*, g.place`.execute(tx)
    return inPlace(quotes, rows)
  },
)

/** The fence is raised: whoever is at a step now finds its hold worth nothing and comes again. */
export const forceFailure = (tx: Tx, held: Key, forced: ForcedFailure) =>
  tx
    .updateTable('transfer')
    .set({
      forced_failure: JSON.stringify(forced),
      fence: sql<number>`fence + 1`,
      updated_at: serviceNow,
    })
    .where((eb) => eb.and({ partner_id: held.partner_id, id: held.id }))
    .returningAll()
    .executeTakeFirstOrThrow()

/** To whom the money of a transfer goes back, where no account is named. */
export const nameReturn = (tx: Tx, { partner_id, id }: Key, refund: string) =>
  tx
    .updateTable('transfer')
    .set({ refund })
    .where((eb) => eb.and({ partner_id, id }))
    .execute()
