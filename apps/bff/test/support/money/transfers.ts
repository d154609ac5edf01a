import { randomBytes } from 'node:crypto'
import { walletSteps } from '@corridor/domain'
import { sql } from 'kysely'
import { v7 as uuidV7 } from 'uuid'
import { now, type ServiceDatabase, type Tx } from '../../../src/db/open.ts'
import { transferEvent } from '../../../src/records/transfers/event.ts'
import { insertTransfer } from '../../../src/records/transfers/insert-store.ts'
import { recordEvent } from '../../../src/records/events/outbox.ts'
import type { NewTransfer, TransferRow } from '../../../src/db/schema/rows.ts'

export type TransferOptions = {
  steps?: readonly string[]
  partnerFees?: bigint
  svcFees?: bigint
  status?: 'QUOTED' | 'PROCESSING'
  /** In seconds from now. */
  validFor?: number
}

/**
 * A transfer as simulate and transfer leave it, without wallet and chain, for tests of what comes
 * after: quoted, or with its first two steps done and the third under way.
 */
export function insertTestTransfer(
  db: ServiceDatabase,
  partnerId: string,
  options: TransferOptions = {},
): Promise<TransferRow> {
  const steps = options.steps ?? walletSteps
  return db.asWorker(async (tx) => {
    const quoted = await insertTransfer(tx, quoteRow(partnerId, options, await now(tx)))
    if (options.steps || options.status !== 'QUOTED') await insertSteps(tx, quoted, steps)
    await recordEvent(tx, transferEvent(quoted, '', 'initiated'))
    return options.status === 'QUOTED' ? quoted : begin(tx, quoted)
  })
}

function quoteRow(partnerId: string, options: TransferOptions, at: Date): NewTransfer {
  const { partnerFees = 0n, svcFees = 0n, validFor = 600 } = options
  const id = uuidV7()
  return {
    partner_id: partnerId,
    id,
    kind: 'wallet',
    transaction_id: `test-${id}`,
    direction: 'CRYPTO_TO_CRYPTO',
    status: 'QUOTED',
    event_status: 'quoted',
    from_entity_id: uuidV7(),
    from_account_id: uuidV7(),
    to_entity_id: uuidV7(),
    to_account_id: uuidV7(),
    from_party: '{}',
    to_party: '{}',
    jurisdiction_in: 'jur_test',
    jurisdiction_out: 'jur_test',
    currency_in: 'USDC',
    scale_in: 6,
    amount_in: 25_000_000n,
    currency_out: 'USDC',
    scale_out: 6,
    amount_out: 25_000_000n,
    rate: '1',
    partner_fees: partnerFees,
    svc_fees: svcFees,
    tx_fees: 0n,
    request_hash: randomBytes(32),
    valid_until: new Date(at.getTime() + validFor * 1_000),
    chain_id: 'test',
    wallet_address: '0x00000000000000000000000000000000000000aa',
    nonce: 0,
    created_at: at,
    updated_at: at,
    version: 1,
    search_text: '',
  }
}

async function insertSteps(tx: Tx, row: TransferRow, names: readonly string[]): Promise<void> {
  await sql`insert into transfer_step (partner_id, transfer_id, ordinal, name, status, started_at,
      completed_at, attempt)
    select ${row.partner_id}, ${row.id}, n.place - 1, n.name,
      case n.place when 1 then 'completed' else 'pending' end,
      case n.place when 1 then ${row.created_at}::timestamptz end,
      case n.place when 1 then ${row.created_at}::timestamptz end, (n.place = 1)::int
    from unnest(${[...names]}::text[]) with ordinality as n (name, place)`.execute(tx)
}

async function begin(tx: Tx, quoted: TransferRow): Promise<TransferRow> {
  const { partner_id: partnerId, id } = quoted
  await sql`update transfer_step set
      status = case ordinal when 2 then 'in_progress' else 'completed' end,
      started_at = service_now(), completed_at = case when ordinal < 2 then service_now() end
    where partner_id = ${partnerId} and transfer_id = ${id} and ordinal <= 2`.execute(tx)
  const row = await tx
    .updateTable('transfer')
    .set({
      status: 'PROCESSING',
      event_status: 'approved',
      version: 2,
      started_at: sql<Date>`service_now()`,
    })
    .where('partner_id', '=', partnerId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordEvent(tx, transferEvent(row, 'QUOTED', 'transitioned'))
  return row
}
