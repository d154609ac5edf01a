import type { Tx } from '../../../db/open.ts'
import type { DepositRow } from '../../../db/schema/rows.ts'
import type { AuditedBy } from '../../../records/audit/audit.ts'
import { proveAccount } from '../external/claims.ts'
import { endProof, lockProof } from '../external/proof-store.ts'
import { lockAccount } from '../external/store.ts'
import { findTestPayment } from './store.ts'

/**
 * A deposit of the exact amount that was asked for, from the wallet that was claimed, proves the
 * wallet; it stays the customer's money like any other deposit.
 */
export async function takeTestPayment(tx: Tx, deposit: DepositRow): Promise<void> {
  const { partner_id: partnerId, funding_account_id, amount } = deposit
  const { walletAddress: sender } = deposit.sender as { walletAddress: string }
  if (funding_account_id === null || sender === '') return
  const asked = { partnerId, fundingAccountId: funding_account_id, sender, amount }
  const found = await findTestPayment(tx, asked)
  const account = found && (await lockAccount(tx, partnerId, found.account_id))
  const proof = found && (await lockProof(tx, partnerId, found.id))
  if (!account || proof?.status !== 'OPEN') return
  await endProof(tx, proof, 'accept')
  await proveAccount(tx, byChain(partnerId), account, 'TEST_PAYMENT')
}

const byChain = (partnerId: string): AuditedBy => ({
  partnerId,
  actor: { type: 'service', id: 'chain' },
  requestId: '',
})
