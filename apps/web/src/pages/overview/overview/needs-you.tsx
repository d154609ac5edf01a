import './overview.css'
import { codeLabel, serviceText } from '../../../messages/service.ts'
import type { ReactNode } from 'react'
import type { Approval } from '../../../api/queries/approvals.ts'
import type { ReserveFrame } from '../../../api/queries/liquidity.ts'
import type { DepositRecord } from '../../../api/queries/payin-routes.ts'
import type { Transfer } from '../../../api/queries/transfers.ts'
import { heldText } from '../../../features/payin-routes/labels.ts'
import { liquidityPaths } from '../../../routing/liquidity-paths.ts'
import { paths } from '../../../routing/paths.ts'
import { shortId, Time } from '../../../ui/display/values.tsx'
import { Card } from '../../../ui/display/blocks.tsx'
import { StatusIcon } from '../../../ui/display/status-icon.tsx'
import { amountText, countText } from '../../../ui/format/numbers.ts'
import { type Meaning, readStatus } from '../../../ui/format/status.ts'
import { LinkButton } from '../../../ui/page/links.tsx'
import type { Needs } from './needs.ts'
import { WebhookLine } from './webhook-line.tsx'
import { rich } from '../../../messages/rich.tsx'
import { plural, t } from '../../../messages/text.ts'

/** What waits for a person: each one line, one action, and who acts. Not there when nothing does. */
export function NeedsYou({ needs }: { needs: Needs }) {
  const { approvals, failed, failedCount, stuck, held, missing, missingCount } = needs
  const { webhooks, ending, unpaid } = needs
  const gathered = [approvals[0], ...webhooks, held.oldest, missing[0]].filter(Boolean)
  const count = gathered.length + failedCount + stuck.length + ending.length + unpaid.length
  if (count === 0) return null
  return (
    <Card title={t('Needs you')} beside={<span className="muted">{countText(count)}</span>} flush>
      <ul>
        {approvals[0] ? <ApprovalsLine count={approvals.length} next={approvals[0]} /> : null}
        {webhooks.map((endpoint) => (
          <WebhookLine key={endpoint.endpointId} endpoint={endpoint} />
        ))}
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
                ? t('Verification of {name} lacks something', { name: missing[0].name })
                : plural(
                    missingCount,
                    {
                      one: 'Verification of {count} customer lacks something',
                      other: 'Verification of {count} customers lacks something',
                    },
                    { count: countText(missingCount) },
                  )
            }
            owner={t('Compliance')}
            to={missingCount === 1 ? paths.entity(missing[0].entityId, 'kyc') : paths.kycQueue}
            action={missingCount === 1 ? t('Open verification') : t('Open queue')}
          >
            {missing[0].reasons[0]
              ? serviceText(missing[0].reasons[0].message)
              : t('More information is needed.')}{' '}
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
    <li className="need-line">
      <span className={`tone-${meaning}`}>
        <StatusIcon meaning={meaning} size="l" />
      </span>
      <span>
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
  const nextExpiry = { time: <Time at={next.expiresAt} />, summary: next.summary }
  return (
    <NeedLine
      meaning="hand"
      title={
        count === 1
          ? t('An approval waits for you')
          : plural(
              count,
              { one: '{count} approval waits for you', other: '{count} approvals wait for you' },
              { count: countText(count) },
            )
      }
      owner={t('You')}
      to={count === 1 ? paths.approval(next.approvalId) : paths.approvals}
      action={count === 1 ? t('Review approval') : t('Review approvals')}
    >
      {count === 1
        ? rich('Expires {time}: {summary}', nextExpiry)
        : rich('The next expires {time}: {summary}', nextExpiry)}
    </NeedLine>
  )
}

function TransferLine({ transfer, isStuck = false }: { transfer: Transfer; isStuck?: boolean }) {
  const { status, to, parties, failure, executionId, transactionId } = transfer
  const what = isStuck ? t('Longer than an hour under way') : codeLabel(status)
  return (
    <NeedLine
      meaning={isStuck ? 'wait' : readStatus(status).meaning}
      title={t('{state}: {amount} to {payee}', {
        state: what,
        amount: amountText(to.amount, to.currency),
        payee: parties.payee,
      })}
      owner={t('Operations')}
      to={paths.transfer(executionId)}
      action={t('Open transfer')}
      label={t('Open transfer {transactionId}', { transactionId })}
    >
      {failure ? serviceText(failure.message) : `${transactionId},`}{' '}
      <Time at={transfer.createdAt} />
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
          ? t('Deposit held: {amount} for {name}', { amount, name: accountOwner.name })
          : plural(
              count,
              { one: '{count} deposit held', other: '{count} deposits held' },
              { count: countText(count) },
            )
      }
      owner={t('Operations')}
      to={paths.heldDeposits}
      action={isOne ? t('Open held deposit') : t('Open held deposits')}
    >
      {isOne
        ? heldText(heldReason)
        : t('The oldest is {amount} for {name}.', { amount, name: accountOwner.name })}{' '}
      <Time at={receivedAt} />
    </NeedLine>
  )
}

function FrameLine({ frame, isUnpaid = false }: { frame: ReserveFrame; isUnpaid?: boolean }) {
  const { id, transactionId, endTimestamp, validUntil } = frame
  const name = shortId(transactionId)
  return (
    <NeedLine
      meaning="wait"
      title={
        isUnpaid
          ? t('Fee of frame {name} is not paid', { name })
          : t('Frame {name} ends soon', { name })
      }
      owner={t('Treasury')}
      to={liquidityPaths.reserveFrame(id)}
      action={t('Open frame')}
      label={t('Open frame {transactionId}', { transactionId })}
    >
      {isUnpaid
        ? rich('The quote ends {time}', { time: <Time at={validUntil} /> })
        : rich('It ends {time}', { time: <Time at={endTimestamp} /> })}
    </NeedLine>
  )
}
