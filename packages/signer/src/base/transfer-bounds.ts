import { decodeTransfer } from '@corridor/signing/evm'

/**
 * What a prepared transfer may do, fixed at simulate (decisions.md 24). Integers are decimal text.
 * `feeCeilingWei` is the most its gas may cost in total: gas limit times `maxFeePerGas`.
 */
export type TransferBounds = {
  chainId: number
  token: string
  recipient: string
  amount: string
  feeCeilingWei: string
}

/**
 * Whether an unsigned transaction is exactly the transfer that was quoted (signing-formats.md 11).
 */
export function isWithinBounds(unsignedTransaction: string, bounds: TransferBounds): boolean {
  const decoded = decodeTransfer(unsignedTransaction)
  if (!decoded.ok) return false
  const { chainId, token, recipient, amount, gas, maxFeePerGas } = decoded.value
  return (
    chainId === bounds.chainId &&
    sameAddress(token, bounds.token) &&
    sameAddress(recipient, bounds.recipient) &&
    amount === BigInt(bounds.amount) &&
    gas * maxFeePerGas <= BigInt(bounds.feeCeilingWei)
  )
}

function sameAddress(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase()
}
