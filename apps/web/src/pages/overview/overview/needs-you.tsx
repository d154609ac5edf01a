import { useQuery } from '@tanstack/react-query'
import { LinkButton } from '../../../ui/page/links.tsx'
import { type DepositRecord, heldDepositsQuery } from '../../../api/queries/payin-routes.ts'
import { webhookEndpointQuery } from '../../../api/queries/webhooks.ts'
import { paths } from '../../../routing/paths.ts'
import { Card } from '../../../ui/display/card.tsx'
import { amountText, countText } from '../../../ui/format/numbers.ts'
import { readStatus, codeLabel } from '../../../ui/format/status.ts'
import { StatusIcon } from '../../../ui/display/status-icon.tsx'
import { Time } from '../../../ui/display/time.tsx'
import { attentionQuery, type Transfer } from '../../../api/queries/transfers.ts'
import { needsHelp, WebhookLine } from './webhook-line.tsx'
import { heldText } from '../../../features/payin-routes/labels.ts'

/** What waits for a person; not there at all when nothing does. Its own failure shows in the list below. */
export function NeedsYou() {
  const { data: transfersFound } = useQuery(attentionQuery)
  const endpoint = useQuery(webhookEndpointQuery).data?.data
  const isFailing = endpoint !== undefined && needsHelp(endpoint)
  const { count: held, oldest } = useQuery(heldDepositsQuery).data ?? { count: 0 }
  const waiting = transfersFound?.data ?? []
  if (waiting.length === 0 && !isFailing && held === 0) return null
  const total = (transfersFound?.pagination.total ?? waiting.length) + (isFailing ? 1 : 0) + held
  return (
    <Card title="Needs you" beside={<span className="muted">{total}</span>} flush>
      <ul>
        {isFailing ? <WebhookLine endpoint={endpoint} /> : null}
        {oldest ? <HeldLine count={held} oldest={oldest} /> : null}
        {waiting.map((transfer) => (
          <NeedsLine key={transfer.executionId} transfer={transfer} />
        ))}
      </ul>
    </Card>
  )
}

function NeedsLine({ transfer }: { transfer: Transfer }) {
  const { status, to, failure, executionId, transactionId } = transfer
  const { meaning } = readStatus(status)
  return (
    <li className="row gap-3 flex-wrap px-4 py-2 border-b border-line last:border-b-0">
      <span className={`tone-${meaning}`}>
        <StatusIcon meaning={meaning} size="l" />
      </span>
      <span className="grow">
        <span className="strong">
          {codeLabel(status)}: {amountText(to.amount, to.currency)} to {to.fullName}
        </span>{' '}
        <span className="muted">
          {failure?.message ?? transactionId}, <Time at={transfer.createdAt} />
        </span>
      </span>
      <LinkButton
        size="s"
        to={paths.transfer(executionId)}
        aria-label={`Open transfer ${transactionId}`}
      >
        Open transfer
      </LinkButton>
    </li>
  )
}

/** One line about deposits that do not move by themselves, among what waits for a person. */
function HeldLine({ count, oldest }: { count: number; oldest: DepositRecord }) {
  const { amountIn, accountOwner, heldReason, receivedAt } = oldest
  const amount = amountText(amountIn.amount, amountIn.currency)
  return (
    <li className="row gap-3 flex-wrap px-4 py-2 border-b border-line last:border-b-0">
      <span className="tone-hand">
        <StatusIcon meaning="hand" size="l" />
      </span>
      <span className="grow">
        <span className="strong">
          {count === 1
            ? `Deposit held: ${amount} for ${accountOwner.name}`
            : `${countText(count)} deposits held`}
        </span>{' '}
        <span className="muted">
          {count === 1 ? heldText(heldReason) : `The oldest is ${amount} for ${accountOwner.name}.`}{' '}
          <Time at={receivedAt} />
        </span>
      </span>
      <LinkButton size="s" to={paths.heldDeposits}>
        {count === 1 ? 'Open held deposit' : 'Open held deposits'}
      </LinkButton>
    </li>
  )
}
