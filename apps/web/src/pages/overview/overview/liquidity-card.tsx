import { useQuery } from '@tanstack/react-query'
import { Gauge, shareOfLimit } from '../../../features/liquidity/gauge.tsx'
import { LimitWarning } from '../../../features/liquidity/limit-cards.tsx'
import { phaseAt } from '../../../features/liquidity/labels.ts'
import { activeFramesQuery, type Limits } from '../../../api/queries/liquidity.ts'
import { useNow } from '../../../api/clock.ts'
import { liquidityPaths } from '../../../routing/liquidity-paths.ts'
import { paths } from '../../../routing/paths.ts'
import { Amount, StatusPill } from '../../../ui/display/values.tsx'
import { Card } from '../../../ui/display/blocks.tsx'
import { amountText, countText } from '../../../ui/format/numbers.ts'
import { PageLink, TextLink } from '../../../ui/page/links.tsx'
import { Region } from '../../../ui/page/region.tsx'
import { q, liquidity } from '../../../api/call.ts'
import { plural, t } from '../../../messages/text.ts'

/** How much of the credit line is left, and what runs on it. */
export function LiquidityCard() {
  const query = useQuery(q(liquidity.limits, {}))
  const overdue = query.data?.data.overdue ?? 0
  return (
    <Card
      title={t('Liquidity limits')}
      beside={
        overdue > 0 ? (
          <StatusPill
            status="OVERDUE"
            label={t('{count} overdue', { count: countText(overdue) })}
          />
        ) : null
      }
      end={<TextLink to={paths.liquidity}>{t('Open liquidity')}</TextLink>}
    >
      <Region query={query} what={t('Liquidity')}>
        {({ data }) => <Gauges limits={data} />}
      </Region>
    </Card>
  )
}

function Gauges({ limits }: { limits: Limits }) {
  const { credit, daily, transaction, asset } = limits
  return (
    <div className="grid">
      <div>
        <div className="row between min-h-5">
          <span className="label">{t('Credit left')}</span>
          <LimitWarning
            share={shareOfLimit(credit.borrowed + credit.unusedAcceptedReserves, credit.limit)}
          />
        </div>
        <Amount value={credit.remaining} currency={asset} />
        <Gauge
          label={t('Credit')}
          limit={credit.limit}
          parts={[
            { value: credit.borrowed, look: 'solid' },
            { value: credit.unusedAcceptedReserves, look: 'hatched' },
          ]}
          text={t('{amount} left of {limit}', {
            amount: amountText(credit.remaining, asset),
            limit: amountText(credit.limit, asset),
          })}
        />
      </div>
      <div>
        <div className="row between min-h-5">
          <span className="label">{t('Left today')}</span>
          <LimitWarning share={shareOfLimit(daily.used, daily.limit)} />
        </div>
        <Amount value={daily.remaining} currency={asset} />
        <Gauge
          label={t('Daily')}
          limit={daily.limit}
          parts={[{ value: daily.used, look: 'solid' }]}
          text={t('{amount} used of {limit}', {
            amount: amountText(daily.used, asset),
            limit: amountText(daily.limit, asset),
          })}
        />
      </div>
      <div>
        <div className="row between min-h-5">
          <span className="label">{t('Per transaction')}</span>
          <LimitWarning share={shareOfLimit(transaction.largestToday, transaction.limit)} />
        </div>
        <Gauge
          label={t('Per transaction')}
          limit={transaction.limit}
          parts={[{ value: transaction.largestToday, look: 'solid' }]}
          text={t('The largest today is {amount} of {limit}', {
            amount: amountText(transaction.largestToday, asset),
            limit: amountText(transaction.limit, asset),
          })}
        />
      </div>
      <Repayment limits={limits} />
    </div>
  )
}

function Repayment({ limits }: { limits: Limits }) {
  const { asset, transactionsOpen, overdue, totalRepaymentDue } = limits
  const frames = useQuery(activeFramesQuery).data?.data
  const now = useNow(60_000)
  const running = frames?.filter((frame) => phaseAt(frame, now) === 'ACTIVE').length
  return (
    <div>
      <div className="row between">
        <span className="label">{t('Repayment due')}</span>
        <Amount value={totalRepaymentDue} currency={asset} />
      </div>
      <div className="row between">
        <span className="label">{t('Frames now')}</span>
        <span>{running === undefined ? '–' : countText(running)}</span>
      </div>
      <PageLink className="link" to={liquidityPaths.drawings}>
        {plural(
          transactionsOpen,
          {
            one: '{count} open drawing, {overdue} overdue',
            other: '{count} open drawings, {overdue} overdue',
          },
          { count: countText(transactionsOpen), overdue: countText(overdue) },
        )}
      </PageLink>
    </div>
  )
}
