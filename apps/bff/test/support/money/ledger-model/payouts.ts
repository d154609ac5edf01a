import {
  type Conversion,
  conversionLegs,
  conversionReversalLegs,
  type ExecutionFailureCode,
  type Leg,
  ledgerAccount,
  outcomeOfFailure,
  payoutLegs,
  postingStep,
  quoteExactIn,
  refundFundingLegs,
  refundReturnedLegs,
  refundPayoutLegs,
  returnLegs,
} from '@corridor/domain'
import { exchanged } from './position.ts'
import { groupOf, type Life, move, type Operation, pickLife, type World } from './world.ts'

export function review(world: World): Operation | undefined {
  const life = pickLife(
    world,
    (candidate) =>
      candidate.status === 'PROCESSING' && !candidate.payout?.isOpen && !candidate.refundOf,
  )
  if (!life) return undefined
  move(life, 'review')
  return { name: 'review', transfers: [life] }
}

export function release(world: World): Operation | undefined {
  const life = pickLife(
    world,
    (candidate) => candidate.status === 'IN_REVIEW' && !candidate.isGoingBack,
  )
  if (!life) return undefined
  const again = quoteExactIn(life.terms, life.received)
  if (!life.conversion && (!again.ok || life.received === 0n)) return undefined
  if (!life.conversion && again.ok) life.amounts = again.value
  move(life, 'release')
  return { name: 'release', transfers: [life] }
}

export function reject(world: World): Operation | undefined {
  const life = pickLife(world, ({ status }) => status === 'IN_REVIEW')
  if (!life || life.received > 0n)
    return life && { name: 'reject', ...sendBack(world, life, 'rejected') }
  move(life, 'reject')
  return { name: 'reject without money', transfers: [life] }
}

export function convert(world: World): Operation | undefined {
  const life = pickLife(
    world,
    (candidate) =>
      candidate.status === 'PROCESSING' && !candidate.conversion && !candidate.refundOf,
  )
  if (!life) return undefined
  life.conversion = conversionOf(world, life)
  const legs = conversionLegs(life.conversion)
  return { name: 'convert', group: groupOf(world, life.id, 'conversion', { legs }) }
}

function conversionOf({ partner }: World, life: Life): Conversion {
  const { id, source, target, amounts } = life
  return {
    worthOut: exchanged(life).worth,
    transferId: id,
    partner,
    in: { ...source, amount: amounts.inAmount.minor },
    out: { ...target, amount: amounts.outAmount.minor },
    fees: {
      partner: amounts.partnerFees.minor,
      service: amounts.svcFees.minor,
      transaction: amounts.txFees.minor,
    },
  }
}

export function submitPayout(world: World): Operation | undefined {
  const life = pickLife(
    world,
    (candidate) =>
      candidate.status === 'PROCESSING' &&
      candidate.conversion !== undefined &&
      !candidate.payout?.isOpen,
  )
  if (!life) return undefined
  life.payouts += 1
  const order = { id: world.uuid(), attempt: life.payouts, isOpen: true, isPaid: false }
  life.payout = order
  const { target: market, id: transferId } = life
  const amount = life.amounts.outAmount.minor
  const legs = payoutLegs({ ...market, amount, transferId })
  const step = 'payout_submitted'
  return {
    name: 'submit payout',
    group: groupOf(world, transferId, postingStep(step, order.attempt), { legs }),
    payout: { order, life, step, status: 'CREATED', market, amount },
  }
}

/** Paid, refused by the payee's bank (held), or refused for good (it goes back at once). */
export function payoutKnown(world: World): Operation | undefined {
  const life = pickLife(world, (candidate) => candidate.payout?.isOpen === true)
  const order = life?.payout
  if (!life || !order) return undefined
  const codes = [undefined, undefined, 'BENEFICIARY_ACCOUNT_CLOSED', 'RAIL_REJECTED'] as const
  const code: ExecutionFailureCode | undefined = world.random.pick(codes)
  order.isOpen = false
  order.isPaid = code === undefined
  const legs: Leg[] = []
  if (code === undefined) move(life, 'settle')
  else if (outcomeOfFailure(code, true) === 'HELD') {
    move(life, 'reject')
    life.isHeld = true
  } else legs.push(...(sendBack(world, life, '').group?.legs ?? []))
  const of = { step: postingStep('payout_submitted', order.attempt), code: 'payout' }
  const resolves = [{ of, as: code === undefined ? ('post' as const) : ('void' as const) }]
  const step = postingStep('payout_confirmed', order.attempt)
  const amount = life.amounts.outAmount.minor
  return {
    name: code ? 'payout fails' : 'payout confirmed',
    outside: { market: life.target, amount: code ? 0n : -amount },
    transfers: [life],
    group: groupOf(world, life.id, step, { legs, resolves }),
    payout: {
      order,
      life,
      step: 'payout_submitted',
      status: code ? 'FAILED' : 'CONFIRMED',
      market: life.target,
      amount,
    },
  }
}

export function retry(world: World): Operation | undefined {
  const life = pickLife(world, ({ status, isHeld }) => status === 'FAILED' && isHeld)
  if (!life) return undefined
  life.isHeld = false
  move(life, 'retry')
  return { name: 'retry', transfers: [life] }
}

export function refund(world: World): Operation | undefined {
  const life = pickLife(world, ({ status, isHeld }) => status === 'FAILED' && isHeld)
  return life && { name: 'refund', ...sendBack(world, life, 'refund') }
}

/** Everything that arrived is held again, fees included. */
function sendBack(world: World, life: Life, step: string) {
  life.isHeld = false
  life.isGoingBack = true
  const legs = life.conversion ? conversionReversalLegs(life.conversion) : []
  delete life.conversion
  move(life, 'refund')
  const group = groupOf(world, life.id, step, { legs })
  return legs.length > 0 ? { transfers: [life], group } : { transfers: [life] }
}

