import { quoteStates, statesOf } from '@corridor/domain'
import { QuoteStatus } from '../../../features/liquidity/status.tsx'
import { quotesSource, type ReplenishQuote } from '../../../api/queries/replenishment.ts'
import type { ListAnswer } from '../../../api/list-source.ts'
import { liquidityPaths } from '../../../routing/liquidity-paths.ts'
import { shortId, Amount, Time } from '../../../ui/display/values.tsx'
import { codeOptions } from '../../../ui/format/status.ts'
import { LinkButton } from '../../../ui/page/links.tsx'
import { useListExport } from '../../../features/exports/use-list-export.tsx'
import { ListPage } from '../../../ui/table/list-page.tsx'
import type { Column, FilterField } from '../../../ui/table/types.ts'
import { LiquidityActions } from '../head/liquidity-actions.tsx'
import { LiquidityTabs } from '../head/liquidity-tabs.tsx'
import { QuoteProgress } from './progress.tsx'
import { t } from '../../../messages/text.ts'

const filters: readonly FilterField[] = [
  {
    kind: 'choice',
    key: 'status',
    label: t('Status'),
    options: codeOptions(statesOf(quoteStates)),
  },
]

const columns: Column<ReplenishQuote>[] = [
  { id: 'status', header: t('Status'), width: 152, cell: (quote) => <QuoteStatus quote={quote} /> },
  {
    id: 'quote',
    header: t('Quote'),
    width: 'grow',
    anchor: true,
    cell: ({ quoteId }) => <span className="mono">{shortId(quoteId)}</span>,
  },
  {
    id: 'drawing',
    header: t('Drawing'),
    width: 176,
    optional: true,
    cell: ({ ltxId }) => <span className="mono muted">{shortId(ltxId)}</span>,
  },
  {
    id: 'total',
    header: t('To repay'),
    width: 144,
    align: 'end',
    cell: ({ totalReplenishAmount, asset }) => (
      <Amount value={totalReplenishAmount} currency={asset} />
    ),
  },
  {
    id: 'progress',
    header: t('Fulfilled'),
    width: 168,
    from: 760,
    cell: (quote) => <QuoteProgress quote={quote} small />,
  },
  {
    id: 'remaining',
    header: t('Remaining'),
    width: 144,
    align: 'end',
    cell: ({ remainingAmount, asset }) => <Amount value={remainingAmount} currency={asset} due />,
  },
  {
    id: 'last',
    header: t('Last stated'),
    width: 128,
    align: 'end',
    from: 1000,
    cell: ({ lastFulfilledAt }) => <Time at={lastFulfilledAt} />,
  },
  {
    id: 'valid',
    header: t('Valid until'),
    width: 128,
    align: 'end',
    from: 860,
    cell: ({ validUntil }) => <Time at={validUntil} />,
  },
  {
    id: 'created',
    header: t('Quoted'),
    width: 128,
    align: 'end',
    sort: 'createdAt',
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
]

/** What it takes to repay, as it was quoted, and how much of each quote was stated as paid. */
export function Component() {
  const exporting = useListExport('replenish-quotes')
  return (
    <>
      <ListPage<ReplenishQuote, ListAnswer<ReplenishQuote>>
        heading={t('Liquidity')}
        name={t('Replenish quotes')}
        noun={[t('quote'), t('quotes')]}
        nav={<LiquidityTabs current="quotes" />}
        source={quotesSource}
        columns={columns}
        filters={filters}
        defaultSort="-createdAt"
        rowId={({ quoteId }) => quoteId}
        rowLink={linkOf}
        stack={linesOf}
        empty={{
          title: t('No replenish quotes yet'),
          text: t(
            'A quote says what repaying a drawing takes at a time. It is made when a drawing is replenished.',
          ),
          action: <LinkButton to={liquidityPaths.drawings}>{t('Open drawings')}</LinkButton>,
        }}
        actions={() => <LiquidityActions />}
        onExport={exporting.onExport}
      />
      {exporting.dialog}
    </>
  )
}

const linkOf = ({ quoteId, ltxId }: ReplenishQuote) => ({
  to: liquidityPaths.drawingQuote(ltxId, quoteId),
  label: quoteId,
})

function linesOf(quote: ReplenishQuote) {
  const { quoteId, totalReplenishAmount, remainingAmount, asset } = quote
  return [
    <span key="quote" className="mono">
      {shortId(quoteId)}
    </span>,
    <Amount key="total" value={totalReplenishAmount} currency={asset} />,
    <QuoteStatus key="status" quote={quote} />,
    <Amount key="rest" value={remainingAmount} currency={asset} />,
  ] as const
}
