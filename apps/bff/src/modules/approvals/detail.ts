import type { ApprovalDetail, PayeeHistory, PolicyRules } from '@corridor/contract'
import {
  defaultPolicy,
  describe,
  executionId,
  type Facts,
  formatId,
  mayAgree,
  parseExecutionId,
  parseId,
  type PolicyTerms,
  stillNeeded,
  toText,
  toWire,
} from '@corridor/domain'
import type { z } from 'zod'
import type { Caller } from '../../api/request/caller.ts'
import { now, type Tx } from '../../db/open.ts'
import type { TransferRow } from '../../db/schema/rows.ts'
import { findDecision } from '../../records/approvals/decision-store.ts'
import { presentMembers } from '../../records/approvals/history-store.ts'
import {
  accountsOfPayee,
  addersOf,
  latestTo,
  paymentsTo,
} from '../../records/approvals/payee-history-store.ts'
import { findPolicy, policyOf } from '../../records/approvals/policy-store.ts'
import { type QuestionRow, questionsOn } from '../../records/approvals/question-store.ts'
import {
  type NamedVote,
  needsOf,
  type ReadRequest,
  type RequestRow,
} from '../../records/approvals/request-store.ts'
import { actorNames } from '../../records/audit/actor-names-store.ts'
import type { PriceShown } from '../../records/transfers/quote-facts.ts'
import { standingNow } from '../partners/policy/judge.ts'
import { isSameAddress, mayApprove, selectorsOf } from '../partners/policy/people.ts'
import { memberIdOf } from './gate.ts'
import { peopleOf } from './decide.ts'
import { namesOf } from './policy.ts'

type Detail = z.output<typeof ApprovalDetail>
type History = z.output<typeof PayeeHistory>
type Actor = { type: string; id: string }
const latestMax = 5

/** Who could still agree to what waits, and whether they are enough. */
export async function candidatesFor(tx: Tx, row: ReadRequest, votes: readonly NamedVote[]) {
  const members = await presentMembers(tx, row.partner_id)
  const maker = members.find(({ id }) => memberIdOf(id) === row.maker_person)
  const needs = needsOf(row)
  const could = members.filter(
    ({ id, role, scopes, email }) =>
      memberIdOf(id) !== row.maker_person &&
      !isSameAddress(maker?.email ?? '', email) &&
      !votes.some((vote) => vote.member_id === id || isSameAddress(vote.email, email)) &&
      mayApprove({ scopes }) &&
      mayAgree(needs, selectorsOf(id, role)),
  )
  const people = could.filter(
    ({ email }, at) =>
      could.findIndex((other) => isSameAddress(other.email, email)) === at || !email,
  )
  const all = [...peopleOf(votes), ...people.map(({ id, role }) => selectorsOf(id, role))]
  return {
    mayApprove: could.map(({ id, name, role }) => ({ memberId: memberIdOf(id), name, role })),
    isReachable: stillNeeded(needs, all) === 0,
  }
}

/** Questions with the names of who asked and who answered. */
export async function questionsOf(tx: Tx, row: RequestRow): Promise<Detail['questions']> {
  const rows = await questionsOn(tx, row.partner_id, [row.id])
  const by = (question: QuestionRow) => question.answered_by as Actor | null
  const nameOf = await actorNames(
    tx,
    row.partner_id,
    rows.flatMap((item) => [memberIdOf(item.member_id), by(item)?.id ?? '']),
  )
  const named = (actor: Actor) => ({ ...actor, name: nameOf(actor.id) })
  return rows.map((item) => {
    const answeredBy = by(item)
    return {
      questionId: formatId('rfi', item.id),
      text: item.text,
      askedBy: named({ type: 'partner_user', id: memberIdOf(item.member_id) }),
      askedAt: item.asked_at.toISOString(),
      ...(answeredBy && item.answer !== null && item.answered_at
        ? {
            answer: item.answer,
            answeredBy: named(answeredBy),
            answeredAt: item.answered_at.toISOString(),
          }
        : {}),
    }
  })
}

