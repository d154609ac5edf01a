import { termsTomorrow } from '../../../features/liquidity/arithmetic.ts'
import { useLineAsset } from '../../../features/liquidity/asset.ts'
import { termLabels } from '../../../features/liquidity/labels.ts'
import type { Drawing, FeeTerm } from '../../../api/queries/replenishment.ts'
import { Amount } from '../../../ui/display/values.tsx'
import { EmptyState } from '../../../ui/display/blocks.tsx'
import { amountText, countText, rateText } from '../../../ui/format/numbers.ts'
import { type SmallColumn, SmallTable, smallColumn } from '../../../ui/table/small-table.tsx'
import { plural, t } from '../../../messages/text.ts'

type Breakdown = Drawing['feeBreakdown']

type Props = {
  label: string
  breakdown: Breakdown
  asset: string
  /** With both, the terms of tomorrow stand beside those of today: what is owed then, and its fee. */
  outstanding?: number
  tomorrow?: number
}

/** A term of a fee, or their sum. */
type Line = {
  label: string
  text: string
  today: number
  tomorrow: number | string | undefined
  isSum?: boolean
}

/** A fee term by term, each with how it comes about. */
export function FeeTerms({ label, breakdown, asset, outstanding, tomorrow }: Props) {
  const decimals = useLineAsset()?.decimals
  const { terms, feePaid } = breakdown
  if (terms.length === 0) return <NoTerms paid={feePaid} asset={asset} />
  const later =
    outstanding === undefined || decimals === undefined
      ? undefined
      : termsTomorrow(terms, outstanding, decimals)
  const lines = [
    ...terms.map((term, index) => ({
      label: termLabels[term.term],
      text: formulaOf(term, asset),
      today: term.amount,
      tomorrow: later?.[index]?.amount,
    })),
    ...sumsOf(breakdown, tomorrow),
  ]
  return (
    <SmallTable
      label={label}
      columns={columnsFor(asset, tomorrow !== undefined)}
      rows={lines}
      rowId={(line) => line.label}
    />
  )
}

function sumsOf(
  { feeAccrued, feePaid, feeAmount }: Breakdown,
  tomorrow: number | undefined,
): Line[] {
  const paid: Line = {
    label: t('Paid'),
    text: t('By earlier repayments'),
    today: -feePaid,
    tomorrow: -feePaid,
    isSum: true,
  }
  return [
    {
      label: t('Fee so far'),
      text: t('The terms together, rounded once'),
      today: feeAccrued,
      tomorrow: undefined,
      isSum: true,
    },
    ...(feePaid > 0 ? [paid] : []),
    { label: t('Unpaid'), text: t('What is due of it'), today: feeAmount, tomorrow, isSum: true },
  ]
}

function columnsFor(asset: string, hasTomorrow: boolean): SmallColumn<Line>[] {
  return [
    smallColumn(
      t('Term'),
      { isRowHeading: true, cells: 'whitespace-normal py-2 text-text' },
      ({ label, text, isSum }) => (
        <>
          <span className="strong">{label}</span>
          {isSum ? null : (
            <span className="caption only-small">
              <br />
              {text}
            </span>
          )}
        </>
      ),
    ),
    smallColumn(
      t('How it comes about'),
      { className: 'cell-fill only-large', cells: 'muted', title: ({ text }) => text },
      ({ text }) => text,
    ),
    smallColumn(t('Today'), { align: 'end' }, ({ today, isSum }) => (
      <span className={isSum ? 'strong' : undefined}>
        <Amount value={today} currency={asset} />
      </span>
    )),
    ...(hasTomorrow
      ? [
          smallColumn(t('Tomorrow'), { align: 'end' }, ({ tomorrow, isSum }: Line) => (
            <span className={isSum ? 'strong' : undefined}>
              <Amount value={tomorrow} currency={asset} />
            </span>
          )),
        ]
      : []),
  ]
}

function NoTerms({ paid, asset }: { paid: number; asset: string }) {
  return paid > 0 ? (
    <EmptyState title={t('The fee of {amount} was paid', { amount: amountText(paid, asset) })}>
      {t('Nothing is owed any more.')}
    </EmptyState>
  ) : (
    <EmptyState title={t('No fee yet')}>{t('It begins when the tokens are paid out.')}</EmptyState>
  )
}

/** `260,000.00 USDC h × 0.25 bps`: principal times hours for the rate of time, the principal otherwise. */
function formulaOf({ term, rateBps, units, base }: FeeTerm, asset: string): string {
  const rate = t('{rate} bps', { rate: rateText(Math.abs(rateBps)) })
  if (term !== 'ratePerUnitTime') return `${amountText(base, asset)} × ${rate}`
  const hours = plural(
    units,
    { one: '{count} started hour', other: '{count} started hours' },
    { count: countText(units) },
  )
  return t('{amount} h in {hours} × {rate}', { amount: amountText(base, asset), hours, rate })
}
