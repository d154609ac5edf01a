import type { ApprovalDetail, ApprovalRequest, PolicyRules } from '@corridor/contract'
import { formatId, parseId, stillNeeded } from '@corridor/domain'
import type { z } from 'zod'
import type { Caller } from '../../api/request/caller.ts'
import { now, type Tx } from '../../db/open.ts'
import type { Deps } from '../../ports/deps.ts'
import { questionsOn } from '../../records/approvals/question-store.ts'
import { membersById } from '../../records/approvals/history-store.ts'
import {
  type NamedVote,
  type ReadRequest,
  needsOf,
  type RequestRow,
  votesOn,
} from '../../records/approvals/request-store.ts'
import { actorNames, type NameOfActor } from '../../records/audit/actor-names-store.ts'
import { approvalIdOf } from '../../records/approvals/requests.ts'
import { mayDecide, peopleOf } from './decide.ts'
import { candidatesFor, payeeHistoryOf, policyChangeOf, priceOf, questionsOf } from './detail.ts'
import { keptCall } from './kept-call.ts'
import { readPerson } from '../partners/policy/people.ts'
import { createHeldTransfers } from '../transfers/actions/approval.ts'
import type { RepriceParts } from '../transfers/quotes/reprice.ts'

type Body = z.output<typeof ApprovalRequest>
type Detail = z.output<typeof ApprovalDetail>
type Shown = Partial<
  Record<
    'value' | 'currency' | 'dollars' | 'dollarRate' | 'payee' | 'destination' | 'destinationBefore',
    string
  >
>

export const executeId = 'transfers.execute'
const changeId = 'approvals.changePolicy'

/** Requests as the API shows them. */
export function createViews(deps: RepriceParts & Pick<Deps, 'kek'>) {
  const calls = keptCall(deps)
  const transfers = createHeldTransfers(deps)
  return { body, bodies }

  async function body(tx: Tx, caller: Caller, row: ReadRequest): Promise<Detail> {
    const [[found], votes] = await Promise.all([
      bodies(tx, caller, [row]),
      votesOn(tx, row.partner_id, [row.id]),
    ])
    if (!found) throw new Error('a row without a body')
    const waits = found.status === 'REQUESTED' && row.agreed_at === null
    const { sealed_answer: sealed, id } = row
    const [questions, payeeHistory, candidates, parts] = await Promise.all([
      questionsOf(tx, row),
      payeeHistoryOf(tx, caller, row),
      waits ? candidatesFor(tx, row, votes) : { mayApprove: [], isReachable: true },
      partsOf(tx, row),
    ])
    return {
      ...found,
      ...candidates,
      questions,
      ...parts,
      ...(payeeHistory ? { payeeHistory } : {}),
      ...(sealed === null ? {} : { result: calls.openAnswer(id, sealed) }),
    }
  }

  /** What only some operations have: two prices, or two policies. */
  async function partsOf(tx: Tx, row: ReadRequest) {
    if (row.operation === executeId) {
      const prices = await transfers.prices(tx, row.partner_id, row.subject_id)
      return prices ? { price: priceOf(prices) } : {}
    }
    if (row.operation !== changeId || row.sealed_input === null) return {}
    const { body: rules } = calls.open(row, '').input as { body: PolicyRules }
    return { policyChange: await policyChangeOf(tx, row, rules) }
  }

  /** Without the answers of the operations. */
  async function bodies(tx: Tx, caller: Caller, rows: readonly ReadRequest[]): Promise<Body[]> {
    const { partnerId } = caller
    const ids = rows.map(({ id }) => id)
    const [votes, questions, members, nameOf, me, at] = await Promise.all([
      votesOn(tx, partnerId, ids),
      questionsOn(tx, partnerId, ids),
      membersById(tx, partnerId),
      actorNames(
        tx,
        partnerId,
        rows.map(({ maker }) => (maker as { id: string }).id),
      ),
      readPerson(tx, partnerId, caller.actor.id),
      now(tx),
    ])
    return rows.map((row) => {
      const own = votes.filter(({ request_id }) => request_id === row.id)
      const waits = row.status === 'REQUESTED' && !row.agreed_at
      const over = row.is_void ? 'VOID' : row.expires_at <= at ? 'EXPIRED' : undefined
      const hasVoted = own.some(({ member_id }) => member_id === me?.id)
      const isOpen = waits && over === undefined
      const maker = parseId('mem', row.maker_person)
      const makerEmail = (maker && members.get(maker)?.email) ?? ''
      return {
        ...factsOf(row, members, nameOf),
        status: (waits && over) || row.status,
        approvalsNeeded: isOpen ? stillNeeded(needsOf(row), peopleOf(own)) : 0,
        votes: own.map(voteBody),
        openQuestions: questions.filter(
          ({ request_id, answer }) => isOpen && request_id === row.id && answer === null,
        ).length,
        mayDecide: isOpen && !hasVoted && mayDecide(caller, row, me, makerEmail),
      }
    })
  }
}

function factsOf(
  row: RequestRow,
  members: ReadonlyMap<string, { name: string }>,
  nameOf: NameOfActor,
) {
  const { value, currency, ...shown } = row.shown as Shown
  const maker = row.maker as { type: string; id: string }
  const person = parseId('mem', row.maker_person)
  return {
    approvalId: approvalIdOf(row),
    operation: row.operation,
    subject: { kind: row.subject_kind, id: row.subject_id },
    summary: row.summary,
    ...(value === undefined ? {} : { amount: Number.parseFloat(value) }),
    ...(currency === undefined ? {} : { currency }),
    ...shown,
    maker: { ...maker, name: (person && members.get(person)?.name) ?? nameOf(maker.id) },
    because: row.because as string[],
    needs: needsOf(row),
    policyVersion: row.policy_version,
    rule: row.rule ?? '',
    ...(row.failure === null ? {} : { failure: row.failure as NonNullable<Body['failure']> }),
    expiresAt: row.expires_at.toISOString(),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  }
}

const voteBody = (vote: NamedVote): Body['votes'][number] => ({
  memberId: formatId('mem', vote.member_id),
  name: vote.name,
  role: vote.role,
  decision: vote.decision,
  comment: vote.comment,
  at: vote.created_at.toISOString(),
})
