import type { InputOf, Scope, approvals } from '@corridor/contract'
import { executionId, fail, formatId, ok, type Result } from '@corridor/domain'
import { type Page, pageOf } from '../../api/request/paging.ts'
import type { Caller } from '../../api/request/caller.ts'
import { detail, type Failure, illegalTransition } from '../../api/request/refusal.ts'
import type { Tx } from '../../db/open.ts'
import type { LockedTransfer } from '../../db/schema/rows.ts'
import type { Deps } from '../../ports/deps.ts'
import * as store from '../../records/approvals/request-store.ts'
import { endRequest } from '../../records/approvals/requests.ts'
import type { Vote } from '../../records/transfers/approval-event.ts'
import { lock } from '../../records/transfers/lookup.ts'
import { illegalMove } from '../../records/transfers/transition.ts'
import { createHeldTransfers } from '../transfers/actions/approval.ts'
import { type Ballot, decideRequest, type DecideFailure, type Effects, isOpen } from './decide.ts'
import { memberIdOf } from './gate.ts'
import type { FactsByOperation, FindOperation } from './facts.ts'
import { mayApprove, personOf, readPerson } from '../partners/policy/people.ts'
import { createRunKept, type Prepared } from './run-kept.ts'
import { createQuestions } from './questions.ts'
import { createViews, executeId } from './view.ts'

type ListQuery = InputOf<typeof approvals.list>['query']
type Decided = Result<store.RequestRow, DecideFailure>

const withoutReason: Failure<'FIELD_REQUIRED'> = {
  code: 'FIELD_REQUIRED',
  details: [detail('comment', 'FIELD_REQUIRED', 'Who asked for it reads why it was rejected.')],
}

type RequestKey = Pick<store.RequestRow, 'partner_id' | 'id'>

/** What a decision found outside before its transaction. */
export type Looked = { row?: store.RequestRow; prepared?: Prepared; done?: store.RequestRow }

export type ApprovalService = ReturnType<typeof createApprovalService>

