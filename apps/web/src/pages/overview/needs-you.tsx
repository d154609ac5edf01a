import { queryOptions, useQuery } from '@tanstack/react-query'
import { call, transfers } from '../../api/call.ts'
import { LinkButton } from '../../components/links.tsx'
import { startOfDay } from '../../components/table/filters.ts'
import { heldDepositsQuery } from '../../components/payin/held-deposits.ts'
import { webhookEndpointQuery } from '../../components/webhook-endpoint.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { serviceNow } from '../../ui/clock.ts'
import { amountText } from '../../ui/numbers.ts'
import { readStatus, wordOf } from '../../ui/status.ts'
import { StatusIcon } from '../../ui/status-icon.tsx'
import { Time } from '../../ui/time.tsx'
import { HeldLine } from './held-line.tsx'
import type { OverviewTransfer } from './latest-transfers.tsx'
import { needsHelp, WebhookLine } from './webhook-line.tsx'

const dayMs = 24 * 3_600_000
const lookBackDays = 7
const shown = 4

const attentionQuery = queryOptions({
  queryKey: ['transfers', 'overview', 'attention'],
  queryFn: ({ signal }) => {
    const since = new Date(startOfDay(serviceNow(), 'utc') - lookBackDays * dayMs).toISOString()
    const query = {
      status: 'AWAITING_APPROVAL,IN_REVIEW,FAILED',
      createdFrom: since,
      limit: String(shown),
    }
    return call(transfers.list, { query }, { signal })
  },
})

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

function NeedsLine({ transfer }: { transfer: OverviewTransfer }) {
  const { status, to, failure, executionId, transactionId } = transfer
  const { meaning } = readStatus(status)
  return (
    <li className="row gap-3 flex-wrap px-4 py-2 border-b border-line last:border-b-0">
      <span className={`ic-${meaning}`}>
        <StatusIcon meaning={meaning} size="l" />
      </span>
      <span className="grow">
        <span className="strong">
          {wordOf(status)}: {amountText(to.amount, to.currency)} to {to.fullName}
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
