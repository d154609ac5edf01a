import { parseId } from '@corridor/domain'
import type { TransferRecord } from '../../../../records/transfers/store.ts'
import { type Party, partyOf } from '../../../../records/transfers/parties.ts'
import type { Facts } from './facts.ts'
import type { Booked } from './figures.ts'
import { amount, count, duration, plain, say, type Sentence, time } from './sentences.ts'

const sumOf = ({ minor, currency, scale }: Pick<Booked, 'minor' | 'currency' | 'scale'>) =>
  amount(minor, currency, scale)

/** What happened, oldest first. */
export function happened(facts: Facts): Sentence[] {
  return [
    ...begun(facts),
    ...approvals(facts),
    ...received(facts),
    ...holds(facts),
    ...converted(facts),
    ...announced(facts),
    ...paid(facts),
    ...wentBack(facts),
    ...ended(facts),
  ]
}

function begun({ row, figures }: Facts): Sentence[] {
  const at = time(row.created_at)
  if (row.refund_of !== null) {
    const sum = amount(row.amount_out, row.currency_out, row.scale_out)
    return [
      say('happened', 'REFUND_BEGUN', 'A refund of {amount} to {payee} began {at}.', {
        amount: sum,
        at,
        payee: plain(partyOf(row, 'to').fullName),
      }),
    ]
  }
  const quoted = {
    at,
    in: amount(quotedIn(row), row.currency_in, row.scale_in),
    out: amount(row.amount_out, row.currency_out, row.scale_out),
  }
  const isPriced = quotedIn(row) === row.amount_in
  const first =
    row.route_id !== null
      ? say('happened', 'DEPOSIT_TAKEN', 'It was started {at} by a deposit of {in}.', quoted)
      : isPriced
        ? say('happened', 'QUOTED', 'It was quoted {at}: {in} in, {out} out.', quoted)
        : say('happened', 'QUOTED_IN', 'It was quoted {at} for {in}.', quoted)
  if (row.started_at === null || row.route_id !== null || figures.moved) return [first]
  return [first, say('happened', 'ACCEPTED', 'It was accepted {at}.', { at: time(row.started_at) })]
}

/** What was quoted to come in; what is paid follows what came, where somebody accepted that. */
export function quotedIn({ quote, amount_in }: TransferRecord): bigint {
  const { quotedIn: before } = (quote ?? {}) as { quotedIn?: string }
  return before === undefined ? amount_in : BigInt(before)
}

function approvals({ row, names }: Facts): Sentence[] {
  const votes = (row.approval as { votes?: Vote[] } | null)?.votes ?? []
  return votes.map(({ actorId, decision, at }) =>
    say(
      'happened',
      decision === 'APPROVED' ? 'APPROVED' : 'REJECTED',
      decision === 'APPROVED' ? '{person} approved it {at}.' : '{person} rejected it {at}.',
      { person: plain(names.get(parseId('mem', actorId) ?? '') ?? actorId), at: time(at) },
      { forPayer: false },
    ),
  )
}
type Vote = { actorId: string; decision: string; at: string }

function received({ row, figures }: Facts): Sentence[] {
  const { received: came } = figures
  if (!came || row.refund_of !== null) return []
  const quoted = quotedIn(row)
  const values = { amount: sumOf(came), at: time(came.at) }
  const several = came.times > 1 ? ' in {payments} payments, the last' : ''
  const more = came.times > 1 ? { payments: count(came.times) } : {}
  const start = `{amount} arrived${several} {at}`
  if (came.minor === quoted)
    return [
      say('happened', 'RECEIVED_EXACT', `${start}, exactly as quoted.`, { ...values, ...more }),
    ]
  const isShort = came.minor < quoted
  const difference = isShort ? quoted - came.minor : came.minor - quoted
  return [
    say(
      'happened',
      isShort ? 'RECEIVED_SHORT' : 'RECEIVED_OVER',
      `${start}, {difference} ${isShort ? 'less' : 'more'} than the {quoted} quoted.`,
      {
        ...values,
        ...more,
        difference: amount(difference, came.currency, came.scale),
        quoted: amount(quoted, came.currency, came.scale),
      },
    ),
  ]
}

/** The payer learns that it was held; why is for the team alone, who may have to keep it to itself. */
function holds({ holds: all, row }: Facts): Sentence[] {
  return all.flatMap(({ reason, opened_at: from, decided_at: until, decision }) => {
    const length = duration((until ?? row.read_at).getTime() - from.getTime())
    const why = say(
      'happened',
      'HELD_BECAUSE',
      'Reason: {reason}.',
      { reason: plain(reasonText(reason)) },
      { forPayer: false },
    )
    if (!until) {
      const values = { from: time(from), length }
      return [say('happened', 'HELD', 'It has been held since {from} ({length}).', values), why]
    }
    const values = { from: time(from), until: time(until), length }
    const held = say('happened', 'WAS_HELD', 'It was held from {from}, for {length}.', values)
    const decided = say(
      'happened',
      'HOLD_DECIDED',
      'Decision: {decision}.',
      { decision: plain(decision.toLowerCase().replaceAll('_', ' ')) },
      { forPayer: false },
    )
    return [held, why, ...(decision === '' ? [] : [decided])]
  })
}

function converted({ figures: { converted: booked }, row }: Facts): Sentence[] {
  const { in: given, out } = booked
  if (!given || !out || row.currency_in === row.currency_out || given.minor <= 0n) return []
  const values = { at: time(out.at), in: sumOf(given), out: sumOf(out) }
  return [say('happened', 'CONVERTED', '{in} after fees became {out} {at}.', values)]
}

