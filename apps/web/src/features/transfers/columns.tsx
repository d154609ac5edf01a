import { codeLabel } from '../../messages/service.ts'
import './columns.css'
import type { Column } from '../../ui/table/types.ts'
import { shortAddress, shortId } from '../../ui/display/address.tsx'
import { Amount } from '../../ui/display/amount.tsx'
import { rateText } from '../../ui/format/numbers.ts'
import { StatusPill } from '../../ui/display/status-pill.tsx'
import { Elapsed, Time } from '../../ui/display/time.tsx'
import { maskedAccount } from './side-labels.ts'
import { currentStep, kindOf, stepLabel } from './labels.ts'
import { isOver, type ListedSide, type ListedTransfer } from '../../api/queries/transfers.ts'
import { t } from '../../messages/text.ts'

/**
 * In the order of the page; what the API does not give is not guessed at. None is the anchor: every column gives
 * way or can be hidden, and the row's link must stay where the focus is.
 */
export const columns: Column<ListedTransfer>[] = [
  {
    id: 'status',
    header: t('Status'),
    width: 208,
    sort: 'status',
    cell: (row) => <StatusCell transfer={row} />,
  },
  {
    id: 'in',
    header: t('Amount in'),
    width: 188,
    from: 780,
    align: 'end',
    sort: 'amountIn',
    cell: ({ from }) => (
      <span className="amount-in">
        <CodedAmount value={from.amount} currency={from.currency} />
      </span>
    ),
  },
  {
    id: 'out',
    header: t('Amount out'),
    width: 176,
    align: 'end',
    cell: ({ to, status }) => (
      <CodedAmount value={to.amount} currency={to.currency} due={status !== 'COMPLETED'} />
    ),
  },
  {
    id: 'parties',
    header: t('From / to'),
    width: 'grow',
    adapts: true,
    cell: (row) => <Parties transfer={row} />,
  },
  {
    id: 'reference',
    header: t('Reference'),
    width: 144,
    from: 1080,
    // Ids of the service differ at their end, so they lose their middle.
    cell: ({ transactionId }) => (
      <span className="mono" title={transactionId}>
        {shortId(transactionId)}
      </span>
    ),
  },
  {
    id: 'kind',
    header: t('Kind'),
    width: 72,
    from: 1320,
    cell: (row) => (row.refundOf ? t('Refund') : kindOf(row.executionId)),
  },
  {
    id: 'fees',
    header: t('Fees'),
    width: 128,
    align: 'end',
    from: 1400,
    cell: ({ fees: { totalFees } }) => (
      <CodedAmount value={totalFees.amount} currency={totalFees.currency} />
    ),
  },
  {
    id: 'started',
    header: t('Started'),
    width: 112,
    from: 900,
    align: 'end',
    sort: 'createdAt',
    cell: (row) => <Time at={row.createdAt} />,
  },
  {
    id: 'completed',
    header: t('Completed'),
    width: 112,
    align: 'end',
    sort: 'completedAt',
    from: 1500,
    cell: (row) => <Time at={row.completedAt} />,
  },
  {
    id: 'duration',
    header: t('Duration'),
    width: 88,
    align: 'end',
    from: 1580,
    cell: ({ startedAt, completedAt }) =>
      startedAt && completedAt ? (
        <Elapsed from={startedAt} to={completedAt} />
      ) : (
        <span className="faint">–</span>
      ),
  },
  ...optionalColumns(),
]

