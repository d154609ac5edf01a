import { useIsAllowed } from '../../../features/access/is-allowed.ts'
import { statusAt } from '../../../features/liquidity/labels.ts'
import type { ReserveFrame } from '../../../api/queries/liquidity.ts'
import { liquidityPaths } from '../../../routing/liquidity-paths.ts'
import { Amount, Time } from '../../../ui/display/values.tsx'
import { Card, Notice } from '../../../ui/display/blocks.tsx'
import { type Step, Stepper } from '../../../ui/display/stepper.tsx'
import { LinkButton } from '../../../ui/page/links.tsx'
import { rich } from '../../../messages/rich.tsx'
import { t } from '../../../messages/text.ts'

const steps = [t('Quoted'), t('Fee sent'), t('Confirmed'), t('Accepted')] as const

/** How far a frame is, or why it ended before it was accepted. */
export function StatusBoard({ frame, now }: { frame: ReserveFrame; now: number }) {
  const status = statusAt(frame, now)
  if (status === 'REJECTED') {
    return (
      <Notice tone="fail" look="ground" title={t('The fee was not accepted')}>
        {frame.misc.rejectedReason || t('The payment was not what was quoted.')}{' '}
        {t(
          'Nothing is reserved. A payment that arrived is under Payments and can be credited from there.',
        )}
      </Notice>
    )
  }
  if (status === 'EXPIRED') {
    return (
      <Notice tone="none" title={t('The quote has ended')} actions={<AgainLink />}>
        {rich('Its fee was not paid until {time}. Nothing is reserved and nothing is owed.', {
          time: <Time at={frame.validUntil} />,
        })}
      </Notice>
    )
  }
  if (status === 'CANCELLED') return <Cancelled frame={frame} />
  return (
    <Card
      aria-label={t('Progress')}
      className={frame.status === 'ACCEPTED' ? 'only-large' : undefined}
    >
      <div className="-mt-2 -mb-6">
        <Stepper label={t('Progress')} steps={stepsOf(frame.status)} />
      </div>
    </Card>
  )
}

function AgainLink() {
  const isAllowed = useIsAllowed('liquidity:write')
  if (!isAllowed) return null
  return (
    <LinkButton size="s" to={liquidityPaths.newReserve}>
      {t('Get a new quote')}
    </LinkButton>
  )
}

function stepsOf(status: ReserveFrame['status']): Step[] {
  const done = status === 'ACCEPTED' ? 4 : status === 'PENDING_CONFIRMATION' ? 2 : 1
  return steps.map((name, index) => ({
    name,
    state: index < done ? 'done' : index === done ? 'current' : 'todo',
  }))
}

const refundTexts = {
  NONE: t('Nothing goes back.'),
  PENDING: t('It is on its way.'),
  PAID: t('It was paid.'),
  FAILED: t('The payment failed and is being looked into.'),
} as const

function Cancelled({ frame: { misc, asset } }: { frame: ReserveFrame }) {
  const { refund, cancelledReason } = misc
  return (
    <Notice tone="none" title={t('This frame was cancelled')}>
      {cancelledReason ? `${cancelledReason}. ` : null}
      {refund && refund.amount > 0
        ? rich('{amount} of the fee goes back ({percent} %). {outcome}', {
            amount: <Amount value={refund.amount} currency={asset} />,
            percent: refund.rate,
            outcome: refundTexts[refund.status],
          })
        : t('Its fee was not paid, so nothing goes back.')}
    </Notice>
  )
}
