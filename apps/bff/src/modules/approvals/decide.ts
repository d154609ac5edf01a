import { fail, ok, mayAgree, type Result, scopesFor, stillNeeded } from '@corridor/domain'
import type { PolicyApproval, Scope } from '@corridor/contract'
import type { Caller } from '../../api/request/caller.ts'
import { detail, type Failure, illegalTransition } from '../../api/request/refusal.ts'
import type { Tx } from '../../db/open.ts'
import type { Deps } from '../../ports/deps.ts'
import { recordAudit } from '../../records/audit/audit.ts'
import type { Asked } from '../../records/approvals/asked.ts'
import { markHappened } from '../../records/approvals/decision-store.ts'
import {
  insertVote,
  type LockedRequest,
  lockRequest,
  lockSubject,
  type NamedVote,
  needsOf,
  type RequestRow,
  updateRequest,
  votesOn,
} from '../../records/approvals/request-store.ts'
import { approvalIdOf, endRequest } from '../../records/approvals/requests.ts'
import { contentHashOf } from './facts.ts'
import { verdictOn } from '../partners/policy/judge.ts'
import {
  isSameAddress,
  type Known,
  machine,
  mayApprove,
  readPerson,
  selectorsOf,
} from '../partners/policy/people.ts'

export type Ballot = { decision: 'APPROVED' | 'REJECTED'; comment: string }
export type DecideFailure = Failure<
  'RECORD_NOT_FOUND' | 'MAKER_CANNOT_APPROVE' | 'ILLEGAL_TRANSITION'
>
type RunFailure = { code: string; message: string }

/** What the decision does to what it is about, in the transaction of the vote. */
export type Effects = {
  /** What the call would do now; undefined where its record is gone. */
  asked: () => Promise<Asked | undefined>
  /** Who made the call, and what it takes to make it. */
  maker: Caller
  scope: Scope
  /** Runs it: the answer to keep, or why it was refused, in which case nothing was written. */
  run: (votes: readonly NamedVote[]) => Promise<Result<Uint8Array | undefined, RunFailure>>
  /** Whether it runs after the commit instead, once. */
  isLater?: boolean
  /** After a vote that leaves it waiting, and after one that ends it otherwise. */
  voted?: (votes: readonly NamedVote[]) => Promise<void>
  ended?: (votes: readonly NamedVote[]) => Promise<void>
}
type EffectsOf = (held: LockedRequest) => Effects

/**
 * One person's decision about one request. The vote, the operation that the last vote runs, and what
 * is kept of both commit together or not at all.
 */
export async function decideRequest(
  tx: Tx,
  deps: Pick<Deps, 'faults'>,
  caller: Caller,
  { id, ballot, effectsOf }: { id: string; ballot: Ballot; effectsOf: EffectsOf },
) {
  const held = await lockRequest(tx, caller.partnerId, id)
  if (!held) return fail({ code: 'RECORD_NOT_FOUND' })
  const voter = await voterOf(tx, caller, held)
  if (!voter.ok) return voter
  if (!isOpen(held)) return fail(closed(held, ballot.decision))
  if (!(await vote(tx, caller, held, voter.value, ballot))) return fail(votedBefore(held))
  const votes = await votesOn(tx, held.partner_id, [held.id])
  const effects = effectsOf(held)
  if (ballot.decision === 'REJECTED') {
    const row = await endRequest(tx, caller, held, { status: 'REJECTED', reason: ballot.comment })
    await effects.ended?.(votes)
    return ok(row)
  }
  return ok(await approve(tx, deps, caller, held, { votes, effects }))
}

/** It waits, its time is not up, and who asked for it is still there. */
export const isOpen = (held: LockedRequest): boolean =>
  held.status === 'REQUESTED' &&
  held.agreed_at === null &&
  !held.is_void &&
  held.expires_at > held.read_at

type Votes = { votes: readonly NamedVote[]; effects: Effects }

async function approve(
  tx: Tx,
  deps: Pick<Deps, 'faults'>,
  caller: Caller,
  held: LockedRequest,
  { votes, effects }: Votes,
): Promise<RequestRow> {
  const judged = await judgeAgain(tx, held, effects)
  if ('code' in judged) {
    const row = await endRequest(tx, caller, held, { status: 'FAILED', failure: judged })
    await effects.ended?.(votes)
    return row
  }
  const people = peopleOf(votes)
  const left = Math.max(...judged.needs.map((needs) => stillNeeded(needs, people)))
  if (left > 0) {
    await effects.voted?.(votes)
    return updateRequest(tx, held, {})
  }
  const { partner_id: partnerId, decision_id: decisionId } = held
  await deps.faults.reach('approval', 'before_effect')
  const ran = effects.isLater ? undefined : await effects.run(votes)
  // What runs later counts from now on: its effect is outside, and may come before its answer.
  if (decisionId !== null && ran?.ok !== false) await markHappened(tx, partnerId, decisionId)
  if (!ran) return updateRequest(tx, held, { agreed_at: held.read_at })
  await deps.faults.reach('approval', 'before_commit')
  return ran.ok
    ? endRequest(tx, caller, held, {
        status: 'EXECUTED',
        ...(ran.value ? { sealedAnswer: ran.value } : {}),
      })
    : endRequest(tx, caller, held, { status: 'FAILED', failure: ran.failure })
}