function optionalColumns(): Column<ListedTransfer>[] {
  return [
    {
      id: 'execution',
      header: t('Execution'),
      width: 184,
      optional: true,
      cell: (row) => <span className="mono">{shortId(row.executionId)}</span>,
    },
    {
      id: 'hash',
      header: t('Transaction hash'),
      width: 128,
      optional: true,
      cell: ({ transactionHash }) =>
        transactionHash ? (
          <span className="mono">{shortAddress(transactionHash)}</span>
        ) : (
          <span className="faint">–</span>
        ),
    },
    {
      id: 'fromAccount',
      header: t('From account'),
      width: 168,
      optional: true,
      cell: ({ from }) => <AccountCell side={from} />,
    },
    {
      id: 'toAccount',
      header: t('To account'),
      width: 168,
      optional: true,
      cell: ({ to }) => <AccountCell side={to} />,
    },
    {
      id: 'fromJurisdiction',
      header: t('From jurisdiction'),
      width: 144,
      optional: true,
      cell: ({ from }) => from.jurisdiction,
    },
    {
      id: 'jurisdiction',
      header: t('To jurisdiction'),
      width: 144,
      optional: true,
      cell: ({ to }) => to.jurisdiction,
    },
    {
      id: 'rate',
      header: t('Rate'),
      width: 112,
      align: 'end',
      optional: true,
      cell: ({ exchangeRate }) => <span className="number">{rateText(exchangeRate)}</span>,
    },
    ...feeColumns(),
    {
      id: 'event',
      header: t('Last event'),
      width: 152,
      optional: true,
      cell: (row) => codeLabel(row.eventStatus),
    },
  ]
}

function feeColumns(): Column<ListedTransfer>[] {
  return [
    {
      id: 'svcFees',
      header: t('Service fees'),
      width: 128,
      align: 'end',
      optional: true,
      cell: ({ fees: { svcFees } }) => (
        <CodedAmount value={svcFees.amount} currency={svcFees.currency} />
      ),
    },
    {
      id: 'partnerFees',
      header: t('Partner fees'),
      width: 128,
      align: 'end',
      optional: true,
      cell: ({ fees: { partnerFees } }) => (
        <CodedAmount value={partnerFees.amount} currency={partnerFees.currency} />
      ),
    },
    {
      id: 'txFees',
      header: t('Transaction fees'),
      width: 144,
      align: 'end',
      optional: true,
      cell: ({ fees: { txFees } }) => (
        <CodedAmount value={txFees.amount} currency={txFees.currency} />
      ),
    },
  ]
}

/** The pill, and beside it what the transfer is at and for how long; rows that are over stay quiet. */
export function StatusCell({ transfer }: { transfer: ListedTransfer }) {
  return (
    <span className="status-cell" key={transfer.status}>
      <StatusPill status={transfer.status} />
      <StepLabel transfer={transfer} short />
    </span>
  )
}

type StepLabelProps = { transfer: ListedTransfer; short?: boolean }

export function StepLabel({ transfer, short }: StepLabelProps) {
  const step = currentStep(transfer)
  if (transfer.status === 'FAILED' && transfer.failure) {
    return <span className="muted truncated">{codeLabel(transfer.failure.code)}</span>
  }
  // The status says it already.
  if (!step || isOver(transfer) || transfer.status === 'AWAITING_APPROVAL') return null
  // What a review is about says more than the step that it stands at.
  if (transfer.status === 'IN_REVIEW' && step.error) {
    return <span className="muted truncated">{step.error}</span>
  }
  return (
    <span className="muted truncated">
      {stepLabel(step)}
      {step.startedAt ? (
        <>
          , <Elapsed from={step.startedAt} short={short} />
        </>
      ) : null}
    </span>
  )
}

/** Figure and code in columns of their own, so that decimals and codes both line up. */
function CodedAmount({
  value,
  currency,
  due = false,
}: {
  value: number
  currency: string
  due?: boolean
}) {
  return (
    <span className="coded-amount">
      <Amount value={value} of={currency} due={due} />
      <span className="caption">{currency}</span>
    </span>
  )
}

/** Names; where the list is wide enough, also the end of each account and where it is. */
function Parties({ transfer: { from, to, parties } }: { transfer: ListedTransfer }) {
  return (
    <>
      <span className="muted">
        {parties.payer} <Ends side={from} />
      </span>{' '}
      <span className="faint">{t('to##between payer and payee')}</span> {parties.payee}{' '}
      <Ends side={to} />
    </>
  )
}

function Ends({ side }: { side: ListedSide }) {
  const number = maskedAccount(side)
  return (
    <>
      {number ? <span className="party-account number">{number} </span> : null}
      <span className="party-place tag">{side.jurisdiction}</span>
    </>
  )
}

function AccountCell({ side }: { side: ListedSide }) {
  const text = [side.account?.bankName, maskedAccount(side)].filter(Boolean).join(' ')
  return text ? <span className="number">{text}</span> : <span className="faint">–</span>
}
