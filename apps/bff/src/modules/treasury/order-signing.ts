import { type Hex, mintData, type SignedTransaction, transferData } from '@corridor/chains'
import type { ChainLink } from '../../ports/chain.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Fees, OrderCall, OrderPurpose } from './order-store.ts'

/** Absent where nothing but the treasury's own payments is signed. */
export type SweepSigner = { signer?: Pick<Deps['signer'], 'signSweep'> | undefined }

export type ToSign = { purpose: OrderPurpose; call: OrderCall; nonce: number; fees: Fees }

/** The same order gives the same bytes; no network is asked. */
export async function signOrder(
  { signer }: SweepSigner,
  { treasury, gasStation, definition }: ChainLink,
  { purpose, call, nonce, fees }: ToSign,
): Promise<SignedTransaction> {
  const { maxFeePerGas, maxPriorityFeePerGas } = fees
  const terms = { ...call, nonce, maxFeePerGas, maxPriorityFeePerGas }
  switch (purpose) {
    case 'payout':
      return treasury.signTransfer(terms)
    case 'mint':
      return treasury.signMint({ ...terms, deposit: call.reference })
    case 'sweep_gas':
      return gasStation.signTopUp({ ...terms, value: call.amount })
    case 'sweep':
      return signSweep({ signer }, definition.chainId, { purpose, call, nonce, fees })
    default:
      throw new Error(`no key signs for ${String(purpose satisfies never)}`)
  }
}

async function signSweep(
  { signer }: SweepSigner,
  chainId: number,
  { call, nonce, fees }: ToSign,
): Promise<SignedTransaction> {
  if (!signer || !call.key) throw new Error('a sweep needs the signer and the name of its key')
  return swept(
    await signer.signSweep({
      ...call.key,
      chainId,
      token: call.token,
      amount: String(call.amount),
      nonce,
      gas: String(call.gas),
      maxFeePerGas: String(fees.maxFeePerGas),
      maxPriorityFeePerGas: String(fees.maxPriorityFeePerGas),
    }),
  )
}

const swept = ({ raw, hash }: { raw: string; hash: string }): SignedTransaction => ({
  raw: raw as Hex,
  hash: hash as Hex,
})

/** Call data for an estimate, as long as what is signed. */
export function orderData(purpose: OrderPurpose, call: Omit<OrderCall, 'gas'>): Hex {
  if (purpose === 'mint') return mintData(call.to, call.amount, call.reference)
  return `${transferData(call.to, call.amount)}${call.reference.slice(2)}` as Hex
}