/** Requests for approval: read, decided, withdrawn, run and ended. */
export function createApprovalService(deps: Deps, facts: FactsByOperation, find: FindOperation) {
  const kept = createRunKept(deps, find)
  const transfers = createHeldTransfers(deps)
  const views = createViews(deps)
  const { ask, answer } = createQuestions(deps, scopeOf)
  const deciding = { look, decide, decideTransfer, cancel, follow, runAgreed, endVoid }
  return { list, count, read, ask, answer, ...deciding }

  async function list(tx: Tx, caller: Caller, query: ListQuery, page: Page) {
    const voter = query.mayDecide === undefined ? undefined : await voterFor(tx, caller)
    const rows = await store.listRequests(tx, caller.partnerId, query, { page, voter })
    const { items, pagination } = pageOf(page, rows)
    return { items: await views.bodies(tx, caller, items), pagination }
  }

  /** What waits, and what the caller may decide about. */
  async function count(tx: Tx, caller: Caller) {
    return store.countWaiting(tx, caller.partnerId, await voterFor(tx, caller))
  }

  async function read(tx: Tx, caller: Caller, approvalId: string) {
    const id = store.uuidOfRequest(approvalId)
    const row = id && (await store.findRequest(tx, caller.partnerId, id))
    if (!row) return fail({ code: 'RECORD_NOT_FOUND' as const })
    return ok(await views.body(tx, caller, row))
  }

  /** The outgoing calls of what an approval may run. */
  async function look(caller: Caller, approvalId: string, ballot: Ballot): Promise<Looked> {
    const id = store.uuidOfRequest(approvalId)
    if (!id || ballot.decision !== 'APPROVED' || caller.actor.type !== 'partner_user') return {}
    const row = await deps.db.reading(caller.partnerId, (tx) =>
      store.findRequest(tx, caller.partnerId, id),
    )
    if (row?.status !== 'REQUESTED' || kept.modeOf(row) !== 'request') return {}
    if (row.maker_person === personOf(caller)) return {}
    return { row, prepared: await kept.prepare(row, caller.requestId) }
  }

  async function decide(
    tx: Tx,
    caller: Caller,
    { approvalId, ballot, looked }: { approvalId: string; ballot: Ballot; looked: Looked },
  ) {
    if (ballot.decision === 'REJECTED' && ballot.comment === '') return fail(withoutReason)
    const id = store.uuidOfRequest(approvalId)
    const row = id && (await store.findRequest(tx, caller.partnerId, id))
    if (!id || !row) return fail({ code: 'RECORD_NOT_FOUND' })
    if (row.operation === executeId) {
      // As everybody does it: the transfer first, then what waits about it.
      const held = await transfers.lockBySubject(tx, caller.partnerId, row.subject_id)
      if (!held) return fail({ code: 'RECORD_NOT_FOUND' })
      return decideExecution(tx, caller, held, { id, ballot })
    }
    const decided = await decideRequest(tx, deps, caller, {
      id,
      ballot,
      effectsOf: (request) => ofKept(tx, caller, request, looked),
    })
    if (decided.ok) looked.done = decided.value
    return decided
  }

  /** The decision about an execution that waits, by its own id. */
  async function decideTransfer(tx: Tx, caller: Caller, input: { executionId: string } & Ballot) {
    const held = await lock(tx, caller, input.executionId)
    if (!held) return fail({ code: 'TRANSFER_NOT_FOUND' })
    const to = input.decision === 'APPROVED' ? 'PENDING' : 'CANCELLED'
    const subjectIds = [executionId(held), held.id]
    const request = await store.lockWaiting(tx, held.partner_id, subjectIds, executeId)
    if (!request || !transfers.isWaiting(held)) return fail(illegalMove(transfers.shown(held), to))
    const decided = await decideExecution(tx, caller, held, { id: request.id, ballot: input })
    if (!decided.ok)
      return decided.failure.code === 'RECORD_NOT_FOUND'
        ? fail({ code: 'TRANSFER_NOT_FOUND' })
        : fail({ ...decided.failure, code: decided.failure.code })
    return ok(held)
  }

  /** By whichever id it was named, one decision. */
  function decideExecution(
    tx: Tx,
    caller: Caller,
    held: LockedTransfer,
    { id, ballot }: { id: string; ballot: Ballot },
  ): Promise<Decided> {
    const effectsOf = (request: store.LockedRequest) => ofTransfer(tx, caller, held, request)
    return decideRequest(tx, deps, caller, { id, ballot, effectsOf })
  }

  function ofTransfer(
    tx: Tx,
    caller: Caller,
    held: LockedTransfer,
    request: store.LockedRequest,
  ): Effects {
    const maker = makerOf(request, caller)
    const input = { params: {}, query: {}, body: { executionId: executionId(held) } }
    const askedOf = facts[executeId]
    return {
      maker,
      scope: scopeOf(request),
      asked: async () => askedOf?.(tx, input as never, maker),
      run: async (votes) => {
        await transfers.approve(tx, caller, held, votesOf(votes))
        return ok(undefined)
      },
      voted: (votes) => transfers.vote(tx, held, votesOf(votes)),
      ended: (votes) => transfers.reject(tx, caller, held, votesOf(votes)),
    }
  }

  function ofKept(tx: Tx, caller: Caller, held: store.LockedRequest, looked: Looked): Effects {
    const { input, caller: maker } = kept.callOf(held, caller.requestId)
    const askedOf = facts[held.operation]
    return {
      maker,
      scope: scopeOf(held),
      asked: async () => askedOf?.(tx, input as never, maker),
      isLater: kept.modeOf(held) === 'beforehand',
      run: (_votes) =>
        kept.run(tx, held, looked.prepared ?? { value: undefined }, caller.requestId),
    }
  }

  function scopeOf({ operation }: store.RequestRow): Scope {
    return find(operation)?.operation.endpoint.scope ?? 'console:act'
  }

  /** Ends what nobody may agree to any more; an execution that waits for it ends with it. */
  async function endVoid({ partner_id: partnerId, id }: RequestKey): Promise<void> {
    await deps.db.withPartner(partnerId, async (tx) => {
      const row = await store.findRequest(tx, partnerId, id)
      if (!row?.is_void) return
      const by = sweeper(partnerId)
      const transfer =
        row.operation === executeId
          ? await transfers.lockBySubject(tx, partnerId, row.subject_id)
          : undefined
      const held = await store.lockRequest(tx, partnerId, id)
      if (!held?.is_void) return
      await endRequest(tx, by, held, { status: 'VOID' })
      if (!transfer || !transfers.isWaiting(transfer)) return
      const votes = await store.votesOn(tx, partnerId, [id])
      await transfers.reject(tx, by, transfer, votesOf(votes))
    })
    deps.wake.notify('events')
  }

  async function cancel(
    tx: Tx,
    caller: Caller,
    { approvalId, reason }: { approvalId: string; reason: string },
  ) {
    const id = store.uuidOfRequest(approvalId)
    const held = id && (await store.lockRequest(tx, caller.partnerId, id))
    // What others asked for is theirs: to withdraw it is not offered, to reject it is.
    if (!held || held.maker_person !== personOf(caller)) return fail({ code: 'RECORD_NOT_FOUND' })
    // An execution that waits is cancelled as every execution is.
    if (!isOpen(held) || held.operation === executeId)
      return fail(
        illegalTransition('This request is not withdrawn any more.', {
          from: held.is_void ? 'VOID' : held.status,
          to: 'CANCELLED',
          allowed: [],
        }),
      )
    return ok(await endRequest(tx, caller, held, { status: 'CANCELLED', reason }))
  }

  /** After the commit of a decision: what the operation itself does then, or the operation. */
  async function follow({ row, prepared, done }: Looked, { requestId }: Caller): Promise<void> {
    if (done?.status === 'EXECUTED' && row && prepared) await kept.follow(row, prepared, requestId)
    if (done?.status === 'REQUESTED' && done.agreed_at !== null) await runAgreed(done)
  }

  /**
   * Runs what was agreed to and whose effect is no part of a transaction of ours. Its own key makes
   * it happen once, however often a process dies here.
   */
  async function runAgreed({ partner_id: partnerId, id }: RequestKey): Promise<void> {
    const row = await deps.db.withPartner(partnerId, (tx) => store.findRequest(tx, partnerId, id))
    if (row?.status !== 'REQUESTED' || row.agreed_at === null) return
    const prepared = await kept.prepare(row, '')
    await deps.faults.reach('approval', 'after_effect')
    await deps.db.withPartner(partnerId, async (tx) => {
      const held = await store.lockRequest(tx, partnerId, id)
      if (held?.status !== 'REQUESTED') return
      const by = kept.callOf(held, '').caller
      const ran = await kept.run(tx, held, prepared, '')
      await endRequest(
        tx,
        by,
        held,
        ran.ok
          ? { status: 'EXECUTED', ...(ran.value ? { sealedAnswer: ran.value } : {}) }
          : { status: 'FAILED', failure: ran.failure },
      )
    })
    deps.wake.notify('events')
    await kept.follow(row, prepared, '')
  }
}

