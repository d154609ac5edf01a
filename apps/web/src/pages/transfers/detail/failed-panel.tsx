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
            <dt>To name when asking for help</dt>
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
  no: 'No. It is where it was.',
  held: 'Yes. It arrived and the service has it; it was not paid out.',
  unknown: 'Not known yet. Look the transaction hash up before sending again.',
}

function nextStepText(transfer: Transfer, { retryable }: Props['failure']): string {
  const { status, allowedActions } = transfer
  if (status === 'EXPIRED') return 'Nothing. Money that still arrives is held and pays no transfer.'
  if (status === 'REFUNDED') return 'Nothing. The payer has the money back.'
  if (status === 'REFUNDING') return 'The money goes back to the payer by itself.'
  if (allowedActions.includes('retry') || allowedActions.includes('refund')) {
    return 'Pay out again or refund, below. Without a decision within 7 days the money goes back to the payer.'
  }
  if (!retryable) return 'Nothing more happens by itself. Ask for help with the ids below.'
  return isWalletTransfer(transfer)
    ? 'It will not be tried again by itself. Ask for a new quote and sign again.'
    : 'It will not be tried again by itself. Ask for a new quote.'
}
