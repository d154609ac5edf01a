import type { ReactNode } from 'react'
import type { Approval } from '../../../api/queries/approvals.ts'
import type { ReserveFrame } from '../../../api/queries/liquidity.ts'
import type { DepositRecord } from '../../../api/queries/payin-routes.ts'
import type { Transfer } from '../../../api/queries/transfers.ts'
import { heldText } from '../../../features/payin-routes/labels.ts'
import { liquidityPaths } from '../../../routing/liquidity-paths.ts'
import { paths } from '../../../routing/paths.ts'
import { Card } from '../../../ui/display/card.tsx'
import { StatusIcon } from '../../../ui/display/status-icon.tsx'
import { Time } from '../../../ui/display/time.tsx'
import { amountText, countText } from '../../../ui/format/numbers.ts'
import { codeLabel, type Meaning, readStatus } from '../../../ui/format/status.ts'
import { LinkButton } from '../../../ui/page/links.tsx'
import type { Needs } from './needs.ts'
import { WebhookLine } from './webhook-line.tsx'

/** What waits for a person: each one line, one action, and who acts. Not there when nothing does. */
export function NeedsYou({ needs }: { needs: Needs }) {
  const { approvals, failed, failedCount, stuck, held, missing, missingCount } = needs
  const { webhook, ending, unpaid } = needs
  const count =
    approvals.length +
    failedCount +
    stuck.length +
    held.count +
    missingCount +
    (webhook ? 1 : 0) +
    ending.length +
    unpaid.length
  if (count === 0) return null
  return (
    <Card title="Needs you" beside={<span className="muted">{countText(count)}</span>} flush>
      <ul>
        {approvals[0] ? <ApprovalsLine count={approvals.length} next={approvals[0]} /> : null}
        {webhook ? <WebhookLine endpoint={webhook} /> : null}
        {held.oldest ? <HeldLine count={held.count} oldest={held.oldest} /> : null}
        {failed.map((transfer) => (
          <TransferLine key={transfer.executionId} transfer={transfer} />
        ))}
        {stuck.map((transfer) => (
          <TransferLine key={transfer.executionId} transfer={transfer} isStuck />
        ))}
        {unpaid.map((frame) => (
          <FrameLine key={frame.id} frame={frame} isUnpaid />
        ))}
        {ending.map((frame) => (
          <FrameLine key={frame.id} frame={frame} />
        ))}
        {missing[0] ? (
          <NeedLine
            meaning="hand"
            title={
              missingCount === 1
                ? `Verification of ${missing[0].name} lacks something`
                : `Verification of ${countText(missingCount)} customers lacks something`
            }
            owner="Compliance"
            to={missingCount === 1 ? paths.entity(missing[0].entityId, 'kyc') : paths.kycQueue}
            action={missingCount === 1 ? 'Open verification' : 'Open queue'}
          >
            {missing[0].reasons[0]?.message ?? 'More information is needed.'}{' '}
            <Time at={missing[0].waitingSince} />
          </NeedLine>
        ) : null}
      </ul>
    </Card>
  )
}

type LineProps = {
  meaning: Meaning
  title: string
  /** Who acts: you, or the role that does. */
  owner: string
  to: string
  action: string
  /** Of the action, where several lines have the same. */
  label?: string
  children: ReactNode
}

function NeedLine({ meaning, title, owner, to, action, label, children }: LineProps) {
  return (
    <li className="row gap-3 flex-wrap px-4 py-2 border-b border-line last:border-b-0">
      <span className={`tone-${meaning}`}>
        <StatusIcon meaning={meaning} size="l" />
      </span>
      <span className="grow">
        <span className="strong">{title}</span> <span className="muted">· {children}</span>
      </span>
      <span className="muted">{owner}</span>
      <LinkButton size="s" to={to} aria-label={label}>
        {action}
      </LinkButton>
    </li>
  )
}

function ApprovalsLine({ count, next }: { count: number; next: Approval }) {
  return (
    <NeedLine
      meaning="hand"
      title={
        count === 1 ? 'An approval waits for you' : `${countText(count)} approvals wait for you`
      }
      owner="You"
      to={count === 1 ? paths.approval(next.approvalId) : paths.approvals}
      action={count === 1 ? 'Review approval' : 'Review approvals'}
    >
      {count === 1 ? 'Expires' : 'The next expires'} <Time at={next.expiresAt} />: {next.summary}
    </NeedLine>
  )
}

function TransferLine({ transfer, isStuck = false }: { transfer: Transfer; isStuck?: boolean }) {
  const { status, to, parties, failure, executionId, transactionId } = transfer
  const what = isStuck ? 'Longer than an hour under way' : codeLabel(status)
  return (
    <NeedLine
      meaning={isStuck ? 'wait' : readStatus(status).meaning}
      title={`${what}: ${amountText(to.amount, to.currency)} to ${parties.payee}`}
      owner="Operations"
      to={paths.transfer(executionId)}
      action="Open transfer"
      label={`Open transfer ${transactionId}`}
    >
      {failure?.message ?? transactionId} <Time at={transfer.createdAt} />
    </NeedLine>
  )
}

/** Deposits that do not move by themselves. */
function HeldLine({ count, oldest }: { count: number; oldest: DepositRecord }) {
  const { amountIn, accountOwner, heldReason, receivedAt } = oldest
  const amount = amountText(amountIn.amount, amountIn.currency)
  const isOne = count === 1
  return (
    <NeedLine
      meaning="hand"
      title={
        isOne
          ? `Deposit held: ${amount} for ${accountOwner.name}`
          : `${countText(count)} deposits held`
      }
      owner="Operations"
      to={paths.heldDeposits}
      action={isOne ? 'Open held deposit' : 'Open held deposits'}
    >
      {isOne ? heldText(heldReason) : `The oldest is ${amount} for ${accountOwner.name}.`}{' '}
      <Time at={receivedAt} />
    </NeedLine>
  )
}

function FrameLine({ frame, isUnpaid = false }: { frame: ReserveFrame; isUnpaid?: boolean }) {
  const { id, transactionId, endTimestamp, validUntil } = frame
  return (
    <NeedLine
      meaning="wait"
      title={
        isUnpaid ? `Fee of frame ${transactionId} is not paid` : `Frame ${transactionId} ends soon`
      }
      owner="Treasury"
      to={liquidityPaths.reserveFrame(id)}
      action="Open frame"
      label={`Open frame ${transactionId}`}
    >
      {isUnpaid ? 'The quote ends' : 'It ends'} <Time at={isUnpaid ? validUntil : endTimestamp} />
    </NeedLine>
  )
}
