import { TextLink } from '../../../ui/page/links.tsx'
import { heldText, labelsText, senderName, senderWallet } from '../labels.ts'
import { paths } from '../../../routing/paths.ts'
import { Address, shortId, Amount, Time } from '../../../ui/display/values.tsx'
import { CopyButton } from '../../../ui/controls/button.tsx'
import { DescriptionList, type Fact, fact, Notice } from '../../../ui/display/blocks.tsx'
import { JsonView } from '../../../ui/display/json-view.tsx'
import { rateText } from '../../../ui/format/numbers.ts'
import { AccountName } from './account-name.tsx'
import { LimitMeter } from './limit-meter.tsx'
import { unfitText } from '../limit-labels.ts'
import type { Deposit } from '../../../api/queries/payin-routes.ts'
import { ResolveDeposit } from '../resolve/resolve-deposit.tsx'
import { t } from '../../../messages/text.ts'

type Props = {
  deposit: Deposit
  /** Where it came in; only then it can be decided about here. */
  fundingAccountId: string
}

/** All that is known of a deposit: who sent it, what became of it, and the record as it came. */
export function DepositFacts({ deposit, fundingAccountId }: Props) {
  return (
    <div className="two-columns">
      <div className="stack gap-4">
        <Trouble {...{ deposit, fundingAccountId }} />
        <DescriptionList className="facts-left" rows={came(deposit)} />
      </div>
      <div className="stack gap-4">
        <DescriptionList className="facts-left" rows={went(deposit)} />
        <div>
          <div className="label">{t('Record as JSON')}</div>
          <JsonView value={deposit} label={t('Deposit as JSON')} openDepth={0} />
        </div>
      </div>
    </div>
  )
}

/** Why it does not move by itself, and what can be decided about it. */
function Trouble({ deposit, fundingAccountId }: Props) {
  const { status, heldReason, failure } = deposit
  if (status !== 'HELD' && !failure) return null
  return (
    <Notice
      tone={status === 'HELD' ? 'hand' : 'fail'}
      look="edge"
      title={
        status === 'HELD' ? t('Held: {reason}', { reason: heldText(heldReason) }) : failure?.message
      }
      actions={<ResolveDeposit {...{ deposit, fundingAccountId }} />}
    >
      {status === 'HELD' && failure ? failure.message : null}
      {deposit.limit ? <LimitMeter limit={deposit.limit} /> : null}
      <Outlook deposit={deposit} />
    </Notice>
  )
}

/** Whether it would go on now; a limit of its own stands above it. */
function Outlook({ deposit: { fit, limit } }: { deposit: Deposit }) {
  if (!fit || (limit && fit.limit?.kind === limit.kind)) return null
  if (fit.fits) return <p>{t('It fits the limits now and can be forwarded.')}</p>
  if (fit.limit) return <LimitMeter limit={fit.limit} />
  return limit ? <p>{unfitText(fit)}</p> : null
}

const sum = (label: string, { amount, currency }: Deposit['amountIn'], isSum = false): Fact =>
  fact(label, <Amount value={amount} currency={currency} />, isSum && 'sum')

const id = (label: string, text: string, copy: string): Fact =>
  text !== '' &&
  fact(
    label,
    <span className="inline-flex items-center gap-1 min-w-0">
      <span className="mono break-anywhere">{text}</span>
      <CopyButton text={text} label={copy} />
    </span>,
  )

function came(deposit: Deposit): Fact[] {
  const { sender, payer, labels, receivedAt } = deposit
  return [
    fact(t('Sender'), senderName(deposit)),
    payer !== sender.name && fact(t('Paid for'), payer),
    sender.name && sender.accountMasked && fact(t('Sender’s account'), sender.accountMasked),
    senderWallet(deposit) && fact(t('Sender’s wallet'), <Address value={senderWallet(deposit)} />),
    fact(t('Payer reference'), sender.reference || <None text={t('none given')} />),
    id(t('Bank entry'), deposit.depositReference, t('Copy bank entry')),
    id(t('Deposit hash'), deposit.depositHash, t('Copy deposit hash')),
    fact(t('Received at'), <Time at={receivedAt} detail="second" withZone />),
    labels.length > 0 && fact(t('Labels'), labelsText(labels)),
    id(t('Deposit'), deposit.depositId, t('Copy deposit')),
  ]
}

function went(deposit: Deposit): Fact[] {
  const { amountIn, amountOut, destination, executionId } = deposit
  return [
    sum(t('Received'), amountIn),
    ...(amountOut.amount > 0 ? paidOut(deposit) : []),
    destination.externalAccountId &&
      fact(t('Destination'), <AccountName accountId={destination.externalAccountId} />),
    destination.destinationVersion > 1 &&
      fact(t('Destination version'), destination.destinationVersion),
    executionId &&
      fact(
        t('Transfer'),
        <TextLink className="mono" to={paths.transfer(executionId)}>
          {shortId(executionId)}
        </TextLink>,
      ),
    id(t('Payout reference'), deposit.payoutReference, t('Copy payout reference')),
    id(t('Payout hash'), deposit.payoutHash, t('Copy payout hash')),
    deposit.completedAt &&
      fact(t('Completed'), <Time at={deposit.completedAt} detail="second" withZone />),
  ]
}

function paidOut({ amountIn, amountOut, fees, exchangeRate }: Deposit): Fact[] {
  return [
    sum(t('Partner fees'), fees.partnerFees),
    sum(t('Service fees'), fees.svcFees),
    sum(t('Transaction fees'), fees.txFees),
    amountIn.currency !== amountOut.currency &&
      fact(t('Rate'), `1 ${amountIn.currency} = ${rateText(exchangeRate)} ${amountOut.currency}`),
    sum(t('Forwarded'), amountOut, true),
  ]
}

function None({ text }: { text: string }) {
  return <span className="faint">{text}</span>
}
