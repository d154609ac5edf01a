import { codeLabel } from '../../messages/service.ts'
import './columns.css'
import { transferMembers, transferSorts } from '@corridor/contract/members'
import { memberColumns } from '../../ui/table/member-columns.tsx'
import type { Column } from '../../ui/table/types.ts'
import { column } from '../../ui/table/column.ts'
import { shortId, Amount, Elapsed, StatusPill } from '../../ui/display/values.tsx'
import { PartyName } from './party-name.tsx'
import { maskedAccount } from './side-labels.ts'
import { currentStep, kindOf, stepLabel } from './labels.ts'
import { isOver, type ListedSide, type ListedTransfer } from '../../api/queries/transfers.ts'
import { t } from '../../messages/text.ts'

const { of, further } = memberColumns<ListedTransfer>(transferMembers, transferSorts)

/**
 * In the order of the page; what the API does not give is not guessed at. None is the anchor: every column gives
 * way or can be hidden, and the row's link must stay where the focus is.
 */
const own: Column<ListedTransfer>[] = [
  of('status', { width: 208, cell: (row) => <StatusCell transfer={row} /> }),
  column(
    'in',
    t('Amount in'),
    { width: 188, from: 780, align: 'end', sort: 'amountIn' },
    ({ from }) => (
      <span className="amount-in">
        <CodedAmount value={from.amount} currency={from.currency} />
      </span>
    ),
  ),
  column('out', t('Amount out'), { width: 176, align: 'end' }, ({ to, status }) => (
    <CodedAmount value={to.amount} currency={to.currency} due={status !== 'COMPLETED'} />
  )),
  column('parties', t('From / to'), { width: 'grow', adapts: true }, (row) => (
    <Parties transfer={row} />
  )),
  of('transactionId', {
    id: 'reference',
    width: 144,
    from: 1080,
    // Ids of the service differ at their end, so they lose their middle.
    cell: ({ transactionId }) => (
      <span className="mono" title={transactionId}>
        {shortId(transactionId)}
      </span>
    ),
  }),
  of('direction', {
    id: 'kind',
    width: 72,
    from: 1320,
    cell: (row) => (row.refundOf ? t('Refund') : kindOf(row.executionId)),
  }),
  column('fees', t('Fees'), { width: 128, align: 'end', from: 1400 }, ({ fees: { totalFees } }) => (
    <CodedAmount value={totalFees.amount} currency={totalFees.currency} />
  )),
  of('createdAt', { id: 'started', from: 900 }),
  of('completedAt', { id: 'completed', from: 1500 }),
  column(
    'duration',
    t('Duration'),
    { width: 88, align: 'end', from: 1580 },
    ({ startedAt, completedAt }) =>
      startedAt && completedAt ? (
        <Elapsed from={startedAt} to={completedAt} />
      ) : (
        <span className="faint">–</span>
      ),
  ),
  ...optionalColumns(),
]
export const columns = [...own, ...further(own)]

function optionalColumns(): Column<ListedTransfer>[] {
  return [
    of('executionId', { id: 'execution', optional: true }),
    of('transactionHash', { id: 'hash', optional: true }),
    column('fromAccount', t('From account'), { width: 168, optional: true }, ({ from }) => (
      <AccountCell side={from} />
    )),
    column('toAccount', t('To account'), { width: 168, optional: true }, ({ to }) => (
      <AccountCell side={to} />
    )),
    column(
      'fromJurisdiction',
      t('From jurisdiction'),
      { width: 144, optional: true },
      ({ from }) => from.jurisdiction,
    ),
    column(
      'jurisdiction',
      t('To jurisdiction'),
      { width: 144, optional: true },
      ({ to }) => to.jurisdiction,
    ),
    of('exchangeRate', { id: 'rate', optional: true }),
    ...feeColumns(),
    of('eventStatus', { id: 'event', optional: true }),
  ]
}

function feeColumns(): Column<ListedTransfer>[] {
  const fees = (id: 'svcFees' | 'partnerFees' | 'txFees', header: string, width: number) =>
    column<ListedTransfer>(id, header, { width, align: 'end', optional: true }, (row) => (
      <CodedAmount value={row.fees[id].amount} currency={row.fees[id].currency} />
    ))
  return [
    fees('svcFees', t('Service fees'), 128),
    fees('partnerFees', t('Partner fees'), 128),
    fees('txFees', t('Transaction fees'), 144),
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

export function StepLabel({ transfer, short }: { transfer: ListedTransfer; short?: boolean }) {
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
        <PartyName name={parties.payer} side={from} /> <Ends side={from} />
      </span>{' '}
      <span className="faint">{t('to##between payer and payee')}</span>{' '}
      <PartyName name={parties.payee} side={to} /> <Ends side={to} />
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