function paid({ figures, row }: Facts): Sentence[] {
  const { payoutRefused, payoutUnderWay, paid: booked, moved } = figures
  const sentence = (code: string, pattern: string, sum: Booked | undefined) =>
    sum ? [say('happened', code, pattern, { amount: sumOf(sum), at: time(sum.at) })] : []
  return [
    ...sentence('PAYOUT_REFUSED', 'A payout of {amount} was refused {at}.', payoutRefused),
    ...sentence('PAYOUT_SENT', 'A payout of {amount} was sent {at}.', payoutUnderWay),
    ...sentence('PAID', '{amount} was paid to the payee {at}.', booked),
    ...sentence('MOVED', '{amount} went from the payer’s wallet to the payee’s {at}.', moved),
    ...(row.refund_of === null
      ? sentence('RETURNED', 'The payee’s bank sent {amount} back {at}.', figures.returned)
      : []),
  ]
}

/** What the provider of the payee's wallet answered, for the team alone. */
function announced({ body: { travelRule } }: Facts): Sentence[] {
  if (!travelRule) return []
  const { state, answeredAt, dueAt, counterparty } = travelRule
  const values = {
    provider: plain(counterparty || 'The provider of the payee’s wallet'),
    at: time(answeredAt ?? dueAt ?? ''),
  }
  const answered = (code: string, pattern: string) => [
    say('happened', code, pattern, values, { forPayer: false }),
  ]
  switch (state) {
    case 'ACCEPTED':
      return answered('PROVIDER_ACCEPTED', '{provider} accepted it {at}.')
    case 'REJECTED':
      return answered('PROVIDER_REFUSED', '{provider} refused it {at}.')
    case 'UNANSWERED':
      return answered('PROVIDER_SILENT', '{provider} did not answer until {at}.')
    case 'SELF_HOSTED':
    case 'NOT_A_PROVIDER':
    case 'WAITING':
      return []
  }
}

function wentBack({ figures, row, surplus }: Facts): Sentence[] {
  const { sentBack, refundUnderWay } = figures
  const { payee } = (row.refund ?? {}) as { payee?: Party }
  const sentence = (code: string, pattern: string, sum: Booked | undefined) =>
    sum
      ? [
          say('happened', code, pattern, {
            amount: sumOf(sum),
            at: time(sum.at),
            payee: plain(payee?.fullName ?? 'the payer'),
          }),
        ]
      : []
  const extra =
    surplus > 0n
      ? [
          say('happened', 'SURPLUS', 'The {amount} beyond the quote goes back to its sender.', {
            amount: amount(surplus, row.currency_in, row.scale_in),
          }),
        ]
      : []
  return [
    ...extra,
    ...sentence('REFUND_SENT', 'A refund of {amount} was sent to {payee} {at}.', refundUnderWay),
    ...sentence('REFUNDED', '{amount} was paid back to {payee} {at}.', sentBack),
  ]
}

function ended({ row, body }: Facts): Sentence[] {
  const { failure, status } = body
  const at = time(failure?.at ?? row.completed_at ?? row.updated_at)
  switch (status) {
    case 'EXPIRED':
      return [say('happened', 'EXPIRED', 'It expired {at} because nothing came in time.', { at })]
    case 'CANCELLED':
      return [say('happened', 'CANCELLED', 'It was cancelled {at}.', { at })]
    case 'FAILED':
      if (!failure) return []
      return [
        say('happened', 'FAILED', 'It failed {at}.', { at }),
        say(
          'happened',
          'FAILED_BECAUSE',
          '{reason}',
          { at, reason: plain(failure.message) },
          { forPayer: false },
        ),
      ]
    case 'QUOTED':
    case 'AWAITING_APPROVAL':
    case 'PENDING':
    case 'IN_REVIEW':
    case 'PROCESSING':
    case 'COMPLETED':
    case 'REFUNDING':
    case 'REFUNDED':
      return []
  }
}

const reasons: Record<string, string> = {
  FUNDING_UNDERPAID: 'less arrived than was quoted',
  FUNDING_OVERPAID: 'more arrived than was quoted, from a sender who is not known',
  FUNDING_TIMEOUT: 'the money came after the rate had expired',
  FUNDING_SENDER_MISMATCH: 'the money came under another name than the payer’s',
  COMPLIANCE: 'a compliance check',
  COMPLIANCE_SCREENING_HIT: 'a name or address resembles one on a sanctions list',
  COMPLIANCE_KYC_PAUSED: 'the verification of one side is paused or over',
  BENEFICIARY_ACCOUNT_CLOSED: 'the payee’s account is not enabled',
  BENEFICIARY_PROVIDER_REFUSED: 'the provider of the payee’s wallet refused the payment',
  BENEFICIARY_PROVIDER_SILENT: 'the provider of the payee’s wallet did not answer in time',
  BENEFICIARY_NAME_UNCONFIRMED: 'the payee’s bank did not confirm the name',
  INTERNAL_PAYOUTS_HALTED: 'payouts of this currency are halted',
  INTERNAL_NO_COVER: 'the service holds too little of this currency',
  INTERNAL_CREDIT_REVERSED: 'the payer’s bank took the money back',
  ROUTE_INACTIVE: 'the pay-in route is inactive',
  BELOW_MINIMUM: 'the deposit is below the minimum',
  ABOVE_MAXIMUM: 'the deposit is above the maximum',
  LIMIT: 'it would exceed a limit of the workspace',
  DESTINATION_UNAVAILABLE: 'the destination cannot be paid',
  UNKNOWN_SENDER: 'the sender is not known',
  PAYER_NOT_ALLOWED: 'somebody paid it who may not pay this account',
}

/** Why something is held, as part of a sentence; an unknown reason keeps its code. */
const reasonText = (reason: string) => reasons[reason] ?? reason.toLowerCase().replaceAll('_', ' ')
