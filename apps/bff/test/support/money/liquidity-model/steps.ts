import { type Result, formatId, owingStates } from '@corridor/domain'
import { now } from '../../../../src/db/open.ts'
import { sweepDue } from '../../../../src/modules/liquidity/background/sweeps.ts'
import { settleOrder } from '../../../../src/modules/liquidity/background/settle-orders.ts'
import { initiate } from '../../../../src/modules/liquidity/drawings/initiate.ts'
import { settleDrawing } from '../../../../src/modules/liquidity/drawings/settle.ts'
import { writeOff } from '../../../../src/modules/liquidity/drawings/write-off.ts'
import { creditPayment } from '../../../../src/modules/liquidity/payments/arrive.ts'
import { fulfilQuote } from '../../../../src/modules/liquidity/replenish/fulfil.ts'
import { quoteReplenish } from '../../../../src/modules/liquidity/replenish/quote.ts'
import { startFromWallet } from '../../../../src/modules/liquidity/replenish/start.ts'
import { createAcceptance } from '../../../../src/modules/liquidity/reserves/accept.ts'
import { cancelReserve } from '../../../../src/modules/liquidity/reserves/cancel.ts'
import { quoteReserve } from '../../../../src/modules/liquidity/reserves/quote.ts'
import { findDrawing } from '../../../../src/records/liquidity/drawing-store.ts'
import { findFrame } from '../../../../src/records/liquidity/frame-store.ts'
import { lockLine } from '../../../../src/records/liquidity/line-store.ts'
import { findQuote } from '../../../../src/records/liquidity/quote-store.ts'
import { changeTerms } from '../../../../src/records/partners/terms-store.ts'
import { readDrawings, readUnmatched, readWaiting } from './store.ts'
import { advanceClock, arrive, newHash, orderFor, type World } from './world.ts'

export type Step = (world: World) => Promise<string | undefined>

const hourMs = 3_600_000
/** Refusals are part of the walk: what was asked for was not allowed. */
const outcome = (name: string, result: Result<unknown, { code: string }>): string =>
  result.ok ? name : `${name} refused`
const units = (minor: bigint, { token }: World) => Number(minor) / 10 ** token.scale
const addressOfNobody = '0x00000000000000000000000000000000000000aa'

const quote: Step = async (world) => {
  const { tx, random } = world
  const at = (await now(tx)).getTime()
  const from = at + (random.pick([-60_000, 0, hourMs, 30 * hourMs, 200 * hourMs]) ?? 0)
  const to = from + (1 + random.below(120)) * hourMs + random.below(2) * 60_000
  const done = await quoteReserve(tx, world.deps, world.by, {
    startTimestamp: new Date(from).toISOString(),
    endTimestamp: new Date(to).toISOString(),
    amount: units(random.amount(400_000_000_000n), world),
    reference: '',
  })
  if (done.ok) world.frames.push(done.value.row.id)
  return outcome('quote', done)
}

/** Pays a fee exactly, too much or too little, before or after it is accepted, or never. */
const accept: Step = async (world) => {
  const { tx, random, by } = world
  const id = random.pick(world.frames)
  const frame = id && (await findFrame(tx, by.partnerId, id))
  if (!frame) return undefined
  const hash = random.chance(10) ? (random.pick(world.paid) ?? newHash()) : newHash()
  const amount = frame.fee + (random.chance(60) ? 0n : random.chance(50) ? 5_000_000n : -1n)
  const isFirst = random.chance(60)
  if (isFirst && amount > 0n && !world.paid.includes(hash)) await arrive(world, { hash, amount })
  const acceptance = createAcceptance(world.deps)
  const done = await acceptance.accept(tx, by, {
    frameId: frame.id,
    hash: hash as `0x${string}`,
    look: { kind: 'UNKNOWN' },
  })
  if (done.ok && !isFirst && random.chance(80) && amount > 0n) await arrive(world, { hash, amount })
  world.paid.push(hash)
  return outcome('accept', done)
}

