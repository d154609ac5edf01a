import { stepStates } from '@corridor/domain'
import type { Facts } from './facts.ts'
import { amount, count, duration, plain, rate, say, type Sentence, time } from './sentences.ts'

/** What it cost: what was booked, or what is agreed where nothing is booked yet. */
export function cost({ row, body, figures }: Facts): Sentence[] {
  if (row.refund_of !== null) return []
  const of = (minor: bigint) => amount(minor, row.currency_in, row.scale_in)
  const { partner, service, transaction } = figures.fees
  const booked = [partner, service, transaction].map((fee) => fee?.minor ?? 0n)
  const isConverted = figures.converted.in !== undefined
  const isBooked = isConverted || figures.moved !== undefined || booked.some((fee) => fee > 0n)
  const fees = isBooked ? booked : [row.partner_fees, row.svc_fees, row.tx_fees]
  const [ofPartner = 0n, ofService = 0n, ofTransaction = 0n] = fees
  const values = {
    total: of(ofPartner + ofService + ofTransaction),
    partner: of(ofPartner),
    service: of(ofService),
    transaction: of(ofTransaction),
  }
  const lines = '{total} (partner {partner}, service {service}, transaction {transaction})'
  const wasReversed = isConverted && figures.converted.in?.minor === 0n
  const feeSentence = wasReversed
    ? say('cost', 'FEES_RETURNED', 'No fees were kept: the conversion was undone.')
    : isBooked
      ? say('cost', 'FEES', `Total fees: ${lines}.`, values)
      : say('cost', 'FEES_AGREED', `Total fees will be ${lines}.`, values)
  return [feeSentence, ...rates({ row, body })]
}

function rates({ row, body }: Pick<Facts, 'row' | 'body'>): Sentence[] {
  if (row.currency_in === row.currency_out) return []
  const values = { from: plain(row.currency_in), rate: rate(row.rate), to: plain(row.currency_out) }
  const details = body.rateDetails
  const main = say('cost', 'RATE', 'Exchange rate: 1 {from} = {rate} {to}.', values)
  if (!details) return [main]
  const spread = say('cost', 'SPREAD', 'Mid-market rate {mid}, spread {spread}%.', {
    mid: rate(String(details.midRate)),
    spread: rate(String(details.spreadBps / 100)),
  })
  return [main, spread]
}

/** Where the money is now. */
export function place(facts: Facts): Sentence[] {
  const { row, figures, surplus, body } = facts
  const { paid, moved, payoutUnderWay, refundUnderWay, sentBack } = figures
  const single = (code: string, pattern: string, sum: Sum) =>
    say('place', code, pattern, { amount: amount(sum.minor, sum.currency, sum.scale) })
  const sentences: Sentence[] = []
  for (const held of figures.held) {
    // What is ordered to leave is still on the account until bank or chain confirm it.
    const leaving = [payoutUnderWay, refundUnderWay].find((sum) => sum?.currency === held.currency)
    const beyond = held.currency === row.currency_in ? surplus : 0n
    const rest = held.minor - (leaving?.minor ?? 0n) - beyond
    if (rest > 0n)
      sentences.push(
        single('WITH_SERVICE', 'The service holds {amount} for this transfer.', {
          ...held,
          minor: rest,
        }),
      )
  }
  if (payoutUnderWay)
    sentences.push(single('TO_PAYEE', '{amount} is on its way to the payee.', payoutUnderWay))
  if (refundUnderWay)
    sentences.push(single('TO_PAYER', '{amount} is on its way back to the payer.', refundUnderWay))
  const isKept = row.status === 'COMPLETED' && !figures.returned
  if (paid && isKept) sentences.push(single('WITH_PAYEE', 'The payee has {amount}.', paid))
  if (moved) sentences.push(single('WITH_PAYEE', 'The payee has {amount}.', moved))
  if (sentBack) sentences.push(single('WITH_PAYER', 'The payer has {amount} back.', sentBack))
  if (sentences.length === 0)
    sentences.push(
      figures.received
        ? say('place', 'ELSEWHERE', 'Nothing is held for this transfer any more.')
        : row.kind === 'wallet' && body.status === 'PROCESSING'
          ? say('place', 'ON_NETWORK', 'The payment is on the network and not final yet.')
          : say('place', 'WITH_SENDER', 'No money has moved.'),
    )
  return sentences
}
type Sum = { minor: bigint; currency: string; scale: number }

