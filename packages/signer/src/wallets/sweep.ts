import type { Vault } from '../vault/vault.ts'
import type { DepositReference } from './deposit-address.ts'
import { type DepositTransfer, signDepositTransfer } from './deposit-transfer.ts'
import { isOperational } from './liquidity-wallets.ts'

export type SignSweep = DepositReference & DepositTransfer

/**
 * Signs a transfer of a deposit address's tokens to the treasury. No other account can be paid: the
 * receiver is the signer's own knowledge and not part of the request.
 * @throws TypeError for a chain that has no treasury, and for a partner's own wallet
 */
export async function signSweep(vault: Vault, sweep: SignSweep) {
  if (isOperational(sweep)) throw new TypeError('A partner’s own money is not swept.')
  const treasury = vault.treasury(sweep.chainId)
  if (treasury === undefined) throw new TypeError(`There is no treasury on chain ${sweep.chainId}.`)
  return signDepositTransfer(vault, sweep, sweep, treasury)
}
