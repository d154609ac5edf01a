import { fromWire, toText } from '@corridor/domain/money'

/** More decimals than any asset has. */
const scale = 18

/** What is left of an amount after its fees, exactly; undefined where the wire's numbers are no amounts. */
export function netText(amount: number, fees: number): string | undefined {
  const gross = fromWire(amount, '', scale)
  const taken = fromWire(fees, '', scale)
  if (!gross.ok || !taken.ok || taken.value.minor > gross.value.minor) return undefined
  return toText(gross.value.minor - taken.value.minor, scale)
}

/** A share in percent with two decimals: `0.30%`. Undefined of nothing. */
export function shareText(part: number, whole: number): string | undefined {
  const share = fromWire(part, '', scale)
  const all = fromWire(whole, '', scale)
  if (!share.ok || !all.ok || all.value.minor === 0n) return undefined
  const hundredths = (share.value.minor * 10_000n + all.value.minor / 2n) / all.value.minor
  const text = hundredths.toString().padStart(3, '0')
  return `${text.slice(0, -2)}.${text.slice(-2)}%`
}
