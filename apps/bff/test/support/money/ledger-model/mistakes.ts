import {
  kycFeeLegs,
  type Leg,
  ledgerAccount,
  paymentsDepositLegs,
  payoutLegs,
  postingStep,
} from '@corridor/domain'
import { groupOf, markets, type Operation, pickLife, type World } from './world.ts'

const usdc = markets[3]

export function payIn(world: World): Operation | undefined {
  if (!usdc) return undefined
  const amount = world.random.amount(10n ** 8n)
  const legs = paymentsDepositLegs({ ...usdc, amount, partner: world.partner })
  const group = groupOf(world, world.uuid(), 'deposit', { legs })
  return { name: 'pay in', group, outside: { market: usdc, amount } }
}

/** A fee is held first; it is refused where the account has less. */
export function holdFee(world: World): Operation | undefined {
  if (!usdc) return undefined
  const { fees, partner } = world
  const amount = world.random.amount(10n ** 8n)
  const legs = kycFeeLegs({ ...usdc, amount, partner, from: 'payments_account' })
  fees.made += 1
  const step = `fee/${fees.made}`
  const pending = legs.map((leg): Leg => ({ ...leg, kind: 'pending' }))
  const group = groupOf(world, world.partnerId, step, { legs: pending })
  if (amount > available(world)) return { name: 'hold a fee too large', isRefused: true, group }
  fees.open.push({ step, amount })
  return { name: 'hold a fee', group }
}

const available = ({ books, partner }: World): bigint =>
  usdc ? books.available(ledgerAccount('payments_account', usdc, partner)) : 0n

/** Taken whole, in part (the rest is free again), or not at all. */
export function settleFee(world: World): Operation | undefined {
  const { random, fees } = world
  const open = random.pick(fees.open)
  if (!open) return undefined
  fees.open = fees.open.filter((fee) => fee !== open)
  const of = { step: open.step, code: 'kyc_fee' }
  const as = random.chance(70) ? 'post' : 'void'
  const part = as === 'post' && random.chance(50) ? { amount: random.amount(open.amount) } : {}
  const step = `${open.step}/settled`
  const resolves = [{ of, as, ...part } as const]
  return {
    name: 'settle a fee',
    group: groupOf(world, world.partnerId, step, { legs: [], resolves }),
  }
}

/** One unit more than is held for a transfer. */
export function overdraw(world: World): Operation | undefined {
  const life = pickLife(world, () => true)
  if (!life) return undefined
  const { target, id: transferId } = life
  const held = world.books.available(ledgerAccount('transfer_clearing', target, transferId))
  const kind = world.random.chance(50) ? 'single' : 'pending'
  const legs = payoutLegs({ ...target, amount: held + 1n, transferId }).map((leg): Leg => ({
    ...leg,
    kind,
  }))
  const step = `overdraw/${world.random.below(1_000_000)}`
  return { name: 'overdraw', isRefused: true, group: groupOf(world, transferId, step, { legs }) }
}

/** A known payout is reported once more, also with the opposite outcome. */
export function resolveTwice(world: World): Operation | undefined {
  const life = pickLife(world, (candidate) => candidate.payout?.isOpen === false)
  if (!life?.payout) return undefined
  const of = { step: postingStep('payout_submitted', life.payout.attempt), code: 'payout' }
  const as = world.random.chance(50) ? 'post' : 'void'
  const step = `again/${world.random.below(1_000_000)}`
  const resolves = [{ of, as } as const]
  const group = groupOf(world, life.id, step, { legs: [], resolves })
  return { name: 'resolve twice', isRefused: true, group }
}

/** A leg that never was pending. */
export function resolveSingle(world: World): Operation | undefined {
  const life = pickLife(world, ({ received }) => received > 0n)
  if (!life) return undefined
  const of = { step: 'deposit_received', code: 'deposit' }
  const step = `single/${world.random.below(1_000_000)}`
  const resolves = [{ of, as: 'void' } as const]
  const group = groupOf(world, life.id, step, { legs: [], resolves })
  return { name: 'resolve a single leg', isRefused: true, group }
}

/** More than is pending, less than nothing, or what was never pending. */
export function resolveWrong(world: World): Operation | undefined {
  const open = world.random.pick(world.fees.open)
  if (!open) return undefined
  const of = { step: open.step, code: 'kyc_fee' }
  const wrongs = [
    { of, as: 'post', amount: open.amount + 1n },
    { of, as: 'post', amount: 0n },
    { of, as: 'post', amount: -1n },
    { of: { ...of, code: 'no_such' }, as: 'void' },
  ] as const
  const wrong = world.random.pick(wrongs)
  const step = `${open.step}/wrong/${world.random.below(1_000_000)}`
  const resolves = wrong ? [wrong] : []
  const group = groupOf(world, world.partnerId, step, { legs: [], resolves })
  return { name: 'resolve wrong', isRefused: true, group }
}
