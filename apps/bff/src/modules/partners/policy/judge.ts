import { decide, type Decision, type Facts, type PolicyWindow, windowsOf } from '@corridor/domain'
import type { Caller } from '../../../api/request/caller.ts'
import { now, type Tx } from '../../../db/open.ts'
import { sendTogether } from '../../../db/send-together.ts'
import type { Asked } from '../../../records/approvals/asked.ts'
import {
  isListed,
  lockWindows,
  readWindows,
  wasPaid,
} from '../../../records/approvals/history-store.ts'
import { type PolicyInForce, policyOf } from '../../../records/approvals/policy-store.ts'
import { personOf, readPerson } from './people.ts'

export type Verdict = { decision: Decision; facts: Facts; inForce: PolicyInForce }

/** The policy by which a call is judged, and when. */
type Known = { inForce: PolicyInForce; at: Date }

export const policyNow = (tx: Tx, partnerId: string): Promise<Known> =>
  sendTogether({ inForce: policyOf(tx, partnerId), at: now(tx) })

const hourMs = 3_600_000

/**
 * Decides about a call by the policy in force, with facts of this transaction; of one that pays
 * several, about the whole and each part, and the strictest counts. What else adds to the same sums
 * waits until the transaction ends, unless the verdict is only foretold.
 */
export async function verdictOn(
  tx: Tx,
  caller: Caller,
  called: string,
  { parts = [], ruledAs: operation = called, ...whole }: Asked,
  { isForetold = false, known }: { isForetold?: boolean; known?: Known } = {},
): Promise<Verdict> {
  const { inForce, at } = known ?? (await policyNow(tx, caller.partnerId))
  const all = [whole, ...parts.map((part) => ({ ...whole, ...part }))]
  const windows = windowsOf(inForce.policy, operation)
  if (!isForetold) {
    const scopes = all.map((asked) => scopesOf(caller, asked))
    await lockWindows(tx, caller.partnerId, windows, scopes)
  }
  const verdicts: Verdict[] = []
  for (const asked of all) {
    const facts = await factsOf(tx, caller, { operation, asked, inForce, at, windows })
    verdicts.push({ decision: decide(inForce.policy, facts), facts, inForce })
  }
  const [first, ...others] = verdicts
  if (!first) throw new Error('nothing was asked')
  return others.reduce(stricter, first)
}

const strictness = { allow: 0, approvals: 1, deny: 2 } as const

/** The first of two that are alike. */
const stricter = (first: Verdict, other: Verdict): Verdict =>
  strictness[other.decision.outcome] > strictness[first.decision.outcome] ? other : first

type Parts = {
  operation: string
  asked: Asked
  inForce: PolicyInForce
  at: Date
  windows: readonly PolicyWindow[]
}

/** Whose earlier operations are added to this one. */
const scopesOf = (caller: Caller, { payee, from }: Asked): Facts['scopes'] => ({
  partner: caller.partnerId,
  initiator: personOf(caller),
  ...(payee ? { payee: payee.id } : {}),
  ...(from?.account === undefined ? {} : { account: from.account }),
  ...(from?.wallet === undefined ? {} : { wallet: from.wallet }),
})

async function factsOf(tx: Tx, caller: Caller, parts: Parts): Promise<Facts> {
  const { operation, asked, at, windows } = parts
  const { partnerId } = caller
  const person = personOf(caller)
  const scopes = scopesOf(caller, asked)
  const except = asked.transferId
  const [totals, known, standing] = await Promise.all([
    readWindows(tx, partnerId, windows, { scopes, except }),
    readPerson(tx, partnerId, person),
    standingOf(tx, partnerId, parts),
  ])
  const { amount, dollars } = asked
  return {
    operation,
    amounts: {
      ...(amount ? { [amount.currency]: amount.value } : {}),
      ...(dollars === undefined ? {} : { USD: dollars }),
    },
    ...(asked.asset === undefined ? {} : { asset: asked.asset }),
    ...(asked.direction === undefined ? {} : { direction: asked.direction }),
    ...(asked.corridor === undefined ? {} : { corridor: asked.corridor }),
    ...(standing ? { payee: standing } : {}),
    ...(asked.destinations ? { destinations: asked.destinations } : {}),
    initiator: [
      ...(caller.actor.type === 'api_key' ? [`key:${caller.actor.id}`] : []),
      ...(known?.selectors ?? []),
      ...(caller.isConfirmed ? ['method:passkey'] : []),
    ],
    at: at.getTime(),
    scopes,
    ...totals,
  }
}

type Standing = {
  payee: Pick<NonNullable<Asked['payee']>, 'id' | 'fingerprint' | 'addedAt'>
  /** UUID of a payment that counts for nothing. */
  except: string | undefined
  coolingOffHours: number
  at: Date
}

async function standingOf(tx: Tx, partnerId: string, { asked, inForce, at }: Parts) {
  const { payee, transferId: except } = asked
  if (!payee) return undefined
  const { coolingOffHours } = inForce
  return standingNow(tx, partnerId, { payee, except, coolingOffHours, at })
}

/**
 * Listed is a payee whose account resembles a listed one and was not cleared, new one that was added
 * a short time ago and was never paid: the first payment decides.
 */
export async function standingNow(
  tx: Tx,
  partnerId: string,
  { payee, except, coolingOffHours, at }: Standing,
): Promise<'listed' | 'known' | 'new'> {
  if (await isListed(tx, { partnerId, payeeId: payee.id })) return 'listed'
  const isOld = at.getTime() >= payee.addedAt.getTime() + coolingOffHours * hourMs
  if (isOld) return 'known'
  const { fingerprint = payee.id } = payee
  const paid = await wasPaid(tx, { partnerId, fingerprint, except })
  return paid ? 'known' : 'new'
}
