import { sql } from 'kysely'
import { serviceNow } from '../../../db/moment.ts'
import { batchedCall } from '../../../db/batch.ts'
import { inOrder } from '../../../db/record-keys.ts'
import type { TransferRow } from '../../../db/schema/rows.ts'

type Key = Pick<TransferRow, 'partner_id' | 'id'>
type Ending = { quote: Key; closedBy: string | null }

/** Ends open quotes that are locked; nothing is answered for one that is open no more. */
export const writeEnd = batchedCall<Ending, TransferRow | undefined>(async (tx, endings) => {
  const partners = endings.map(({ quote }) => quote.partner_id)
  const ids = endings.map(({ quote }) => quote.id)
  const reasons = endings.map(({ closedBy }) => closedBy)
  const { rows } = await sql<TransferRow>`
    update transfer t set status = 'EXPIRED', event_status = 'expired', closed_by = g.closed_by,
      updated_at = ${serviceNow}, version = t.version + 1
    from unnest(${partners}::uuid[], ${ids}::uuid[], ${reasons}::text[])
      as g (partner, id, closed_by)
    where t.partner_id = g.partner and t.id = g.id and t.status = 'QUOTED'
    returning t.*`.execute(tx)
  return inOrder(
    endings.map(({ quote }) => ({ partnerId: quote.partner_id, id: quote.id })),
    rows,
  )
})

type WalletQuote = Key & Pick<TransferRow, 'chain_id' | 'wallet_address'>

/** The wallets of these quotes are free for others. */
export const releaseWalletQuote = batchedCall<WalletQuote, undefined>(async (tx, quotes) => {
  const column = (name: keyof WalletQuote) => quotes.map((quote) => quote[name])
  await sql`delete from wallet_quote_claim c
    using unnest(${column('partner_id')}::uuid[], ${column('chain_id')}::text[],
      ${column('wallet_address')}::text[], ${column('id')}::uuid[])
      as g (partner, chain, address, transfer)
    where c.partner_id = g.partner and c.chain_id = g.chain and c.address = lower(g.address)
      and c.transfer_id = g.transfer`.execute(tx)
  return quotes.map(() => undefined)
})
