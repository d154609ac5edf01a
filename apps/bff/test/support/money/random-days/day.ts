import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { parseId } from '@corridor/domain'
import { setShift } from '../../../../src/outside/rates/store.ts'
import type { Bff } from '../../process/bff.ts'
import type { Random } from '../ledger-model/random.ts'
import { act, advanceClock, readTransfer } from '../ordinary-flow.ts'
import { transferPath } from '../wallets.ts'
import { begin, type Corridors, kinds, payIn, type Plan, say } from './plans.ts'

const perDay = 8
const ended = ['COMPLETED', 'REFUNDED', 'FAILED', 'EXPIRED', 'CANCELLED']
const base = '/api/v1/sandbox/transfer'

/** What was done outside beside the transfers, summed over all days. */
export type World = {
  plans: Plan[]
  /** Cents of euros. */
  charges: bigint
  reversed: bigint
  strays: bigint
}

/** One day: prices move, money comes in time, late, wrong and twice, and everything is settled. */
export async function liveOneDay(
  bff: Bff,
  at: Corridors,
  random: Random,
  world: World,
): Promise<void> {
  const wanted = Array.from({ length: perDay }, () => random.pick(kinds) ?? 'exact')
  const begun = await Promise.all(wanted.map((kind) => begin(bff, at, random, kind)))
  world.plans.push(...begun)
  await payIn(bff, begun, 'in time')
  await book(bff, random, world)
  await settle(bff, begun, random, world, (plan) => !plan.kind.startsWith('late'))
  await movePrice(bff, random)
  await advanceClock(bff, 61 * 60)
  await payIn(bff, begun, 'late')
  await settle(bff, begun, random, world)
}

/** What the dollar is worth, up to three percent off; quotes follow before anything is asked. */
async function movePrice({ deps }: Bff, random: Random): Promise<void> {
  const basisPoints = random.below(600) - 300
  const before = midOf(deps)
  await deps.db.asWorker((tx) => setShift(tx, { currency: 'USD', basisPoints }))
  for (let i = 0; i < 40 && midOf(deps) === before; i += 1) await sleep(25)
}

function midOf({ rates }: Bff['deps']): string {
  const found = rates.midRate('EUR', 'USD', new Date())
  return found.ok ? `${found.value.mid.numerator}/${found.value.mid.denominator}` : ''
}

const germanBank = {
  countryCode: 'DE',
  routingNumber: '',
  accountNumber: '',
  currency: 'EUR',
  scale: 2,
}
let entries = 0
const entryId = () => `random day ${(entries += 1)}`

/** What a bank does by itself: it charges, and it is paid by strangers. */
async function book(bff: Bff, random: Random, world: World): Promise<void> {
  const minor = random.amount(5_000n)
  const sender = { name: '', account: '' }
  if (random.chance(40)) {
    world.charges += minor
    const charge = { ...germanBank, kind: 'CHARGE' as const, minor, sender, reference: 'Fees' }
    await bff.deps.bank.sandbox?.book({ ...charge, entryId: entryId() })
  }
  if (random.chance(40)) {
    world.strays += minor
    const stranger = { name: 'Some Stranger', account: 'DE02120300000000202051' }
    const credit = { ...germanBank, kind: 'CREDIT' as const, minor, sender: stranger }
    await bff.deps.bank.sandbox?.book({ ...credit, reference: 'for you', entryId: entryId() })
  }
  bff.deps.wake.notify('bank')
}

type State = { status: string; open: number; linked: number }

/** Goes on with every transfer until none of them will change by itself. */
async function settle(
  bff: Bff,
  plans: readonly Plan[],
  random: Random,
  world: World,
  isDue: (plan: Plan) => boolean = () => true,
): Promise<void> {
  const due = plans.filter(isDue)
  for (;;) {
    const states = await statesOf(bff, due)
    let waiting = 0
    for (const plan of due) {
      const state = states.get(transferIdOf(plan))
      if (state && (await goesOn(bff, plan, state, random, world))) waiting += 1
    }
    if (waiting === 0 && (await isTakenIn(bff))) return
    await sleep(60)
  }
}

/** Each transfer with its refunds: how many there are, and how many are under way. */
async function statesOf({ deps }: Bff, plans: readonly Plan[]): Promise<Map<string, State>> {
  const { rows } = await deps.db.asWorker((tx) =>
    sql<State & { id: string }>`select t.id, t.status,
        count(r.id)::int as linked,
        (count(r.id) filter (where r.status <> all(${ended}::text[])))::int as open
      from transfer t left join transfer r on r.partner_id = t.partner_id and r.refund_of = t.id
      where t.id = any(${plans.map(transferIdOf)}::uuid[]) group by t.id, t.status`.execute(tx),
  )
  return new Map(rows.map(({ id, ...state }) => [id, state]))
}

