import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { useAction, Refused } from '../../../features/actions/action.tsx'
import { QuoteStatus } from '../../../features/liquidity/status.tsx'
import { liquidity, q } from '../../../api/call.ts'
import { queries } from '../../../api/query-client.ts'
import { liquidityKey } from '../../../api/queries/liquidity.ts'
import type { Drawing, ReplenishQuote } from '../../../api/queries/replenishment.ts'
import { useIsAllowed } from '../../../features/access/is-allowed.ts'
import { liquidityPaths } from '../../../routing/liquidity-paths.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { shortId, Amount, Time } from '../../../ui/display/values.tsx'
import { Card } from '../../../ui/display/blocks.tsx'
import { EmptyState } from '../../../ui/display/empty-state.tsx'
import { Region } from '../../../ui/page/region.tsx'
import { useSearchValue } from '../../../ui/page/use-search-value.ts'
import { type SmallColumn, SmallTable, smallColumn } from '../../../ui/table/small-table.tsx'
import { QuoteProgress } from './progress.tsx'
import { QuoteDetail } from './quote-detail.tsx'
import { t } from '../../../messages/text.ts'

/** Every quote of a drawing; the one that the address names is open below its line. */
export function QuotesTab({ drawing }: { drawing: Drawing }) {
  const query = useQuery(q(liquidity.listReplenishQuotes, { ltxId: drawing.ltxId, limit: '200' }))
  const open = useSearchValue('open')
  return (
    <Card title={t('Replenish quotes')} end={<GetQuote drawing={drawing} />} flush>
      <Region
        query={query}
        what={t('Quotes')}
        empty={({ data }) =>
          data.length === 0 ? (
            <EmptyState title={t('No quotes yet')}>
              {t(
                'A quote says what repaying takes at a time and where to pay it. It holds for ten minutes.',
              )}
            </EmptyState>
          ) : undefined
        }
      >
        {({ data }) => (
          <SmallTable
            label={t('Quotes of this drawing')}
            className="stacked-table stacked-events"
            columns={columnsFor(open)}
            rows={data}
            rowId={({ quoteId }) => quoteId}
            below={(quote) =>
              quote.quoteId === open.value ? <QuoteDetail quote={quote} drawing={drawing} /> : null
            }
          />
        )}
      </Region>
    </Card>
  )
}

function GetQuote({ drawing }: { drawing: Drawing }) {
  const navigate = useNavigate()
  const isAllowed = useIsAllowed('liquidity:write')
  const quote = useAction(liquidity.quoteReplenish, {
    repeats: true,
    onDone: async ({ data }) => {
      await queries.invalidateQueries({ queryKey: liquidityKey })
      await navigate(liquidityPaths.drawingQuote(data.ltxId, data.quoteId), {
        preventScrollReset: true,
      })
    },
  })
  if (!isAllowed || !drawing.allowedActions.includes('fulfil')) return null
  return (
    <>
      <Refused title={t('There is no quote')} error={quote.error} />
      <Button
        size="s"
        busy={quote.isBusy}
        onClick={() => quote.send({ body: { originalTxnHash: drawing.originalTxnHash } })}
      >
        {t('Get quote')}
      </Button>
    </>
  )
}

type Open = ReturnType<typeof useSearchValue>

const columnsFor = (open: Open): readonly SmallColumn<ReplenishQuote>[] => [
  smallColumn(t('Status'), { cells: 'cell-status' }, (quote) => <QuoteStatus quote={quote} />),
  smallColumn(t('Quote'), { cells: 'cell-who' }, ({ quoteId }) => {
    const isOpen = quoteId === open.value
    return (
      <Link
        className="row-link mono"
        to={open.linkTo(isOpen ? undefined : quoteId)}
        preventScrollReset
        aria-expanded={isOpen}
      >
        {shortId(quoteId)}
      </Link>
    )
  }),
  smallColumn(t('Fulfilled'), { className: 'only-large' }, (quote) => (
    <QuoteProgress quote={quote} />
  )),
  smallColumn(t('Remaining'), { align: 'end', cells: 'cell-out' }, ({ remainingAmount, asset }) => (
    <Amount value={remainingAmount} currency={asset} />
  )),
  smallColumn(t('Last stated'), { className: 'text-right only-large' }, ({ lastFulfilledAt }) => (
    <Time at={lastFulfilledAt} />
  )),
  smallColumn(t('Valid until'), { align: 'end', cells: 'muted cell-in' }, ({ validUntil }) => (
    <Time at={validUntil} />
  )),
]
