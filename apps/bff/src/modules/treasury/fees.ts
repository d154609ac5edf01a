import type { Fees } from './order-store.ts'

export type FeePolicy = {
  /** The most that is offered for a unit of gas, in wei; above it payments wait. */
  ceiling: bigint
  /** A transaction that so many blocks went past is replaced. */
  bumpAfterBlocks: bigint
  bumpsMax: number
}

/** A base fee may rise by an eighth with each block: it is not chased, an alert is raised. */
export const feePolicy: FeePolicy = {
  ceiling: 500_000_000_000n,
  bumpAfterBlocks: 5n,
  bumpsMax: 5,
}

/** What to offer at first; nothing while the chain asks for more than the ceiling. */
export function firstFees(policy: FeePolicy, asked: Fees & { baseFee: bigint }): Fees | undefined {
  if (asked.baseFee > policy.ceiling) return undefined
  return within(policy.ceiling, asked)
}

/**
 * The fees of a replacement: both an eighth higher, since nodes want a tenth, and what is asked now
 * where that is more. Nothing where that is above the ceiling.
 */
export function raisedFees(policy: FeePolicy, last: Fees, asked: Fees): Fees | undefined {
  const least = raised(last.maxFeePerGas)
  if (least > policy.ceiling) return undefined
  const maxFeePerGas = lower(higher(least, asked.maxFeePerGas), policy.ceiling)
  const tip = higher(raised(last.maxPriorityFeePerGas), asked.maxPriorityFeePerGas)
  return { maxFeePerGas, maxPriorityFeePerGas: lower(tip, maxFeePerGas) }
}

/** An eighth more, rounded up. */
const raised = (fee: bigint): bigint => (fee === 0n ? 1n : (fee * 9n + 7n) / 8n)

function within(ceiling: bigint, asked: Fees): Fees {
  const maxFeePerGas = lower(asked.maxFeePerGas, ceiling)
  return { maxFeePerGas, maxPriorityFeePerGas: lower(asked.maxPriorityFeePerGas, maxFeePerGas) }
}

const higher = (a: bigint, b: bigint) => (a > b ? a : b)
const lower = (a: bigint, b: bigint) => (a < b ? a : b)
