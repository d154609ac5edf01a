import { type Hex, mintData, type SignedTransaction, transferData } from '@corridor/chains'
import { decodeSigned } from '@corridor/signing/evm'
import type { ChainLink } from '../../ports/chain.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Fees, OrderCall, OrderPurpose } from './order-store.ts'

type Signs = 'signSweep' | 'signReplenishment' | 'signOperationalWithdrawal'

/** Absent where nothing but the treasury's own payments is signed. */
export type OrderSigner = { signer?: Pick<Deps['signer'], Signs> | undefined }

export type ToSign = {
  purpose: OrderPurpose
  sender: string
  call: OrderCall
  nonce: number
  fees: Fees
}

/** The same order gives the same bytes; no network is asked. */
export async function signOrder(
  { signer }: OrderSigner,
  { treasury, gasStation, definition }: ChainLink,
  order: ToSign,
): Promise<SignedTransaction> {
  const { purpose, call, nonce, fees } = order
  const { maxFeePerGas, maxPriorityFeePerGas } = fees
  const terms = { ...call, nonce, maxFeePerGas, maxPriorityFeePerGas }
  switch (purpose) {
    case 'payout':
    case 'disbursement':
    case 'reserve_refund':
      return treasury.signTransfer(terms)
    case 'mint':
      return treasury.signMint({ ...terms, deposit: call.reference })
    case 'sweep_gas':
      return gasStation.signTopUp({ ...terms, value: call.amount })
    case 'sweep':
    case 'replenish':
    case 'operational_withdrawal':
      return signWithKey({ signer }, definition.chainId, { ...order, purpose })
    default:
      throw new Error(`no key signs for ${String(purpose satisfies never)}`)
  }
}

type OfKey = ToSign & { purpose: 'sweep' | 'replenish' | 'operational_withdrawal' }

/** The signer knows by itself who is paid; what it signed must be what was ordered. */
async function signWithKey({ signer }: OrderSigner, chainId: number, order: OfKey) {
  const { purpose, call, nonce, fees } = order
  if (!signer || !call.key) throw new Error(`${purpose} needs the signer and the name of its key`)
  const terms = {
    ...call.key,
    chainId,
    token: call.token,
    amount: String(call.amount),
    nonce,
    gas: String(call.gas),
    maxFeePerGas: String(fees.maxFeePerGas),
    maxPriorityFeePerGas: String(fees.maxPriorityFeePerGas),
  }
  const { raw, hash } = await bytesOf(signer, order, terms)
  checkPays(raw, order)
  return { raw: raw as Hex, hash: hash as Hex }
}

type Signer = NonNullable<OrderSigner['signer']>
type Terms = Parameters<Signer['signSweep']>[0]

function bytesOf(signer: Signer, { purpose, call }: OfKey, terms: Terms) {
  if (purpose === 'sweep') return signer.signSweep(terms)
  if (purpose === 'replenish') return signer.signReplenishment(terms)
  const fundingTransaction = call.funding ?? ''
  return signer.signOperationalWithdrawal({ ...terms, fundingTransaction })
}

/** Before the bytes are stored: none are sent that pay another account than the records say. */
function checkPays(raw: string, { purpose, sender, call }: ToSign): void {
  const decoded = decodeSigned(raw)
  const paid = decoded.ok && decoded.value
  const isSame = (first: string, other: string) => first.toLowerCase() === other.toLowerCase()
  if (
    !paid ||
    !isSame(paid.sender, sender) ||
    !isSame(paid.transfer.recipient, call.to) ||
    !isSame(paid.transfer.token, call.token) ||
    paid.transfer.amount !== call.amount
  )
    throw new Error(`the signer's bytes of a ${purpose} are not the payment that was ordered`)
}

/** Call data for an estimate, as long as what is signed. */
export function orderData(purpose: OrderPurpose, call: Omit<OrderCall, 'gas'>): Hex {
  if (purpose === 'mint') return mintData(call.to, call.amount, call.reference)
  return `${transferData(call.to, call.amount)}${call.reference.slice(2)}` as Hex
}
