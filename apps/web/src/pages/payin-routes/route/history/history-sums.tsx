import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type DepositSummary, historySummary } from '../../../../api/queries/payin-routes.ts'
import type { ListQuery } from '../../../../api/list-source.ts'
import { rich } from '../../../../messages/rich.tsx'
import { plural, t } from '../../../../messages/text.ts'
import { amountText, countText } from '../../../../ui/format/numbers.ts'
import { summaryQuery } from '../../../../ui/table/use-list-data.ts'

/** What the deposits that match come to, per currency, and how many are not through. */
export function HistorySums({ routeId, query }: { routeId: string; query: ListQuery }) {
  const { data } = useQuery({
    ...summaryQuery(historySummary(routeId), query),
    placeholderData: keepPreviousData,
  })
  if (!data) return null
  const { received, forwarded, inFlight, held } = data
  return (
    <>
      {received.length > 0 ? (
        <span>{rich('Received {sum}', { sum: <Sums of={received} /> })}</span>
      ) : null}
      {forwarded.length > 0 ? (
        <span>{rich('Forwarded {sum}', { sum: <Sums of={forwarded} /> })}</span>
      ) : null}
      {inFlight > 0 ? (
        <span className="only-large">
          {t('{count} in transit', { count: countText(inFlight) })}
        </span>
      ) : null}
      {held > 0 ? (
        <span className="only-large">
          {plural(
            held,
            { one: '{count} held##deposits', other: '{count} held##deposits' },
            { count: countText(held) },
          )}
        </span>
      ) : null}
    </>
  )
}

const Sums = ({ of }: { of: DepositSummary['received'] }) => (
  <b>{of.map(({ amount, currency }) => amountText(amount, currency)).join(' + ')}</b>
)
