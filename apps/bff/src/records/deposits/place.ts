import { assetName, type Place } from '@corridor/domain'
import type { Tx } from '../../db/open.ts'
import type { Deps } from '../../ports/deps.ts'
import type { DepositRow } from '../../db/schema/rows.ts'

/** The country at whose banks it arrived, or the address on the chain. */
export async function placeOfDeposit(
  tx: Tx,
  { jurisdictions }: Pick<Deps, 'jurisdictions'>,
  deposit: DepositRow,
): Promise<Place> {
  if (deposit.source === 'BANK') {
    const country = jurisdictions.byId(deposit.jurisdiction_id)?.countryCode ?? ''
    return { kind: 'BANK', country }
  }
  const log = await tx
    .selectFrom('token_transfer')
    .select('to_address')
    .where('chain_id', '=', deposit.chain_id)
    .where('hash', '=', deposit.hash)
    .where('log_index', '=', deposit.log_index)
    .executeTakeFirstOrThrow()
  return { kind: 'CHAIN', address: log.to_address }
}

/** A deposit as the ledger counts it. */
export const sumOfDeposit = (deposit: DepositRow) => ({
  asset: assetName(deposit.currency, deposit.chain_id),
  scale: deposit.scale,
  amount: deposit.amount,
})

/** Why money pays no transfer; labels of operations.md 6. */
export type DepositLabel = 'LATE' | 'OVERPAID' | 'UNSUPPORTED_ASSET' | 'BELOW_MINIMUM'
