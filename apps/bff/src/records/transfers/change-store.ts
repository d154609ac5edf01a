import { sql, type Updateable } from 'kysely'
import { nowAfterWait, serviceNow } from '../../db/moment.ts'
import type { Tx } from '../../db/open.ts'
import type { TransferRow } from '../../db/schema/rows.ts'
import type { DB } from '../../db/schema/types.generated.ts'
import type { ForcedFailure } from './steps/step.ts'

type Key = Pick<TransferRow, 'partner_id' | 'id'>

const jsonColumns = [
  'approval',
  'deposit_account',
  'failure',
  'forced_failure',
  'from_party',
  'maker',
  'quote',
  'refund',
  'review',
  'to_party',
] as const

/** Columns as the database takes them. */
function written(columns: Partial<TransferRow>): Updateable<DB['transfer']> {
  const json = jsonColumns
    .filter((name) => columns[name] !== undefined && columns[name] !== null)
    .map((name) => [name, JSON.stringify(columns[name])])
  const {
    metadata: _metadata,
    value_in: _value,
    worth: _worth,
    fee_worth: _fee,
    ...plain
  } = columns
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
    .where('partner_id', '=', partner_id)
    .where('id', '=', id)

/** Changes what a locked transfer says, but not its state. */
export const changeTransfer = (
  tx: Tx,
  held: Key,
  changes: Partial<TransferRow>,
): Promise<TransferRow> => update(tx, held, changes).returningAll().executeTakeFirstOrThrow()

/** Changes the state of a locked transfer; both ends are named, and the old one is in the WHERE. */
export const setStatus = (
  tx: Tx,
  transfer: Key,
  states: { from: string; to: string; eventStatus: string },
  also: Partial<TransferRow> = {},
) =>
  update(tx, transfer, { ...also, status: states.to, event_status: states.eventStatus })
    .where('status', '=', states.from)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Takes up a quote that is still good by the clock of the database. */
export const takeQuote = (tx: Tx, held: Key, changes: Partial<TransferRow>) =>
  update(tx, held, changes)
    .where('status', '=', 'QUOTED')
    .where('valid_until', '>', nowAfterWait)
    .returning('id')
    .executeTakeFirst()

/** The fence is raised: whoever is at a step now finds its hold worth nothing and comes again. */
export const forceFailure = (tx: Tx, held: Key, forced: ForcedFailure) =>
  tx
    .updateTable('transfer')
    .set({
      forced_failure: JSON.stringify(forced),
      fence: sql<number>`fence + 1`,
      updated_at: serviceNow,
    })
    .where('partner_id', '=', held.partner_id)
    .where('id', '=', held.id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** To whom the money of a transfer goes back, where no account is named. */
export const nameReturn = (tx: Tx, { partner_id, id }: Key, refund: string) =>
  tx
    .updateTable('transfer')
    .set({ refund })
    .where('partner_id', '=', partner_id)
    .where('id', '=', id)
    .execute()
