import { useQuery } from '@tanstack/react-query'
import { ArrowRight, Copy, Link as LinkIcon } from 'lucide-react'
import { useNavigate, useParams } from 'react-router'
import { staff } from '../../api/staff.ts'
import { useMissingPermission } from '../../api/session.ts'
import { Breadcrumb } from '../../components/links.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { Region } from '../../components/region.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { paths } from '../../paths.ts'
import { Amount } from '../../ui/amount.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { FactStrip } from '../../ui/description-list.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { amountText } from '../../ui/numbers.ts'
import { StatusPill } from '../../ui/status-pill.tsx'
import { Time } from '../../ui/time.tsx'
import { CostCard, FromCard, ToCard } from './cards.tsx'
import { StepLabel } from './columns.tsx'
import { EventsTab } from './events-tab.tsx'
import { FailedPanel } from './failed-panel.tsx'
import { NetworkCard } from './network-card.tsx'
import { copyLink } from './pane.tsx'
import { eventsQuery, transferQuery } from './queries.ts'
import { StatusAnnouncer } from './status-announcer.tsx'
import { TimelineTab } from './timeline-tab.tsx'
import { moneyText } from './money-path.ts'
import { kindOf, type Transfer } from './words.ts'

/** One transfer: what it is, who it is between, what it costs, and how far it is. */
export function Component() {
  const { executionId = '' } = useParams()
  const query = useQuery(transferQuery(executionId))
  const reference = query.data?.data.transactionId
  return (
    <>
      <Breadcrumb
        items={[
          { label: 'Transfers', to: paths.transfers },
          { label: <span className="mono">{reference ?? executionId}</span> },
        ]}
      />
      {query.data ? (
        <Region query={query} what="Transfer">
          {({ data }) => <TransferPage transfer={data} />}
        </Region>
      ) : (
        <>
          <PageHead heading="Transfer" />
          <section className="card">
            <Region query={query} what="Transfer">
              {() => null}
            </Region>
          </section>
        </>
      )}
    </>
  )
}

function TransferPage({ transfer }: { transfer: Transfer }) {
  const { from, to, executionId } = transfer
  return (
    <>
      <PageHead
        title={`${amountText(from.amount, from.currency)} to ${to.fullName}`}
        heading={
          <span className="inout">
            <Amount look="figure" value={from.amount} currency={from.currency} />
            <ArrowRight />
            <span className="vh">becomes</span>
            <Amount look="figure" value={to.amount} currency={to.currency} />
          </span>
        }
        text={
          <span className="row flex-wrap mt-1">
            <StatusPill status={transfer.status} />
            <StepLabel transfer={transfer} />
            <span>{moneyText(transfer)}</span>
          </span>
        }
        actions={<Actions transfer={transfer} />}
      />
      <StatusAnnouncer status={transfer.status} />
      <FactStrip
        rows={[
          { label: 'Execution', value: <Id text={executionId} what="execution id" /> },
          { label: 'Reference', value: <Id text={transfer.transactionId} what="reference" /> },
          { label: 'Kind', value: kindOf(executionId) },
          { label: 'Started', value: <Time at={transfer.createdAt} detail="second" withZone /> },
          transfer.completedAt
            ? {
                label: 'Completed',
                value: <Time at={transfer.completedAt} detail="second" withZone />,
              }
            : undefined,
        ]}
      />
      {transfer.failure ? <FailedPanel transfer={transfer} failure={transfer.failure} /> : null}
      <div className="grid g3 mb-6">
        <FromCard transfer={transfer} />
        <ToCard transfer={transfer} />
        <CostCard transfer={transfer} />
      </div>
      <TransferTabs transfer={transfer} />
    </>
  )
}

function Id({ text, what }: { text: string; what: string }) {
  return (
    <>
      <span className="mono trunc">{text}</span>
      <CopyButton text={text} label={`Copy ${what}`} />
    </>
  )
}

function Actions({ transfer }: { transfer: Transfer }) {
  const navigate = useNavigate()
  const missing = useMissingPermission('transfers:write')
  const duplicate = async () => {
    const draftId = crypto.randomUUID()
    const { from, to } = transfer
    await staff.saveDraft(draftId, {
      fromAccountId: from.accountId,
      toAccountId: to.accountId,
      amountMeans: 'in',
      amount: amountText(from.amount),
    })
    await navigate(paths.transferDraft(draftId))
  }
  return (
    <>
      <Button
        icon={<LinkIcon className="i-m" />}
        onClick={() => void copyLink(transfer.executionId)}
      >
        Copy link
      </Button>
      {missing ? null : (
        <Button icon={<Copy className="i-m" />} onClick={() => void duplicate()}>
          Duplicate as draft
        </Button>
      )}
    </>
  )
}

function TransferTabs({ transfer }: { transfer: Transfer }) {
  const { executionId } = transfer
  const { tab = 'timeline' } = useParams()
  const events = useQuery(eventsQuery(executionId))
  const known = ['timeline', 'events', 'json']
  const current = known.includes(tab) ? tab : 'timeline'
  return (
    <Tabs
      label="Transfer"
      current={current}
      tabs={[
        { key: 'timeline', label: 'Timeline', to: paths.transfer(executionId) },
        {
          key: 'events',
          label: 'Events',
          to: paths.transfer(executionId, 'events'),
          count: events.data?.data.length,
        },
        { key: 'json', label: 'JSON', to: paths.transfer(executionId, 'json') },
      ]}
    >
      {current === 'timeline' ? (
        <div className="grid g-32">
          <TimelineTab transfer={transfer} events={events.data?.data} />
          <NetworkCard transfer={transfer} />
        </div>
      ) : null}
      {current === 'events' ? <EventsTab query={events} /> : null}
      {current === 'json' ? (
        <Card title="Record">
          <JsonView value={transfer} />
        </Card>
      ) : null}
    </Tabs>
  )
}
