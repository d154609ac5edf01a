import { decodeSigned } from '@corridor/signing/evm'
import type { Vault } from '../vault/vault.ts'
import { depositAddress } from './deposit-address.ts'
import { type DepositTransfer, signDepositTransfer } from './deposit-transfer.ts'
import { liquidityWallet, operationalWallet } from './liquidity-wallets.ts'

/** `partnerId` is the written id of the partner whose wallet pays. */
export type SignReplenishment = DepositTransfer & { partnerId: string }

export type SignOperationalWithdrawal = SignReplenishment & {
  /** The signed bytes of a transfer that paid into this wallet before. */
  fundingTransaction: string
}

/** Signs a transfer from a partner's operational wallet to its own deposit wallet. */
export async function signReplenishment(vault: Vault, replenishment: SignReplenishment) {
  const { partnerId } = replenishment
  const { address } = await depositAddress(vault, liquidityWallet(partnerId))
  return signDepositTransfer(vault, operationalWallet(partnerId), replenishment, address)
}

/**
 * Signs a transfer from a partner's operational wallet back to an address that funded it: whoever
 * signed the funding transaction is paid, and nobody else can be.
 * @throws TypeError where those bytes are no payment of tokens into this wallet on this chain
 */
export async function signOperationalWithdrawal(
  vault: Vault,
  withdrawal: SignOperationalWithdrawal,
): Promise<{ raw: string; hash: string }> {
  const wallet = operationalWallet(withdrawal.partnerId)
  const { address } = await depositAddress(vault, wallet)
  const funding = decodeSigned(withdrawal.fundingTransaction)
  if (!funding.ok) throw new TypeError('Expected a signed ERC-20 transfer.')
  const { transfer, sender } = funding.value
  const isIntoWallet = transfer.recipient === address && transfer.chainId === withdrawal.chainId
  if (!isIntoWallet || transfer.amount <= 0n)
    throw new TypeError('Expected a payment into the wallet that is to pay.')
  return signDepositTransfer(vault, wallet, withdrawal, sender)
}
