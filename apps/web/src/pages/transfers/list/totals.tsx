import { amountText } from '../../../ui/format/numbers.ts'

type Sum = { currency: string; in: number; out: number; fees: number }

const shown = 3

/** Sums per currency of all that matches; never across currencies. */
export function Totals({ sums: all }: { sums: readonly Sum[] }) {
  const sums = all.filter((sum) => sum.in > 0)
  const rest = sums.length - shown
  return (
    <>
      {sums.slice(0, shown).map((sum, index) => (
        <span key={sum.currency} className="only-large">
          {index === 0 ? 'In ' : ''}
          <b>{amountText(sum.in)}</b> {sum.currency}
        </span>
      ))}
      {rest > 0 ? (
        <span className="only-large">
          +{rest} {rest === 1 ? 'currency' : 'currencies'}
        </span>
      ) : null}
    </>
  )
}
