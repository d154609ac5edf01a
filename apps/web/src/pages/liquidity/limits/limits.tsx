import { useQuery } from '@tanstack/react-query'
import { shareOfLimit } from '../../../features/liquidity/gauge.tsx'
import { LimitCards, LimitCardsSkeleton } from '../../../features/liquidity/limit-cards.tsx'
import { termLabels, termTexts } from '../../../features/liquidity/labels.ts'
import type { Limits } from '../../../api/queries/liquidity.ts'
import type { FeeTerm } from '../../../api/queries/replenishment.ts'
import { Amount } from '../../../ui/display/values.tsx'
import { Card } from '../../../ui/display/blocks.tsx'
import { rateText } from '../../../ui/format/numbers.ts'
import { PageLink } from '../../../ui/page/links.tsx'
import { Region } from '../../../ui/page/region.tsx'
import { useSearchValue } from '../../../ui/page/use-search-value.ts'
import { type SmallColumn, SmallTable, smallColumn } from '../../../ui/table/small-table.tsx'
import { LiquidityPage } from '../head/liquidity-page.tsx'
import { UsageChart } from './usage-chart.tsx'
import { UsageTable } from './usage-table.tsx'
import { usageText } from './usage-view.ts'
import { q, liquidity } from '../../../api/call.ts'
import { t } from '../../../messages/text.ts'

/** What was agreed, what is used of it, and how the day goes. */
export function Component() {
  const query = useQuery(q(liquidity.limits, {}))
  return (
    <LiquidityPage current="limits">
      <Region query={query} what={t('Limits')} skeleton={<LimitCardsSkeleton />}>
        {({ data }) => (
          <div className="grid">
            <LimitCards limits={data} />
            <UsageCard limits={data} />
            <div className="grid grid-3-2">
              <LimitsCard limits={data} />
              <RatesCard limits={data} />
            </div>
          </div>
        )}
      </Region>
    </LiquidityPage>
  )
}

function UsageCard({ limits }: { limits: Limits }) {
  const look = useSearchValue('as')
  const isTable = look.value === 'table'
  return (
    <Card
      title={t('Used today')}
      beside={
        <span className="caption">{t('{asset}, hours in UTC', { asset: limits.asset })}</span>
      }
      end={
        <nav className="segments" aria-label={t('Shown as')}>
          <PageLink
            to={look.linkTo(undefined)}
            preventScrollReset
            aria-current={isTable ? undefined : 'true'}
          >
            {t('Chart')}
          </PageLink>
          <PageLink
            to={look.linkTo('table')}
            preventScrollReset
            aria-current={isTable ? 'true' : undefined}
          >
            {t('Table')}
          </PageLink>
        </nav>
      }
      flush
    >
      <p className="px-4 pt-4 muted">{usageText(limits)}</p>
      {isTable ? <UsageTable limits={limits} /> : <UsageChart limits={limits} />}
    </Card>
  )
}

type Row = { name: string; limit: number; used: number; left: number; asset: string }

function LimitsCard({ limits }: { limits: Limits }) {
  const { credit, daily, transaction, asset } = limits
  const rows: Row[] = [
    {
      name: t('Credit'),
      limit: credit.limit,
      used: credit.limit - credit.remaining,
      left: credit.remaining,
      asset,
    },
    { name: t('Daily'), limit: daily.limit, used: daily.used, left: daily.remaining, asset },
    {
      name: t('Per transaction'),
      limit: transaction.limit,
      used: transaction.largestToday,
      left: transaction.limit,
      asset,
    },
  ]
  return (
    <Card
      title={t('In figures')}
      className="self-start"
      flush
      footer={
        <span className="muted">
          {t('A drawing is repaid within {tenorHours} hours unless it says otherwise.', {
            tenorHours: limits.tenorHours,
          })}
        </span>
      }
    >
      <SmallTable
        label={t('Limits')}
        className="stacked-table stacked-events"
        columns={columns}
        rows={rows}
        rowId={({ name }) => name}
      />
    </Card>
  )
}

const columns: readonly SmallColumn<Row>[] = [
  smallColumn(t('Limit'), { cells: 'cell-who strong' }, ({ name }) => name),
  smallColumn(t('Agreed'), { align: 'end' }, ({ limit, asset }) => (
    <Amount value={limit} currency={asset} />
  )),
  smallColumn(t('Used'), { align: 'end', cells: 'cell-in' }, ({ used, asset }) => (
    <Amount value={used} currency={asset} />
  )),
  smallColumn(t('Share##portion'), { align: 'end', cells: 'cell-status' }, ({ used, limit }) =>
    t('{percent} % used', { percent: Math.round(shareOfLimit(used, limit) * 10) / 10 }),
  ),
  smallColumn(t('Left'), { align: 'end', cells: 'cell-out' }, ({ left, asset }) => (
    <Amount value={left} currency={asset} />
  )),
]

const terms = [
  'ratePerUnitTime',
  'fixedBaseRate',
  'affiliateFeeRate',
  'counterPartyRiskPremiumRate',
  'customerReliabilityScoreRate',
] as const satisfies FeeTerm['term'][]

function RatesCard({ limits: { rates } }: { limits: Limits }) {
  return (
    <Card title={t('Rates')} beside={<span className="caption">{t('In basis points')}</span>}>
      <dl className="grid">
        <Rate
          label={t('Reserving')}
          value={rates.hourlyFeeRateInBps}
          text={t('For each started hour of a reserve frame, of its amount.')}
        />
        {terms.map((term) => (
          <Rate key={term} label={termLabels[term]} value={rates[term]} text={termTexts[term]} />
        ))}
      </dl>
    </Card>
  )
}

function Rate({ label, value, text }: { label: string; value: number; text: string }) {
  return (
    <div>
      <dt className="row between strong">
        {label}
        <span className="number">{t('{rate} bps', { rate: rateText(value) })}</span>
      </dt>
      <dd className="muted">{text}</dd>
    </div>
  )
}
