import { fromWire, shownDigits, toText } from '@corridor/domain/money'
import type { WalletBalance } from '../../../api/queries/wallets.ts'
import { amountText } from '../../../ui/format/numbers.ts'
import { t } from '../../../messages/text.ts'

/**
 * What a wallet holds of each token, on all its networks together: `1,250.000000 USDC, 3.500000 DAI`. Undefined where a
 * network could not be asked, because a part of it would be read as all of it.
 */
export function heldText(balances: readonly WalletBalance[] | undefined): string | undefined {
  return heldTexts(balances)?.join(', ')
}

/** The first of them, and how many there are beside it: `1,250.000000 USDC +1`. */
export function firstHeldText(balances: readonly WalletBalance[] | undefined): string | undefined {
  const [first, ...others] = heldTexts(balances) ?? []
  return others.length > 0 ? `${first} +${others.length}` : first
}

function heldTexts(balances: readonly WalletBalance[] | undefined): string[] | undefined {
  if (balances === undefined) return undefined
  const sums = new Map<string, { minor: bigint; scale: number }>()
  for (const { tokens } of balances)
    for (const { currency, amount, decimals } of tokens) {
      const read = fromWire(amount, currency, decimals)
      if (!read.ok) continue
      const before = sums.get(currency) ?? { minor: 0n, scale: decimals }
      const scale = Math.max(before.scale, decimals)
      const minor =
        scaled(before.minor, before.scale, scale) + scaled(read.value.minor, decimals, scale)
      sums.set(currency, { minor, scale })
    }
  const held = [...sums].filter(([, { minor }]) => minor > 0n)
  if (held.length === 0) return [t('nothing')]
  return held.map(([currency, { minor, scale }]) =>
    amountText(plain(minor, scale), currency, shownDigits(currency)),
  )
}

const scaled = (minor: bigint, from: number, to: number) => minor * 10n ** BigInt(to - from)

/** Without the zeros that a token's own decimals would add. */
function plain(minor: bigint, scale: number): string {
  return toText(minor, scale)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
}