/** What is on record of the payee that the policy was asked about; nothing where it has no account. */
export async function payeeHistoryOf(tx: Tx, { scopes }: Caller, row: RequestRow) {
  const { partner_id: partnerId, decision_id: decisionId } = row
  if (!scopes.has('transfers:read') || decisionId === null) return undefined
  const facts = (await findDecision(tx, partnerId, decisionId))?.facts as Facts | undefined
  const payeeId = facts?.scopes.payee
  const accounts = payeeId === undefined ? [] : await accountsOfPayee(tx, partnerId, payeeId)
  const named = parseId('acc', (row.shown as { destination?: string }).destination ?? '')
  const account = accounts.find(({ id }) => id === named) ?? accounts[0]
  if (payeeId === undefined || !account) return undefined
  const except = parseExecutionId(row.subject_id)?.id
  const of = { accounts: accounts.map(({ id }) => id), except }
  const payee = { id: payeeId, fingerprint: account.fingerprint, addedAt: account.created_at }
  const [{ coolingOffHours }, at] = await Promise.all([policyOf(tx, partnerId), now(tx)])
  const [standing, shown, paid, latest] = await Promise.all([
    standingNow(tx, partnerId, { payee, except, coolingOffHours, at }),
    accountsShown(tx, partnerId, accounts),
    paymentsTo(tx, partnerId, of),
    latestTo(tx, partnerId, { ...of, limit: latestMax }),
  ])
  const { first_at: firstAt, last_at: lastAt } = paid.span
  return {
    standing,
    accounts: shown,
    payments: paid.sums.reduce((sum, { payments }) => sum + payments, 0),
    sums: paid.sums.map(({ minor, scale, currency }) => ({
      amount: toWire({ minor: BigInt(minor), scale }),
      currency,
    })),
    dollars: dollarsIn(paid.sums.map(({ dollars }) => dollars)),
    ...(firstAt && { firstAt: firstAt.toISOString() }),
    ...(lastAt && { lastAt: lastAt.toISOString() }),
    latest: latest.map((item) => ({
      executionId: executionId(item),
      status: item.status,
      amount: toWire({ minor: item.amount_in, scale: item.scale_in }),
      currency: item.currency_in,
      at: item.started_at.toISOString(),
    })),
  }
}

const microScale = 6
/** Millionths of a dollar, added up. */
const dollarsIn = (micros: readonly string[]): string =>
  toText(
    micros.reduce((sum, text) => sum + BigInt(text), 0n),
    microScale,
  )

async function accountsShown(
  tx: Tx,
  partnerId: string,
  accounts: Awaited<ReturnType<typeof accountsOfPayee>>,
): Promise<History['accounts']> {
  const ids = accounts.map(({ id }) => formatId('acc', id))
  const adders = await addersOf(tx, partnerId, ids)
  const nameOf = await actorNames(
    tx,
    partnerId,
    [...adders.values()].map(({ id }) => id),
  )
  return accounts.map(({ id, nickname, created_at: at }) => {
    const accountId = formatId('acc', id)
    const by = adders.get(accountId)
    return {
      accountId,
      nickname,
      addedAt: at.toISOString(),
      ...(by ? { addedBy: { ...by, name: nameOf(by.id) } } : {}),
    }
  })
}

/** Both prices of an execution. */
export function priceOf({
  row,
  quoted,
  current,
}: {
  row: TransferRow
  quoted: PriceShown
  current?: PriceShown
}): NonNullable<Detail['price']> {
  const shown = ({ amountIn, amountOut, fees, rate, validUntil }: PriceShown) => ({
    inAmount: moneyOf(amountIn, row.scale_in, row.currency_in),
    outAmount: moneyOf(amountOut, row.scale_out, row.currency_out),
    totalFees: moneyOf(fees, row.scale_in, row.currency_in),
    rate,
    validUntil,
  })
  return { quoted: shown(quoted), ...(current ? { current: shown(current) } : {}) }
}

const moneyOf = (minor: string, scale: number, currency: string) => ({
  amount: toWire({ minor: BigInt(minor), scale }),
  currency,
})

/** The rules that a change asks for, beside those that were in force when it was asked for. */
export async function policyChangeOf(tx: Tx, row: RequestRow, rules: PolicyRules) {
  const { partner_id: partnerId, policy_version: version, decision_id: decisionId } = row
  const [kept, made, names] = await Promise.all([
    findPolicy(tx, partnerId, version),
    decisionId === null ? undefined : findDecision(tx, partnerId, decisionId),
    namesOf(tx, partnerId),
  ])
  const terms = (made?.default_terms ?? { coolingOffHours: 0 }) as PolicyTerms
  const before = (kept?.rules as PolicyRules | null | undefined) ?? defaultPolicy(terms)
  const described = (of: PolicyRules) => describe({ ...of, version }, names)
  return { rules, before: described(before), after: described(rules) }
}
