import type { ChainLink } from '../../../ports/chain.ts'
import type { Deps } from '../../../ports/deps.ts'
import type { ChainTransactionRow, Claim } from '../../../records/transfers/steps/store.ts'
import type { TransferRow } from '../../../db/schema/rows.ts'
import type { ChainReceipts } from '../../../ports/receipts.ts'

export type WalletParts = Pick<Deps, 'db' | 'chains' | 'log' | 'faults'> & {
  receipts: ChainReceipts
}

/** The transaction that the wallet's owner signed; it is stored when the transfer is submitted. */
export function signedOf(claim: Claim): ChainTransactionRow {
  const signed = claim.transactions.find(({ purpose }) => purpose === 'user')
  if (!signed) throw new Error(`the transfer ${claim.transfer.id} has no signed transaction`)
  return signed
}

export function chainOf(deps: Pick<Deps, 'chains'>, transfer: TransferRow): ChainLink {
  const chain = deps.chains.get(transfer.chain_id ?? '')
  if (!chain) throw new Error(`the chain ${transfer.chain_id} is not part of this instance`)
  return chain
}