export function submitRefund(world: World): Operation | undefined {
  const life = pickLife(
    world,
    (candidate) =>
      !candidate.refund?.isOpen && (candidate.status === 'REFUNDING' || isLinkedAtWork(candidate)),
  )
  if (!life) return undefined
  life.refunds += 1
  const order = { id: world.uuid(), attempt: life.refunds, isOpen: true, isPaid: false }
  life.refund = order
  const { source: market, id: transferId } = life
  const amount = life.refundOf?.amount ?? life.received
  const legs = refundPayoutLegs({ ...market, amount, transferId })
  const step = 'refund_submitted'
  return {
    name: 'submit refund',
    group: groupOf(world, transferId, postingStep(step, order.attempt), { legs }),
    payout: { order, life, step, status: 'CREATED', market, amount },
  }
}

const isLinkedAtWork = ({ status, refundOf }: Life) =>
  status === 'PROCESSING' && refundOf !== undefined

export function refundKnown(world: World): Operation | undefined {
  const life = pickLife(world, (candidate) => candidate.refund?.isOpen === true)
  const order = life?.refund
  if (!life || !order) return undefined
  order.isOpen = false
  order.isPaid = world.random.chance(70)
  const legs = order.isPaid ? [] : refundFailed(world, life)
  if (order.isPaid) move(life, life.refundOf ? 'settle' : 'refundSettled')
  const of = { step: postingStep('refund_submitted', order.attempt), code: 'refund' }
  const resolves = [{ of, as: order.isPaid ? ('post' as const) : ('void' as const) }]
  const step = postingStep('refund_confirmed', order.attempt)
  return {
    name: order.isPaid ? 'refund confirmed' : 'refund fails',
    outside: {
      market: life.source,
      amount: order.isPaid ? -(life.refundOf?.amount ?? life.received) : 0n,
    },
    transfers: [life],
    group: groupOf(world, life.id, step, { legs, resolves }),
    payout: {
      order,
      life,
      step: 'refund_submitted',
      status: order.isPaid ? 'CONFIRMED' : 'FAILED',
      market: life.source,
      amount: life.refundOf?.amount ?? life.received,
    },
  }
}

/** A transfer's own money is reviewed; the partner's is given back; returned money is tried again. */
function refundFailed(world: World, life: Life): Leg[] {
  const { refundOf, source, id: transferId } = life
  if (!refundOf) move(life, 'review')
  if (refundOf?.by !== 'payments') return []
  move(life, 'reject')
  refundOf.life.sentBack -= refundOf.amount
  const { amount } = refundOf
  return refundReturnedLegs({ ...source, amount, partner: world.partner, transferId })
}

/** The payee's bank sends a payout back after the transfer was complete. */
export function returned(world: World): Operation | undefined {
  const life = pickLife(
    world,
    (candidate) =>
      candidate.status === 'COMPLETED' &&
      candidate.conversion !== undefined &&
      candidate.sentBack === 0n,
  )
  if (!life?.conversion || !life.payout) return undefined
  life.sentBack = life.received
  life.isReturned = true
  const linked = linkedTo(world, life, 'return', life.received)
  const conversion = { ...life.conversion, transferId: linked.id }
  const { amount } = conversion.out
  const isByBank = life.target.place.kind === 'BANK'
  const charge =
    isByBank && world.random.chance(40) ? world.random.amount(amount / 10n + 1n) - 1n : 0n
  const legs = [
    ...returnLegs({ ...life.target, amount, charge, transferId: linked.id }),
    ...conversionReversalLegs(conversion),
  ]
  return {
    name: charge > 0n ? 'payout returned net of a charge' : 'payout returned',
    outside: { market: life.target, amount: amount - charge },
    transfers: [linked],
    group: groupOf(world, linked.id, 'returned', { legs }),
    payout: {
      order: life.payout,
      life,
      step: 'payout_submitted',
      status: 'RETURNED',
      market: life.target,
      amount,
    },
  }
}

export function refundCompleted(world: World): Operation | undefined {
  const life = pickLife(
    world,
    (candidate) =>
      candidate.status === 'COMPLETED' &&
      !candidate.refundOf &&
      candidate.sentBack < candidate.received,
  )
  if (!life) return undefined
  const { partner, books, random } = world
  const amount = random.amount(life.received - life.sentBack)
  const { source: into } = life
  const fundedBy = (transferId: string) =>
    groupOf(world, transferId, 'refund_funded', {
      legs: refundFundingLegs({
        partner,
        transferId,
        into,
        parts: [{ from: { ...into, amount }, gives: amount }],
        lent: 0n,
      }),
    })
  // Nothing is lent: without cover the refund is refused.
  if (books.available(ledgerAccount('payments_account', into, partner)) < amount)
    return { name: 'refund without cover', isRefused: true, group: fundedBy(world.uuid()) }
  life.sentBack += amount
  const linked = linkedTo(world, life, 'payments', amount)
  return { name: 'refund after completion', transfers: [linked], group: fundedBy(linked.id) }
}

function linkedTo(world: World, life: Life, by: 'return' | 'payments', amount: bigint): Life {
  const { source, target, terms, amounts, mid, spreadBps } = life
  const linked: Life = {
    id: world.uuid(),
    status: 'PROCESSING',
    source,
    target,
    terms,
    mid,
    spreadBps,
    amounts,
    received: 0n,
    isHeld: false,
    isGoingBack: true,
    payouts: 0,
    refunds: 0,
    sentBack: 0n,
    refundOf: { life, by, amount },
  }
  world.lives.push(linked)
  return linked
}
