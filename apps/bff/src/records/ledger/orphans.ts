import { sql } from 'kysely'
import { allowMinutes } from '../../db/isolation.ts'
import type { Tx } from '../../db/open.ts'
import { leaderLoop, type LoopJob } from '../../engine/background-job.ts'
import type { Deps } from '../../ports/deps.ts'

/** Tables that are written too often for a foreign key to their partner; an index begins with it. */
const ofPartner = [
  'event',
  'event_number',
  'posting',
  'search_key',
  'transfer',
  'transfer_step',
  'transaction_claim',
  'wallet_quote_claim',
  'deposit',
  'payout',
  'policy_decision',
  'screening',
  'posting_group',
  'posting_resolution',
  'ledger_account',
  'ledger_balance',
  'idempotency_key',
  'request_log',
  'webhook_delivery',
  'notification',
]

/** The values of a column that an index begins with, each looked up once, however many rows have it. */
const distinct = (table: string, column: string) => `(with recursive present (value) as (
    (select ${column} from ${table} order by ${column} limit 1)
    union all
    select (select c.${column} from ${table} c where c.${column} > present.value
      order by c.${column} limit 1) from present where present.value is not null)
  select value from present where value is not null)`

const withoutParent = (table: string, values: string, parent: string) => `
  select '${table}' as "table", value::text as place from ${values} as present
  where not exists (select from ${parent} = present.value)`

const withoutTransfer = (table: string) => `
  select '${table}', c.partner_id || ' ' || c.transfer_id from ${table} c
  where not exists (select from transfer t where t.partner_id = c.partner_id and t.id = c.transfer_id)`

/** Where an index begins with something else. */
const ofPartnerElsewhere = ['deposit_target', 'chain_order', 'chain_transaction']

/** What is looked through for rows without a partner. */
export const partnerTables: readonly string[] = [...ofPartner, ...ofPartnerElsewhere]

const everything = [
  ...ofPartner.map((table) =>
    withoutParent(table, distinct(table, 'partner_id'), 'partner p where p.id'),
  ),
  ...ofPartnerElsewhere.map((table) =>
    withoutParent(
      table,
      `(select distinct partner_id as value from ${table} where partner_id is not null)`,
      'partner p where p.id',
    ),
  ),
  ...['chain_transaction', 'chain_order', 'token_transfer'].map((table) =>
    withoutParent(table, distinct(table, 'chain_id'), 'chain k where k.chain_id'),
  ),
  ...['transfer_step', 'payout'].map(withoutTransfer),
].join(' union all ')

/**
 * Rows whose partner, transfer or chain is not there. Nothing of the service can write one or take its
 * parent away, so this finds what was done to the database by hand, or a restore that is not whole.
 */
export async function orphans(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ table: string; place: string }>`${sql.raw(everything)}`.execute(tx)
  return rows.map(({ table, place }) => `a row of ${table} has its parent: ${place}`)
}

const placesMax = 100

/** Looks for orphans once an hour. */
export const orphanCheck = ({ db, log }: Pick<Deps, 'db' | 'log'>): LoopJob =>
  leaderLoop({
    name: 'orphan check',
    everyMs: 3_600_000,
    run: async () => {
      const found = await db.asWorker(async (tx) => {
        await allowMinutes(tx, 10)
        return orphans(tx)
      })
      if (found.length > 0)
        log.error(
          { alert: 'orphaned_rows', rows: found.length, found: found.slice(0, placesMax) },
          'rows have no parent',
        )
      return undefined
    },
  })