/** Decides, or does what was planned; false where nothing more will happen. */
async function goesOn(
  bff: Bff,
  plan: Plan,
  { status, open, linked }: State,
  random: Random,
  world: World,
): Promise<boolean> {
  if (status === 'PENDING' && plan.kind === 'unpaid') return false
  if (status === 'IN_REVIEW') {
    await decide(bff, plan, random)
    return true
  }
  if (status !== 'COMPLETED') return open > 0 || !ended.includes(status)
  if (plan.followedUp) return open > 0 || (plan.kind === 'bounced' && linked === 0)
  plan.followedUp = true
  if (plan.kind === 'bounced') await bounce(bff, plan, random, world)
  else if (plan.kind === 'reversed') await reverse(bff, plan, world)
  else if (plan.kind === 'refunded') {
    const { executionId } = plan
    const amount = Math.floor(plan.amount * (20 + random.below(60))) / 100
    await say(plan, act(bff, 'refund', { executionId, amount, refundId: `part ${executionId}` }))
  } else return open > 0
  return true
}

async function decide(bff: Bff, plan: Plan, random: Random): Promise<void> {
  const record = await readTransfer(bff, plan.executionId)
  const actions = (record.review?.allowedActions ?? []) as string[]
  const decision = random.chance(50) ? 'APPROVED' : 'REJECTED'
  const { executionId } = plan
  const asked = () => bff.post(`${base}/${executionId}/review`, { decision })
  const resolved = (action: string) =>
    bff.post(`${transferPath}/${executionId}/resolve`, { action })
  const action = random.pick(actions)
  const before = plan.answers.length
  await say(plan, action === undefined ? asked() : resolved(action))
  // More than the payer confirmed needs a code; then it goes back.
  if (action !== undefined && plan.answers[before]?.startsWith('2') !== true)
    await say(plan, resolved('RETURN'))
}

const transferIdOf = ({ executionId }: Plan) => parseId('exec', executionId) ?? ''

async function bounce(bff: Bff, plan: Plan, random: Random, world: World): Promise<void> {
  const payout = await bff.deps.db.asWorker((tx) =>
    tx
      .selectFrom('payout')
      .selectAll()
      .where('transfer_id', '=', transferIdOf(plan))
      .executeTakeFirstOrThrow(),
  )
  const kept = BigInt(random.below(200))
  world.charges += kept
  await bff.deps.bank.sandbox?.book({
    ...germanBank,
    entryId: entryId(),
    kind: 'RETURN',
    minor: payout.amount - kept,
    sender: { name: '', account: '' },
    reference: '',
    payoutReference: payout.id,
    code: 'BENEFICIARY_ACCOUNT_CLOSED',
  })
  bff.deps.wake.notify('bank')
}

async function reverse(bff: Bff, plan: Plan, world: World): Promise<void> {
  const entry = await bff.deps.db.asWorker((tx) =>
    tx
      .selectFrom('bank_entry as e')
      .innerJoin('deposit as d', 'd.bank_entry', 'e.entry_id')
      .selectAll('e')
      .where('d.transfer_id', '=', transferIdOf(plan))
      .executeTakeFirstOrThrow(),
  )
  world.reversed += entry.amount
  await bff.deps.bank.sandbox?.book({
    entryId: entryId(),
    kind: 'REVERSAL',
    countryCode: entry.country_code,
    routingNumber: entry.routing_number,
    accountNumber: entry.account_number,
    currency: entry.currency,
    minor: entry.amount,
    scale: entry.scale,
    sender: { name: entry.sender_name, account: entry.sender_account },
    reference: entry.reference,
  })
  bff.deps.wake.notify('bank')
}

/** Whether the bank has reported nothing that was not taken in. */
async function isTakenIn({ deps }: Bff): Promise<boolean> {
  const { answers, taken } = await deps.db.asWorker((tx) =>
    tx
      .selectNoFrom((of) => [
        of
          .selectFrom('simulated_bank_entry')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .as('answers'),
        of
          .selectFrom('bank_entry')
          .where('state', '<>', 'NEW')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .as('taken'),
      ])
      .executeTakeFirstOrThrow(),
  )
  return Number(answers) === Number(taken)
}
