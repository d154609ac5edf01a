import { transferStates } from '@corridor/domain'
import { LinkButton } from '../../../ui/page/links.tsx'
import { paths } from '../../../routing/paths.ts'
import { CopyButton } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/display/blocks.tsx'
import { Time } from '../../../ui/display/values.tsx'
import { moneyMoved } from '../../../features/transfers/money-path.ts'
import { isWalletTransfer, stepName } from '../../../features/transfers/labels.ts'
import type { Transfer } from '../../../api/queries/transfers.ts'
import { t } from '../../../messages/text.ts'

type Props = { transfer: Transfer; failure: NonNullable<Transfer['failure']> }

/** What happened, whether money moved, what comes next, and what to name when asking for help. */
export function FailedPanel({ transfer, failure }: Props) {
  const moved = moneyMoved(transfer)
  return (
    <div className="mb-6">
      <Notice
        tone={transfer.status === 'EXPIRED' ? 'none' : 'fail'}
        title={titleOf(transfer, failure)}
        actions={
          failure.retryable && moved !== 'held' ? (
            <LinkButton size="s" to={paths.newTransfer}>
              {t('New transfer')}
            </LinkButton>
          ) : null
        }
      >
        <p>{failure.message}</p>
        <dl className="facts facts-left mt-2 max-w-160">
          <div>
            <dt>{t('Was money moved?')}</dt>
            <dd>
              {isGoingBack(transfer)
                ? t('Yes. It arrived, but it was not paid out.')
                : movedTexts[moved]}
            </dd>
          </div>
          <div>
            <dt>{t('What next?')}</dt>
            <dd>{nextStepText(transfer, failure)}</dd>
          </div>
          <div>
            <dt>{t('When')}</dt>
            <dd>
              <Time at={failure.at} detail="second" withZone />
            </dd>
          </div>
          <div>
            <dt>{t('Quote this to support')}</dt>
            <dd>
              <span className="mono">
                {failure.code} {transfer.executionId}
              </span>
              <CopyButton
                text={`${failure.code} ${transfer.executionId}`}
                label={t('Copy failure and execution id')}
              />
            </dd>
          </div>
        </dl>
      </Notice>
    </div>
  )
}

/** What arrived goes back, or has. */
const isGoingBack = ({ status }: Transfer) => {
  const { tracked } = transferStates[status]
  return tracked === 'returning' || tracked === 'returned'
}

function titleOf({ status }: Transfer, { step }: Props['failure']): string {
  if (status === 'EXPIRED') return t('Ended without money')
  return step ? t('Failed at “{name}”', { name: stepName(step) }) : t('Failed')
}

const movedTexts: Record<ReturnType<typeof moneyMoved>, string> = {
  no: t('No. It has not left the sender.'),
  held: t('Yes. It arrived and we are holding it; it was not paid out.'),
  unknown: t('Not known yet. Look up the transaction hash before sending again.'),
}

function nextStepText(transfer: Transfer, { retryable }: Props['failure']): string {
  const { status, allowedActions } = transfer
  if (status === 'EXPIRED')
    return t('Nothing. Money that still arrives is held and does not count towards this transfer.')
  if (status === 'REFUNDED') return t('Nothing. The money was returned to the payer.')
  if (status === 'REFUNDING') return t('The money is returned to the payer automatically.')
  if (allowedActions.includes('refund') && !allowedActions.includes('retry'))
    return t('Refund, below. Without a decision within 7 days the money is returned to the payer.')
  if (allowedActions.includes('retry')) {
    return t(
      'Retry the payout or refund, below. Without a decision within 7 days the money is returned to the payer.',
    )
  }
  if (!retryable)
    return t('Nothing more happens automatically. Contact support with the ids below.')
  return isWalletTransfer(transfer)
    ? t('It is not retried automatically. Get a new quote and sign again.')
    : t('It is not retried automatically. Get a new quote.')
}
