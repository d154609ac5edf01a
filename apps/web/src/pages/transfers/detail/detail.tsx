import { codeLabel } from '../../../messages/service.ts'
import '../../../features/transfers/path.css'
import './detail.css'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useParams } from 'react-router'
import { Breadcrumb } from '../../../ui/page/links.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { Region, WithPage } from '../../../ui/page/region.tsx'
import { Tabs } from '../../../ui/page/tabs.tsx'
import { paths } from '../../../routing/paths.ts'
import { Amount, StatusPill } from '../../../ui/display/values.tsx'
import { Card } from '../../../ui/display/blocks.tsx'
import { JsonView } from '../../../ui/display/json-view.tsx'
import { amountText } from '../../../ui/format/numbers.ts'
import { SkeletonLines } from '../../../ui/display/skeleton.tsx'
import { ActionsCard } from './actions/actions-card.tsx'
import { CostCard, FromCard, ToCard } from '../../../features/transfers/cards.tsx'
import { StepLabel } from '../../../features/transfers/columns.tsx'
import { DepositCard } from './deposit-card.tsx'
import { HeadActions } from './head-actions.tsx'
import { LedgerCard } from './ledger-card.tsx'
import { LedgerTab } from './ledger-tab.tsx'
import { moneyText } from '../../../features/transfers/money-path.ts'
import { PathCard } from './path/path-card.tsx'
import { NetworkCard } from './network-card.tsx'
import { type Timeline, type Transfer, transferQuery } from '../../../api/queries/transfers.ts'
import type { HookEvent } from '../../../api/queries/events.ts'
import { LinkedRefunds } from './refunds.tsx'
import { currentStep } from '../../../features/transfers/labels.ts'
import { useState } from 'react'
import { Checkbox } from '../../../ui/controls/inputs.tsx'
import { Steps } from '../../../features/transfers/steps.tsx'
import { part, lazyPart } from '../../../ui/display/part.tsx'
import { q, transfers, webhooks } from '../../../api/call.ts'
import { t } from '../../../messages/text.ts'

// What most transfers do not show is loaded when it is there.
const WaitingApprovals = part(
  () => import('../../../features/approvals/waiting-approvals.tsx'),
  'WaitingApprovals',
)
const FailedPanel = lazyPart(() => import('./failed-panel.tsx'), 'FailedPanel')
const ReviewPanel = lazyPart(() => import('./review/review-panel.tsx'), 'ReviewPanel')
const NotesCard = part(() => import('../../../features/notes/notes-card.tsx'), 'NotesCard')
const Facts = part(() => import('./facts.tsx'), 'Facts')
const BankCard = part(() => import('./bank-card.tsx'), 'BankCard')
const TravelRuleCard = part(() => import('./travel-rule-card.tsx'), 'TravelRuleCard')
const EventsTab = part(() => import('./events-tab.tsx'), 'EventsTab')

/** One transfer: what it is, who it is between, what it costs, and how far it is. */
export function Component() {
  const { executionId = '' } = useParams()
  const query = useQuery(transferQuery(executionId))
  const reference = query.data?.data.transactionId
  return (
    <>
      <Breadcrumb
        items={[
          { label: t('Transfers'), to: paths.transfers },
          { label: <span className="mono">{reference ?? executionId}</span> },
        ]}
      />
      {query.data ? (
        <Region query={query} what={t('Transfer')} skeleton={<TransferSkeleton />}>
          {({ data }) => <TransferPage transfer={data} />}
        </Region>
      ) : (
        <>
          <PageHead heading={t('Transfer')} />
          <section className="card">
            <Region query={query} what={t('Transfer')}>
              {() => null}
            </Region>
          </section>
        </>
      )}
    </>
  )
}

/** As it looks before the transfer is known. */
const TransferSkeleton = () => (
  <>
    <PageHead heading={t('Transfer')} />
    <section className="card">
      <SkeletonLines />
    </section>
  </>
)

function TransferPage({ transfer }: { transfer: Transfer }) {
  const timeline = useQuery(q(transfers.timeline, { executionId: transfer.executionId }))
  return (
    <>
      <TransferHead transfer={transfer} />
      <StatusAnnouncer status={transfer.status} />
      <Facts transfer={transfer} />
      <WithPage>
        {transfer.failure ? <FailedPanel transfer={transfer} failure={transfer.failure} /> : null}
        {transfer.review ? <ReviewPanel transfer={transfer} review={transfer.review} /> : null}
      </WithPage>
      <PathCard transfer={transfer} timeline={timeline.data?.data} />
      <Next transfer={transfer} />
      <WaitingApprovals subjectId={transfer.executionId} />
      <LinkedRefunds transfer={transfer} />
      <div className="grid grid-3 mb-6">
        <FromCard transfer={transfer} />
        <ToCard transfer={transfer} />
        <CostCard transfer={transfer} />
      </div>
      <TransferTabs transfer={transfer} />
    </>
  )
}