/** What is waited for, until when, and what to do. */
export function next(facts: Facts): Sentence[] {
  const { row, body, exceededMs } = facts
  const actions = body.allowedActions.flatMap((action) => {
    const text = toDo[action]
    return text ? [say('next', `CAN_${action.toUpperCase()}`, text, {}, { forPayer: false })] : []
  })
  const arrival =
    body.estimatedArrival && body.status === 'PROCESSING'
      ? [
          say('next', 'ARRIVAL', 'It is expected to arrive by {at}.', {
            at: time(body.estimatedArrival),
          }),
        ]
      : []
  const leaving =
    body.leavesAt &&
    body.status === 'PROCESSING' &&
    Date.parse(body.leavesAt) > row.read_at.getTime()
      ? [
          say('next', 'LEAVES', 'The payout leaves {at}, when its bank takes orders again.', {
            at: time(body.leavesAt),
          }),
        ]
      : []
  const late =
    exceededMs === undefined
      ? []
      : [
          say(
            'next',
            'LONGER_THAN_USUAL',
            'It takes longer than usual: 95 of 100 such transfers take at most {usual}.',
            { usual: duration(exceededMs) },
          ),
        ]
  const rest = [...waiting(facts), ...late, ...leaving, ...arrival, ...actions]
  return rest.length > 0 ? rest : [say('next', 'NOTHING', 'There is nothing to do.')]
}

function waiting({ row, body }: Facts): Sentence[] {
  const { status, review, approval } = body
  const until = (at: string | Date) => ({ until: time(at) })
  switch (status) {
    case 'QUOTED':
      return [
        say(
          'next',
          'AWAITS_ACCEPTANCE',
          'The quote can be accepted until {until}.',
          until(body.validUntil),
        ),
      ]
    case 'AWAITING_APPROVAL': {
      if (!approval) return []
      const given = approval.votes.filter(({ decision }) => decision === 'APPROVED').length
      const left = { left: count(Math.max(1, approval.approvalsNeeded - given)) }
      return [say('next', 'AWAITS_APPROVAL', 'Approvals still needed: {left}.', left)]
    }
    case 'PENDING':
      return [awaitsFunds(row)]
    case 'IN_REVIEW': {
      if (!review) return []
      const who = review.decider === 'partner' ? 'your workspace' : 'Corridor'
      const values = { who: plain(who), ...until(review.dueAt) }
      return [
        say(
          'next',
          'AWAITS_DECISION',
          'It is being checked, until {until} at the latest.',
          until(review.dueAt),
        ),
        say('next', 'DECIDED_BY', 'Next step: a decision by {who}.', values, { forPayer: false }),
      ]
    }
    case 'PROCESSING':
    case 'REFUNDING':
      return underWay(body)
    case 'COMPLETED':
    case 'FAILED':
    case 'EXPIRED':
    case 'CANCELLED':
    case 'REFUNDED':
      return []
  }
}

function awaitsFunds(row: Facts['row']): Sentence {
  const sum = amount(row.amount_in, row.currency_in, row.scale_in)
  if (row.deposit_until === null)
    return say('next', 'AWAITS_FUNDS', 'Waiting for {amount} from the payer.', { amount: sum })
  const values = { amount: sum, until: time(row.deposit_until) }
  return say('next', 'AWAITS_FUNDS', 'Waiting for {amount} from the payer until {until}.', values)
}

function underWay({ details, travelRule, status }: Facts['body']): Sentence[] {
  if (travelRule?.state === 'WAITING' && travelRule.dueAt !== undefined && status === 'PROCESSING')
    return [
      say(
        'next',
        'AWAITS_PROVIDER',
        'Waiting for the provider of the payee’s wallet to accept it, until {until} at the latest.',
        { until: time(travelRule.dueAt) },
      ),
    ]
  const step = details.find((detail) => stepStates[detail.status].isUnderWay)
  if (!step) return []
  const name = plain(stepTexts[step.name] ?? step.name.replaceAll('_', ' '))
  return step.expectedBy
    ? [
        say('next', 'AWAITS_STEP', 'Waiting for {step}, expected by {until}.', {
          step: name,
          until: time(step.expectedBy),
        }),
      ]
    : [say('next', 'AWAITS_STEP', 'Waiting for {step}.', { step: name })]
}

const stepTexts: Record<string, string> = {
  signature_verified: 'the signature',
  gas_funded: 'the network fee',
  broadcast: 'the network to take the payment',
  confirmed: 'the network to confirm the payment',
  finalized: 'the payment to become final',
  deposit_received: 'the payer’s money',
  deposit_detected: 'the payer’s tokens',
  deposit_confirmed: 'the deposit to become final',
  compliance_check: 'the compliance check',
  conversion: 'the conversion',
  payout_submitted: 'the payout to be sent',
  payout_confirmed: 'the payee’s side to confirm the payout',
  refund_submitted: 'the refund to be sent',
  refund_confirmed: 'the payer’s side to confirm the refund',
}

const toDo: Record<string, string> = {
  cancel: 'You can cancel it while nothing has arrived.',
  retry: 'You can retry the payout, also to another account of the payee.',
  refund: 'You can refund it to the payer.',
  approve: 'Someone on your team who may approve has to decide.',
  resolve: 'Decide what happens with the money on this page.',
  answer: 'Answer the open question on this page.',
  submit: 'Accept the quote to start it.',
}