const cancel: Step = async (world) => {
  const id = world.random.pick(world.frames)
  if (!id) return undefined
  const asked = { reserveFrameId: formatId('rsv', id), reason: '' }
  const done = await cancelReserve(world.tx, world.deps, world.by, asked)
  if (done.ok && done.value.row.refund_status === 'PENDING')
    await settleOrder(world.tx, world.deps, closed(world, 'reserve_refund', id))
  return outcome('cancel', done)
}

const closed = (
  world: World,
  purpose: 'reserve_refund' | 'disbursement' | 'replenish',
  subject: string,
  status: 'CONFIRMED' | 'REVERTED' = world.random.chance(80) ? 'CONFIRMED' : 'REVERTED',
) => ({
  chain_id: world.chainId,
  purpose,
  subject,
  sender: '0x',
  status,
  partner_id: world.by.partnerId,
  call: {},
  hash: newHash(),
  block_number: 1,
  cost: 0n,
  blockTime: new Date(),
})

const draw: Step = async (world) => {
  const { tx, random, by } = world
  const frame = random.chance(60) ? random.pick(world.frames) : undefined
  const isScheduled = frame !== undefined && random.chance(30)
  const body = {
    transactionId: newHash().slice(0, 20),
    amount: units(random.amount(100_000_000_000n), world),
    asset: world.token.currency,
    recipientWallet: addressOfNobody,
    ...(frame ? { reserveFrameId: formatId('rsv', frame) } : {}),
    transferMode: isScheduled ? ('SCHEDULED' as const) : ('IMMEDIATE' as const),
    originator: { name: 'a', country: 'NO' },
    beneficiary: { name: 'b', country: 'GB' },
    metadata: {},
  }
  const done = await initiate(tx, world.deps, by, body, random.chance(2) ? 'originator' : undefined)
  if (done.ok) world.drawings.push(done.value.row.id)
  return outcome('draw', done)
}

const settle: Step = async (world) => {
  const { tx, random, by } = world
  const id = random.pick(await readDrawings(world, ['INITIATED', 'BROADCAST']))
  const row = id && (await findDrawing(tx, by.partnerId, id))
  if (!row || row.ordered_at === null) return undefined
  const hash = newHash()
  await settleDrawing(
    tx,
    { partnerId: by.partnerId, id: row.id },
    random.chance(85)
      ? { kind: 'PAID', hash, blockTime: await now(tx) }
      : { kind: 'FAILED', code: 'CHAIN_REVERTED', hash },
  )
  return 'settle'
}

const quoteRepayment: Step = async (world) => {
  const id = world.random.pick(await readDrawings(world, owingStates))
  if (!id) return undefined
  const done = await quoteReplenish(world.tx, world.deps, world.by, {
    originalTxnHash: formatId('ltx', id),
    hasBank: false,
  })
  if (done.ok) world.quotes.push(done.value.row.id)
  return outcome('quote repayment', done)
}

const repay: Step = async (world) => {
  const { tx, random, by } = world
  if (random.chance(80)) await quoteRepayment(world)
  const id = random.chance(80) ? world.quotes.at(-1) : random.pick(world.quotes)
  const row = id && (await findQuote(tx, by.partnerId, id))
  if (!row) return undefined
  const line = await lockLine(tx, by.partnerId)
  const orderId = world.deps.ids.uuid()
  const more = random.chance(30) ? random.amount(50_000_000n) : 0n
  const done = await startFromWallet(tx, world.deps, by, line, {
    originalTxnHash: formatId('ltx', row.transaction_id),
    totalReplenishAmount: units(row.total + more, world),
    orderId,
    available: 10n ** 15n,
    requestKey: null,
  })
  if (!done.ok) return 'repay refused'
  if (random.chance(15)) {
    await settleOrder(tx, world.deps, closed(world, 'replenish', orderId, 'REVERTED'))
    return 'repay'
  }
  if (random.chance(40)) await advanceClock(world, random.below(4_000))
  const hash = newHash()
  await orderFor(world, orderId, hash)
  await arrive(world, { hash, amount: done.value.amount })
  return 'repay'
}