function TransferHead({ transfer }: { transfer: Transfer }) {
  const { from, to, parties } = transfer
  return (
    <PageHead
      title={t('{amount} from {payer} to {payee}', {
        amount: amountText(from.amount, from.currency),
        payer: parties.payer,
        payee: parties.payee,
      })}
      heading={
        <span className="amount-pair">
          <Amount look="figure" value={from.amount} currency={from.currency} />
          <ArrowRight />
          <span className="visually-hidden">{t('becomes')}</span>
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
      actions={<HeadActions transfer={transfer} />}
    />
  )
}

/** What the payer has to do, and what a person here can do. */
function Next({ transfer }: { transfer: Transfer }) {
  const { depositAccount, status, transactionId } = transfer
  if (status !== 'PENDING' || !depositAccount) {
    return (
      <div className="mb-4 empty:hidden">
        <ActionsCard transfer={transfer} />
      </div>
    )
  }
  return (
    <div className="grid grid-2-1 mb-4">
      <DepositCard
        account={depositAccount}
        until={currentStep(transfer)?.expectedBy}
        transactionId={transactionId}
      />
      <ActionsCard transfer={transfer} />
    </div>
  )
}

const tabKeys = ['timeline', 'ledger', 'events', 'json']

function TransferTabs({ transfer }: { transfer: Transfer }) {
  const { executionId } = transfer
  const { tab = 'timeline' } = useParams()
  const events = useQuery(q(webhooks.events, { executionId, limit: '200' }))
  const timeline = useQuery(q(transfers.timeline, { executionId }))
  const { bankStatuses = [] } = timeline.data?.data ?? {}
  const postings = timeline.data?.data.ledger.map(({ postingId }) => postingId)
  const current = tabKeys.includes(tab) ? tab : 'timeline'
  const to = (key: string) => paths.transfer(executionId, key)
  return (
    <Tabs
      label={t('Transfer')}
      current={current}
      tabs={[
        { key: 'timeline', label: t('Timeline'), to: paths.transfer(executionId) },
        {
          key: 'ledger',
          label: t('Ledger'),
          to: to('ledger'),
          count: postings && new Set(postings).size,
        },
        { key: 'events', label: t('Events'), to: to('events'), count: events.data?.data.length },
        { key: 'json', label: 'JSON', to: to('json') },
      ]}
    >
      {current === 'timeline' ? (
        <div className="grid grid-3-2">
          <TimelineTab
            transfer={transfer}
            events={events.data?.data}
            deliveries={timeline.data?.data.deliveries}
          />
          <div className="grid">
            <LedgerCard executionId={executionId} query={timeline} />
            {transfer.travelRule ? <TravelRuleCard travelRule={transfer.travelRule} /> : null}
            <NetworkCard transfer={transfer} />
            {bankStatuses.length > 0 ? <BankCard statuses={bankStatuses} /> : null}
            <NotesCard kind="transfer" id={executionId} />
          </div>
        </div>
      ) : null}
      {current === 'ledger' ? <LedgerTab query={timeline} /> : null}
      {current === 'events' ? (
        <EventsTab query={events} deliveries={timeline.data?.data.deliveries} />
      ) : null}
      {current === 'json' ? (
        <Card title={t('Record')}>
          <JsonView value={transfer} />
        </Card>
      ) : null}
    </Tabs>
  )
}

/** Says a change of status to screen readers; the one a page opens with is not announced. */
function StatusAnnouncer({ status }: { status: string }) {
  const [first] = useState(status)
  const [changed, setChanged] = useState(false)
  if (status !== first && !changed) setChanged(true)
  return (
    <output className="visually-hidden" aria-live="polite">
      {changed ? t('Status: {code}', { code: codeLabel(status) }) : ''}
    </output>
  )
}

type Props = {
  transfer: Transfer
  events: readonly HookEvent[] | undefined
  deliveries: Timeline['deliveries'] | undefined
}

function TimelineTab({ transfer, events, deliveries }: Props) {
  const [withEvents, setWithEvents] = useState(true)
  return (
    <Card
      title={t('Timeline')}
      className="self-start"
      end={
        <Checkbox
          label={t('Show events and approvals')}
          checked={withEvents}
          onChange={(event) => setWithEvents(event.target.checked)}
        />
      }
    >
      <Steps transfer={transfer} events={withEvents ? events : undefined} deliveries={deliveries} />
    </Card>
  )
}
