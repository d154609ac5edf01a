import { limitShares } from '@corridor/domain'
import type { ReactNode } from 'react'
import type { Limits } from '../../api/queries/liquidity.ts'
import { Amount, Time, StatusPill } from '../../ui/display/values.tsx'
import { Card, DescriptionList, type Fact, fact } from '../../ui/display/blocks.tsx'
import { Skeleton } from '../../ui/display/skeleton.tsx'
import { amountText, countText } from '../../ui/format/numbers.ts'
import { Gauge, shareOfLimit } from './gauge.tsx'
import { t } from '../../messages/text.ts'

/** Credit, day and single transaction, each with what is used of it. */
export function LimitCards({ limits }: { limits: Limits }) {
  return (
    <section className="grid" aria-label={t('Limits')}>
      <div className="grid grid-3">
        <CreditCard limits={limits} />
        <DailyCard limits={limits} />
        <TransactionCard limits={limits} />
      </div>
      <p className="muted">{t('Corridor can raise these limits.')}</p>
    </section>
  )
}

type CreditProps = {
  limits: Limits
  title?: string
  /** At the right of the title. */
  end?: ReactNode
}

export function CreditCard({ limits: { credit, asset }, title = t('Credit'), end }: CreditProps) {
  const { limit, borrowed, unusedAcceptedReserves, remaining } = credit
  return (
    <LimitCard
      title={title}
      end={end}
      used={borrowed + unusedAcceptedReserves}
      limit={limit}
      figure={<Figure value={remaining} label={t('{asset} left', { asset })} />}
      rows={[
        fact(t('Borrowed, solid'), <Amount value={borrowed} of={asset} />),
        fact(
          t('Reserved and unused, hatched'),
          <Amount value={unusedAcceptedReserves} of={asset} />,
        ),
        fact(t('Limit'), <Amount value={limit} of={asset} />),
      ]}
    >
      <Gauge
        label={title}
        limit={limit}
        parts={[
          { value: borrowed, look: 'solid' },
          { value: unusedAcceptedReserves, look: 'hatched' },
        ]}
        text={t('{borrowed} borrowed and {reserved} reserved of {limit}', {
          borrowed: amountText(borrowed, asset),
          reserved: amountText(unusedAcceptedReserves, asset),
          limit: amountText(limit, asset),
        })}
      />
    </LimitCard>
  )
}

function DailyCard({ limits: { daily, asset } }: { limits: Limits }) {
  const { limit, used, remaining, reachedAt } = daily
  return (
    <LimitCard
      title={t('Daily')}
      used={used}
      limit={limit}
      figure={<Figure value={remaining} label={t('{asset} left', { asset })} />}
      rows={[
        fact(t('Used since 00:00 UTC'), <Amount value={used} of={asset} />),
        fact(
          t('At this pace reaches the limit'),
          reachedAt ? <Time at={reachedAt} /> : t('Not today'),
        ),
        fact(t('Limit'), <Amount value={limit} of={asset} />),
      ]}
    >
      <Gauge
        label={t('Daily')}
        limit={limit}
        parts={[{ value: used, look: 'solid' }]}
        text={t('{used} used of {limit}', {
          used: amountText(used, asset),
          limit: amountText(limit, asset),
        })}
      />
    </LimitCard>
  )
}

function TransactionCard({ limits }: { limits: Limits }) {
  const { transaction, asset, transactionsOpen, totalTransactions, totalRepaymentDue } = limits
  const { limit, largestToday } = transaction
  return (
    <LimitCard
      title={t('Per transaction')}
      used={largestToday}
      limit={limit}
      figure={<Figure value={limit} label={t('{asset} limit', { asset })} />}
      rows={[
        fact(t('Largest today'), <Amount value={largestToday} of={asset} />),
        fact(
          t('Open drawings'),
          t('{count} of {total}', {
            count: countText(transactionsOpen),
            total: countText(totalTransactions),
          }),
        ),
        fact(t('Repayment due'), <Amount value={totalRepaymentDue} of={asset} />),
      ]}
    >
      <Gauge
        label={t('Per transaction')}
        limit={limit}
        parts={[{ value: largestToday, look: 'solid' }]}
        text={t('The largest today is {amount} of {limit}', {
          amount: amountText(largestToday, asset),
          limit: amountText(limit, asset),
        })}
      />
    </LimitCard>
  )
}

type LimitProps = {
  title: string
  end?: ReactNode
  used: number
  limit: number
  figure: ReactNode
  rows: Fact[]
  children: ReactNode
}

function LimitCard({ title, end, used, limit, figure, rows, children }: LimitProps) {
  return (
    <Card aria-label={title} className="limit-card">
      <div className="row between min-h-5">
        <span className="label">{title}</span>
        <LimitWarning share={shareOfLimit(used, limit)} />
        {end}
      </div>
      <div className="mt-1">{figure}</div>
      {children}
      <DescriptionList rows={rows} />
    </Card>
  )
}

/** Says how near a limit is, from the shares on that the partner is notified of. */
export function LimitWarning({ share }: { share: number }) {
  const passed = limitShares.findLast((mark) => share >= mark)
  if (passed === undefined) return null
  return (
    <StatusPill
      status="PENDING"
      meaning={passed === limitShares.at(-1) ? 'hand' : 'wait'}
      label={t('Above {share}%', { share: passed })}
    />
  )
}

const Figure = ({ value, label }: { value: number; label: string }) => (
  <Amount look="large" value={value} currency={label} />
)

/** The cards' place while they are read. */
export function LimitCardsSkeleton() {
  return (
    <div className="grid appear-late" aria-hidden="true">
      <div className="grid grid-3">
        {[t('Credit'), t('Daily'), t('Per transaction')].map((title) => (
          <Card key={title} className="limit-card">
            <div className="min-h-5">
              <Skeleton width={64} />
            </div>
            <div className="mt-1 h-8">
              <Skeleton width={176} />
            </div>
            <div className="gauge-track" />
            <div className="gauge-marks" />
            <div className="h-17 mt-2">
              <Skeleton width="72%" />
            </div>
          </Card>
        ))}
      </div>
      <Skeleton width={192} />
    </div>
  )
}