const fulfil: Step = async (world) => {
  const { tx, random, by } = world
  if (random.chance(60)) await quoteRepayment(world)
  const id = random.chance(80) ? world.quotes.at(-1) : random.pick(world.quotes)
  const row = id && (await findQuote(tx, by.partnerId, id))
  if (!row) return undefined
  const left = row.total - row.fulfilled
  const amount = random.chance(75) ? left : random.amount(row.total)
  if (amount <= 0n) return undefined
  const hash = random.chance(30) ? newHash() : undefined
  if (hash) world.paid.push(hash)
  if (hash && random.chance(30)) await arrive(world, { hash, amount })
  const done = await fulfilQuote(tx, world.deps, by, {
    quoteId: formatId('rq', row.id),
    amount: units(amount, world),
    transactionReference: hash ? { hash } : { accountNumber: '1' },
    fulfillmentType: 'PRINCIPAL_AND_FEE',
  })
  return outcome('fulfil', done)
}

async function fulfilWhole(world: World): Promise<void> {
  await quoteRepayment(world)
  const id = world.quotes.at(-1)
  const row = id && (await findQuote(world.tx, world.by.partnerId, id))
  if (!row || row.fulfilled === row.total) return
  await fulfilQuote(world.tx, world.deps, world.by, {
    quoteId: formatId('rq', row.id),
    amount: units(row.total - row.fulfilled, world),
    transactionReference: { accountNumber: '1' },
    fulfillmentType: 'PRINCIPAL_AND_FEE',
  })
}

/** The deposit that is waited for, or a part of it, or more, or another token. */
const depositArrives: Step = async (world) => {
  const { random } = world
  if ((await readWaiting(world)).length === 0) await fulfilWhole(world)
  const waiting = random.pick(await readWaiting(world))
  if (!waiting) return undefined
  const amount = random.chance(70) ? waiting.amount : random.amount(waiting.amount * 2n)
  await arrive(world, {
    hash: random.chance(50) && waiting.hash ? waiting.hash : newHash(),
    amount,
  })
  return 'deposit'
}

const credit: Step = async (world) => {
  if (world.random.chance(50))
    await arrive(world, { hash: newHash(), amount: world.random.amount(10_000_000n) })
  const id = world.random.pick(await readUnmatched(world))
  if (!id) return undefined
  const asked = formatId('lpay', id)
  return outcome('credit', await creditPayment(world.tx, world.deps, world.by, asked))
}

const wait: Step = async (world) => {
  const seconds = world.random.pick([60, 900, 3_600, 5_000, 86_400, 300_000]) ?? 60
  await advanceClock(world, seconds)
  await sweepDue(world.deps)
  return 'wait'
}

const giveUp: Step = async (world) => {
  await advanceClock(world, 8 * 86_400)
  await sweepDue(world.deps)
  const id = world.random.pick(await readDrawings(world, owingStates))
  if (!id) return undefined
  const actor = { type: 'service', id: 'operator' } as const
  return outcome('write off', await writeOff(world.tx, actor, formatId('ltx', id)))
}

const changeLimits: Step = async (world) => {
  const { random } = world
  const liquidity = { creditLimit: random.pick([0, 50_000, 500_000, 1_000_000]) }
  const done = await changeTerms(world.tx, world.by, { liquidity })
  return done.ok ? 'limits' : undefined
}

/** What a walk may do, and how often of a hundred times. */
export const steps: readonly [number, Step][] = [
  [10, quote],
  [12, accept],
  [5, cancel],
  [14, draw],
  [14, settle],
  [4, quoteRepayment],
  [9, repay],
  [9, fulfil],
  [8, depositArrives],
  [4, credit],
  [8, wait],
  [4, giveUp],
  [2, changeLimits],
]

/** Something is lent before the walk begins, so that it can be repaid. */
export const beginning: readonly Step[] = [quote, accept, draw, settle]
