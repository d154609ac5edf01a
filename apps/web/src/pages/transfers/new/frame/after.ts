import { fromWire, toText } from '@corridor/domain/money'

type Asset = { currency: string; decimals: number }

/** What is left of a balance, exactly; undefined where the balance is unknown or too small. */
export function afterText(
  balance: number | undefined,
  spent: number,
  { currency, decimals }: Asset,
): string | undefined {
  if (balance === undefined) return undefined
  const held = fromWire(balance, currency, decimals)
  const leaves = fromWire(spent, currency, decimals)
  if (!held.ok || !leaves.ok || leaves.value.minor > held.value.minor) return undefined
  return toText(held.value.minor - leaves.value.minor, decimals)
}