/** The caller as one who may decide about what others ask for; undefined where it may not. */
async function voterFor(tx: Tx, { partnerId, actor, isConsole }: Caller) {
  const person = isConsole ? await readPerson(tx, partnerId, actor.id) : undefined
  return person && mayApprove(person) ? { ...person, memberId: actor.id } : undefined
}

const sweeper = (partnerId: string): Caller => ({
  partnerId,
  svcPartnerId: formatId('par', partnerId),
  isConsole: false,
  isConfirmed: false,
  scopes: new Set(),
  actor: { type: 'scheduler', id: 'sweeper' },
  requestId: '',
})

/** Who asked for an execution that waits by itself. */
const makerOf = (request: store.RequestRow, caller: Caller): Caller => ({
  partnerId: caller.partnerId,
  svcPartnerId: caller.svcPartnerId,
  isConsole: false,
  isConfirmed: false,
  scopes: new Set(),
  actor: request.maker as Caller['actor'],
  ...(request.maker_person.startsWith('mem_') ? { keyMember: request.maker_person } : {}),
  requestId: caller.requestId,
})

const votesOf = (votes: readonly store.NamedVote[]): Vote[] =>
  votes.map(({ member_id: id, name, decision, comment, created_at: at }) => ({
    actorType: 'partner_user',
    actorId: memberIdOf(id),
    actorName: name,
    decision,
    comment,
    at: at.toISOString(),
  }))
