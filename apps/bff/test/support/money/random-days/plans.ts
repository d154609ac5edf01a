import { setTimeout as sleep } from 'node:timers/promises'
import type { AnyBody, Bff, Got } from '../../process/bff.ts'
import type { Random } from '../ledger-model/random.ts'
import { aParty, aQuote, quote, type Side } from '../ordinary.ts'
import { act, paidIn, takeUp } from '../ordinary-flow.ts'
import { tokens, transferPath } from '../wallets.ts'

/** What becomes of one transfer of a day, and when its money comes. */
export const kinds = [
  'exact',
  'short',
  'twice',
  'over',
  'late',
  'late return',
  'unpaid',
  'cancelled',
  'rejected',
  'bounced',
  'refunded',
  'reversed',
  'unknown sender',
] as const
export type Kind = (typeof kinds)[number]

export type Corridors = {
  germany: Side
  spain: Side
  states: Side
  usdc: Side
  refusing: Side
}

/** One transfer with what is meant to happen to it. */
export type Plan = {
  kind: Kind
  executionId: string
  amount: number
  /** What the answers of the day were, for whoever reads a failure. */
  answers: string[]
  /** What was asked of it once it was complete. */
  followedUp: boolean
}

export async function openCorridors(bff: Bff): Promise<Corridors> {
  const [token] = await tokens(bff)
  const accountHolder = { name: 'FAIL RAIL_REJECTED', type: 'individual' }
  const [germany, spain, states, usdc, refusing] = await Promise.all([
    aParty(bff, 'DE'),
    aParty(bff, 'ES'),
    aParty(bff, 'US'),
    aParty(bff, token?.id ?? ''),
    aParty(bff, 'US', { ownership: 'THIRD_PARTY', accountHolder }),
  ])
  return { germany, spain, states, usdc, refusing }
}

/** Quotes and executes a transfer of some kind over some corridor. */
export async function begin(bff: Bff, at: Corridors, random: Random, kind: Kind): Promise<Plan> {
  const amount = (2_000 + random.below(30_000)) / 100
  const { from, to } = await ways(bff, at, random, kind)
  const change = { exactAmountIn: amount, ...(kind === 'late return' && { onLate: 'RETURN' }) }
  const asked = aQuote(from, to, change)
  const quoted = await insisting(() => quote(bff, asked))
  if (quoted.status !== 200) throw new Error(JSON.stringify(quoted.body))
  const { executionId } = quoted.body.data
  const executed = await insisting(() => bff.post(transferPath, takeUp(quoted.body.data)))
  if (executed.status !== 200) throw new Error(JSON.stringify(executed.body))
  const plan: Plan = { kind, executionId, amount, answers: [], followedUp: false }
  if (kind === 'cancelled') await say(plan, act(bff, 'cancel', { executionId, reason: 'random' }))
  return plan
}

/** As a partner's program does: what may be tried again is tried again. */
async function insisting(ask: () => Promise<Got>): Promise<Got> {
  for (;;) {
    const answer = await ask()
    if (answer.body.error?.retryable !== true) return answer
    await sleep(250)
  }
}

async function ways(bff: Bff, at: Corridors, random: Random, kind: Kind) {
  if (kind === 'rejected') return { from: at.germany, to: at.refusing }
  // The account that sent the money back is out of use afterwards.
  if (kind === 'bounced')
    return { from: at.states, to: await aParty(bff, random.chance(50) ? 'DE' : 'ES') }
  const banks = ['reversed', 'refunded', 'unknown sender'].includes(kind)
  const all = banks
    ? [
        { from: at.germany, to: at.states },
        { from: at.germany, to: at.spain },
        { from: at.germany, to: at.usdc },
      ]
    : [
        { from: at.germany, to: at.states },
        { from: at.germany, to: at.spain },
        { from: at.germany, to: at.usdc },
        { from: at.states, to: at.germany },
        { from: at.usdc, to: at.germany },
        { from: at.states, to: at.usdc },
      ]
  const found = random.pick(all)
  if (!found) throw new Error('no corridor')
  return found
}

const isLate = ({ kind }: Plan) => kind === 'late' || kind === 'late return'
const cents = (amount: number) => Math.round(amount * 100) / 100

/** The money of a day that comes in time, or that comes after the rate's. */
export async function payIn(bff: Bff, plans: readonly Plan[], when: 'in time' | 'late') {
  const due = plans.filter((plan) => isLate(plan) === (when === 'late'))
  await Promise.all(due.map((plan) => payFor(bff, plan)))
}

async function payFor(bff: Bff, plan: Plan): Promise<void> {
  const { kind, executionId, amount } = plan
  const part = cents(amount * 0.6)
  if (kind === 'unpaid' || kind === 'cancelled') return
  if (kind === 'short') return say(plan, paidIn(bff, executionId, { amount: part }))
  if (kind === 'over') return say(plan, paidIn(bff, executionId, { amount: cents(amount * 1.2) }))
  if (kind === 'unknown sender')
    return say(plan, paidIn(bff, executionId, { senderName: 'Nobody Known' }))
  if (kind !== 'twice') return say(plan, paidIn(bff, executionId))
  await say(plan, paidIn(bff, executionId, { amount: part }))
  await say(plan, paidIn(bff, executionId, { amount: cents(amount - part) }))
}

export async function say(
  plan: Plan,
  answer: Promise<{ status: number; body: AnyBody }>,
): Promise<void> {
  const { status, body } = await answer
  plan.answers.push(`${status} ${body.error?.code ?? body.data?.status ?? ''}`)
}
