import { quoteStates, statesOf } from '@corridor/domain'
import { QuoteStatus } from '../../../features/liquidity/status.tsx'
import { quotesSource, type ReplenishQuote } from '../../../api/queries/replenishment.ts'
import type { ListAnswer } from '../../../api/list-source.ts'
import { liquidityPaths } from '../../../routing/liquidity-paths.ts'
import { shortId, Amount, Time } from '../../../ui/display/values.tsx'
import { codeOptions } from '../../../ui/format/status.ts'
import { LinkButton } from '../../../ui/page/links.tsx'
import { ExportedList } from '../../../features/exports/exported-list.tsx'
import { type Column, type FilterField, column } from '../../../ui/table/types.ts'
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
  column('status', t('Status'), { width: 152 }, (quote) => <QuoteStatus quote={quote} />),
  column('quote', t('Quote'), { width: 'grow', anchor: true }, ({ quoteId }) => (
    <span className="mono">{shortId(quoteId)}</span>
  )),
  column('drawing', t('Drawing'), { width: 176, optional: true }, ({ ltxId }) => (
    <span className="mono muted">{shortId(ltxId)}</span>
  )),
  column(
    'total',
    t('To repay'),
    { width: 144, align: 'end' },
    ({ totalReplenishAmount, asset }) => <Amount value={totalReplenishAmount} currency={asset} />,
  ),
  column('progress', t('Fulfilled'), { width: 168, from: 760 }, (quote) => (
    <QuoteProgress quote={quote} small />
  )),
  column(
    'remaining',
    t('Remaining'),
    { width: 144, align: 'end' },
    ({ remainingAmount, asset }) => <Amount value={remainingAmount} currency={asset} due />,
  ),
  column(
    'last',
    t('Last stated'),
    { width: 128, align: 'end', from: 1000 },
    ({ lastFulfilledAt }) => <Time at={lastFulfilledAt} />,
  ),
  column('valid', t('Valid until'), { width: 128, align: 'end', from: 860 }, ({ validUntil }) => (
    <Time at={validUntil} />
  )),
  column(
    'created',
    t('Quoted'),
    { width: 128, align: 'end', sort: 'createdAt' },
    ({ createdAt }) => <Time at={createdAt} />,
  ),
]

/** What it takes to repay, as it was quoted, and how much of each quote was stated as paid. */
export function Component() {
  return (
    <ExportedList<ReplenishQuote, ListAnswer<ReplenishQuote>>
      exports="replenish-quotes"
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
    />
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
