/** One payment in, by a name of its own. */
export type PaidIn = { key: string; amount: bigint }

/**
 * Which payments in a sum goes back of: the oldest first, each at most as much as came by it and was
 * not sent back before. `rest` is what none of them accounts for.
 */
export function allocateRefund(
  amount: bigint,
  paid: readonly PaidIn[],
  sent: ReadonlyMap<string, bigint>,
): { parts: PaidIn[]; rest: bigint } {
  const parts: PaidIn[] = []
  let rest = amount
  for (const { key, amount: came } of paid) {
    const left = came - (sent.get(key) ?? 0n)
    const part = left < rest ? left : rest
    if (part <= 0n) continue
    parts.push({ key, amount: part })
    rest -= part
  }
  return { parts, rest }
}

/** Sums by name. */
export function sumByKey(items: Iterable<PaidIn>): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const { key, amount } of items) sums.set(key, (sums.get(key) ?? 0n) + amount)
  return sums
}