/**
 * What was asked for is compared with what would happen now. The policy is asked again too: what it
 * refuses by now is refused, and whom it wants besides is waited for.
 */
async function judgeAgain(
  tx: Tx,
  held: RequestRow,
  { asked: read, maker, scope }: Effects,
): Promise<RunFailure | { needs: PolicyApproval[][] }> {
  if (held.content_hash === null) return { needs: [needsOf(held)] }
  if (held.maker_person !== machine) {
    const person = await readPerson(tx, held.partner_id, held.maker_person)
    const isMember = maker.actor.type === 'partner_user'
    if (!person || (isMember && !person.scopes.includes(scope))) return failures.maker
  }
  await lockSubject(tx, held.partner_id, { kind: held.subject_kind, id: held.subject_id })
  const asked = await read()
  if (!asked || !contentHashOf(held.operation, asked).equals(held.content_hash))
    return failures.changed
  const { decision } = await verdictOn(tx, maker, held.operation, asked)
  if (decision.outcome === 'deny')
    return { code: 'POLICY_BLOCKED', message: decision.because.join(' ') }
  return { needs: [needsOf(held), decision.needs] }
}

const failures = {
  maker: { code: 'SCOPE_MISSING', message: 'Who asked for it may no longer ask for it.' },
  changed: {
    code: 'VERSION_CONFLICT',
    message: 'What was to be agreed to has changed meanwhile. Ask for it again.',
  },
}

/** Only members vote, each about what somebody else asked for. */
export async function voterOf(tx: Tx, caller: Caller, held: RequestRow) {
  const { actor, isConsole, partnerId } = caller
  if (!isConsole || actor.type !== 'partner_user')
    return notYou('Only a member decides, in the dashboard; a key never does.')
  if (actor.id === held.maker_person) return notYou('You asked for this yourself.')
  const person = await readPerson(tx, partnerId, actor.id)
  if (!person || !mayApprove(person)) return notYou('Your role does not decide about this.')
  const maker = await readPerson(tx, partnerId, held.maker_person)
  if (maker && isSameAddress(maker.email, person.email))
    return notYou('Who asked for it has your e-mail address.')
  if (!mayAgree(needsOf(held), person.selectors)) return notYou('The policy asks for other people.')
  return ok(person)
}

export const notYou = (text: string) =>
  fail({
    code: 'MAKER_CANNOT_APPROVE' as const,
    details: [detail('', 'MAKER_CANNOT_APPROVE', text)],
  })

/** Whether somebody could decide about it now; what a list says of each. */
export const mayDecide = (
  caller: Caller,
  row: RequestRow,
  person: Known | undefined,
  makerEmail: string,
): boolean =>
  caller.isConsole &&
  person !== undefined &&
  caller.actor.id !== row.maker_person &&
  !isSameAddress(makerEmail, person.email) &&
  mayApprove(person) &&
  mayAgree(needsOf(row), person.selectors)

/**
 * Those who agreed and still may: who was removed or has another role by now counts no more, and two
 * members with one address count once.
 */
export const peopleOf = (votes: readonly NamedVote[]) =>
  votes
    .filter(({ decision, removed_at }) => decision === 'APPROVED' && removed_at === null)
    .filter((given) => mayApprove({ scopes: scopesFor(given.present_role, given.present_scopes) }))
    .filter(
      ({ email }, at, all) =>
        all.findIndex((other) => isSameAddress(other.email, email)) === at || email === '',
    )
    .map(({ member_id: id, present_role: role }) => selectorsOf(id, role))

async function vote(
  tx: Tx,
  caller: Caller,
  held: RequestRow,
  voter: Known,
  { decision, comment }: Ballot,
): Promise<boolean> {
  const isNew = await insertVote(tx, {
    partner_id: held.partner_id,
    request_id: held.id,
    member_id: voter.id,
    role: voter.role,
    decision,
    comment,
  })
  if (isNew)
    await recordAudit(tx, caller, {
      action: decision === 'APPROVED' ? 'approval.approve' : 'approval.reject',
      object: { kind: 'approval', id: approvalIdOf(held) },
      after: { operation: held.operation, subject: held.subject_id },
      ...(comment === '' ? {} : { reason: comment }),
    })
  return isNew
}

const closed = (held: LockedRequest, decision: Ballot['decision']) => {
  const over = held.is_void ? 'VOID' : 'EXPIRED'
  const from = held.status === 'REQUESTED' && held.agreed_at === null ? over : held.status
  return illegalTransition(`A request that is ${from} is not decided about any more.`, {
    from,
    to: decision === 'APPROVED' ? 'EXECUTED' : 'REJECTED',
    allowed: [],
  })
}

const votedBefore = (held: LockedRequest) =>
  illegalTransition('You have decided about this already; somebody else is needed.', {
    from: held.status,
    to: held.status,
    allowed: [],
  })
