import { LinkButton } from '../../../ui/page/links.tsx'
import { paths } from '../../../routing/paths.ts'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { Time } from '../../../ui/display/time.tsx'
import { moneyMoved } from '../../../features/transfers/money-path.ts'
import { isWalletTransfer, stepName } from '../../../features/transfers/labels.ts'
import type { Transfer } from '../../../api/queries/transfers.ts'

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
              New transfer
            </LinkButton>
          ) : null
        }
      >
        <p>{failure.message}</p>
        <dl className="facts mt-2 max-w-160">
          <div>
            <dt>Was money moved?</dt>
            <dd>
              {['REFUNDED', 'REFUNDING'].includes(transfer.status)
                ? 'Yes. It arrived, but it was not paid out.'
                : movedTexts[moved]}
            </dd>
          </div>
          <div>
            <dt>What next?</dt>
            <dd>{nextStepText(transfer, failure)}</dd>
          </div>
          <div>
            <dt>When</dt>
            <dd>
              <Time at={failure.at} detail="second" withZone />
            </dd>
          </div>
          <div>
            <dt>Quote this to support</dt>
            <dd>
              <span className="mono">
                {failure.code} {transfer.executionId}
              </span>
              <CopyButton
                text={`${failure.code} ${transfer.executionId}`}
                label="Copy failure and execution id"
              />
            </dd>
          </div>
        </dl>
      </Notice>
    </div>
  )
}

function titleOf({ status }: Transfer, { step }: Props['failure']): string {
  if (status === 'EXPIRED') return 'Ended without money'
  return step ? `Failed at “${stepName(step)}”` : 'Failed'
}

const movedTexts: Record<ReturnType<typeof moneyMoved>, string> = {
  no: 'No. It has not left the sender.',
  held: 'Yes. It arrived and we are holding it; it was not paid out.',
  unknown: 'Not known yet. Look up the transaction hash before sending again.',
}

function nextStepText(transfer: Transfer, { retryable }: Props['failure']): string {
  const { status, allowedActions } = transfer
  if (status === 'EXPIRED')
    return 'Nothing. Money that still arrives is held and does not count towards this transfer.'
  if (status === 'REFUNDED') return 'Nothing. The money was returned to the payer.'
  if (status === 'REFUNDING') return 'The money is returned to the payer automatically.'
  if (allowedActions.includes('retry') || allowedActions.includes('refund')) {
    return 'Retry the payout or refund, below. Without a decision within 7 days the money is returned to the payer.'
  }
  if (!retryable) return 'Nothing more happens automatically. Contact support with the ids below.'
  return isWalletTransfer(transfer)
    ? 'It is not retried automatically. Get a new quote and sign again.'
    : 'It is not retried automatically. Get a new quote.'
}
