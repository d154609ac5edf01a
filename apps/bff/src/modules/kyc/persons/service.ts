import type { decideLikeness, InputOf } from '@corridor/contract'
import { fail, formatId, ok, parseId, personsBy } from '@corridor/domain'
import { type Failure, illegalTransition } from '../../../api/request/refusal.ts'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { type AuditedBy, recordAudit } from '../../../records/audit/audit.ts'
import { actorNames } from '../../../records/audit/actor-names-store.ts'
import { holdCustomers } from '../../../records/transfers/customer-limit.ts'
import type { KycDeps } from '../case/progress.ts'
import { createDecisionService } from '../review/decisions.ts'
import * as store from '../../../records/persons/store.ts'

const { byOperator } = store

type Body = InputOf<typeof decideLikeness>['body']
export type PersonService = ReturnType<typeof createPersonService>

/** Customers of a partner who are alike, and those who are one person. */
export function createPersonService(deps: KycDeps & Pick<Deps, 'config' | 'ids'>) {
  const decisions = createDecisionService(deps)
  return { read, decide }

  /** Whom a customer is like and one with. */
  async function read(tx: Tx, { partnerId }: Pick<AuditedBy, 'partnerId'>, entityId: string) {
    const id = parseId('ent', entityId)
    if (!id || !(await isThere(tx, partnerId, id))) return fail({ code: 'ENTITY_NOT_FOUND' })
    const of = { partnerId, entityId: id }
    const [person, rows] = await Promise.all([store.personOf(tx, of), store.likenessesOf(tx, of)])
    const others = await store.readCustomers(
      tx,
      partnerId,
      rows.map(({ otherId }) => otherId),
    )
    const byId = new Map(others.map((row) => [row.id, row]))
    const nameOf = await actorNames(
      tx,
      partnerId,
      rows.map(({ decidedBy }) => deciderIn(decidedBy).id),
    )
    const likenesses = rows.flatMap((row) => {
      const other = byId.get(row.otherId)
      if (!other) return []
      const by = deciderIn(row.decidedBy)
      return [{ row, other, decidedBy: { ...by, name: nameOf(by.id) } }]
    })
    return ok({ person, likenesses })
  }

  /**
   * Says of two customers who are alike whether they are one person, or takes that back. Both records
   * stay as they are; limits and pauses count over all customers of a person from then on.
   */
  async function decide(
    tx: Tx,
    by: AuditedBy,
    entityId: string,
    otherEntityId: string,
    { decision, reason }: Body,
  ) {
    const { partnerId } = by
    const [id, otherId] = [entityId, otherEntityId].map((text) => parseId('ent', text))
    if (!id || !(await isThere(tx, partnerId, id))) return fail({ code: 'ENTITY_NOT_FOUND' })
    const of = { partnerId, entityId: id }
    await store.holdLikenesses(tx, partnerId)
    const found = otherId ? await store.lockLikeness(tx, of, otherId) : undefined
    if (!otherId || !found) return fail({ code: 'RECORD_NOT_FOUND' })
    const status = decision === 'SAME_PERSON' ? 'SAME' : 'DIFFERENT'
    if (found.status === status) return ok({ isChanged: false })
    const decidedBy = `${by.actor.type}:${by.actor.id}`
    if (decidedBy !== byOperator && isOperators(found)) return fail(leftToOperator(found, status))

    const both = await Promise.all([
      store.personOf(tx, of),
      store.personOf(tx, { partnerId, entityId: otherId }),
    ])
    const members = [...new Set(both.flat())]
    // What counts together must not change while one of them is counted.
    await holdCustomers(tx, partnerId, members)
    await store.writeDecision(tx, of, otherId, { status, decidedBy, reason })
    const decided = await store.decidedAmong(tx, partnerId, members)
    const groups = personsBy(
      members,
      decided.flatMap((item) => (item.status === 'SAME' ? [item.pair] : [])),
    )
    const torn = decided.find(
      ({ status: is, pair: [a, b] }) =>
        is === 'DIFFERENT' && groups.some((group) => group.includes(a) && group.includes(b)),
    )
    if (torn) return fail(contradiction(torn.pair))
    await store.writePersons(tx, partnerId, groups)
    await recordAudit(tx, by, {
      action: decision === 'SAME_PERSON' ? 'entity.join' : 'entity.part',
      object: { kind: 'entity', id: entityId },
      before: { likeness: found.status },
      after: { likeness: status, other: otherEntityId, same: found.same },
      reason,
    })
    if (status === 'SAME') await decisions.pauseAll(tx, by, id)
    return ok({ isChanged: true })
  }
}

/** Who decided, as it is kept; the operator has no id that partners see. */
function deciderIn(kept: string): { type: string; id: string } {
  if (kept === byOperator) return { type: 'operator', id: '' }
  const [type = '', id = ''] = kept.split(':', 2)
  return { type, id }
}

/** The operator's word, and two who were joined by what only one person or business has. */
const isOperators = ({ status, decidedBy, same }: store.LikenessRow) =>
  decidedBy === byOperator ||
  (status === 'SAME' && same.some((part) => part === 'DOCUMENT' || part === 'REGISTRATION'))

const leftToOperator = ({ status: from, decidedBy }: store.LikenessRow, to: string) =>
  illegalTransition(
    decidedBy === byOperator
      ? 'The operator decided about these two: ask the operator to decide anew.'
      : 'They have a document or registration number in common: ask the operator to part them.',
    { from, to, allowed: [] },
  )

const isThere = async (tx: Tx, partnerId: string, id: string) =>
  (await store.readCustomers(tx, partnerId, [id])).length > 0

/** The refusal undoes what was written. */
const contradiction = (pair: readonly [string, string]): Failure<'ILLEGAL_TRANSITION'> => {
  const [a = '', b = ''] = pair.map((id) => formatId('ent', id))
  return illegalTransition(
    `${a} and ${b} were confirmed as different, and would be one person by the others: decide about these first.`,
    { from: 'DIFFERENT', to: 'SAME', allowed: [] },
  )
}
