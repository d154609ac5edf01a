import type { PolicyApproval, approvals } from '@corridor/contract'
import { parseId } from '@corridor/domain'
import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely'
import type { FilterOf, Page } from '../../api/request/paging.ts'
import { rowsOfPage } from '../../db/keyset.ts'
import { serviceNow } from '../../db/moment.ts'
import { type NewRow, type RowChange, type RowKey, versionedTable } from '../../db/owned-table.ts'
import type { Tx } from '../../db/open.ts'
import type { DB } from '../../db/schema/types.generated.ts'
import { memberRoleScopes } from '../roles/store.ts'

export type RequestRow = Selectable<DB['approval_request']>
/** `is_void`: who asked for it is gone, and nobody has ended it yet. */
export type ReadRequest = RequestRow & { is_void: boolean }
export type LockedRequest = ReadRequest & { read_at: Date }
export type NewRequest = Omit<NewRow<'approval_request'>, 'status'>

/** Who asked was removed, or their key revoked, before enough people had agreed. */
const isVoid = sql<boolean>`(status = 'REQUESTED' and agreed_at is null
  and maker_is_gone(partner_id, maker_member, maker_key))`

const requests = versionedTable('approval_request')
const requestsOf = (tx: Tx, partnerId: string) =>
  tx
    .selectFrom('approval_request')
    .selectAll()
    .select(isVoid.as('is_void'))
    .where('partner_id', '=', partnerId)

/** The UUID of a written id. */
export const uuidOfRequest = (approvalId: string) => parseId('apr', approvalId)

export const needsOf = ({ needs }: Pick<RequestRow, 'needs'>) => needs as PolicyApproval[]

export const findRequest = (tx: Tx, partnerId: string, id: string) =>
  requestsOf(tx, partnerId).where('id', '=', id).executeTakeFirst()

export const lockRequest = (tx: Tx, partnerId: string, id: string) =>
  requestsOf(tx, partnerId)
    .select(serviceNow.as('read_at'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/**
 * Keeps what is done about one record apart, until the transaction ends: what was agreed to is compared
 * with how it stands, and nobody changes it before it is run. A transfer's own row does the same.
 */
export async function lockSubject(
  tx: Tx,
  partnerId: string,
  { kind, id }: { kind: string; id: string },
): Promise<void> {
  if (kind === 'transfer') return
  const key = `subject:${partnerId}:${kind}:${id}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
}

/** What waits about one record, by any of its ids; locked, oldest first. */
export const lockWaiting = (
  tx: Tx,
  partnerId: string,
  subjectIds: readonly string[],
  operation: string,
): Promise<LockedRequest | undefined> =>
  requestsOf(tx, partnerId)
    .select(serviceNow.as('read_at'))
    .where('subject_id', 'in', [...subjectIds])
    .where((eb) => eb.and({ operation, status: 'REQUESTED' }))
    .orderBy('created_at')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()

/** The same content that the same person asked for already, and that still waits. */
export const findSame = (
  tx: Tx,
  partnerId: string,
  of: { operation: string; contentHash: Uint8Array; person: string },
) =>
  requestsOf(tx, partnerId)
    .where('operation', '=', of.operation)
    .where('status', '=', 'REQUESTED')
    .where('content_hash', '=', Buffer.from(of.contentHash))
    .where('maker_person', '=', of.person)
    .where(sql<SqlBool>`not ${isVoid}`)
    .where(sql<SqlBool>`expires_at > ${serviceNow}`)
    .executeTakeFirst()

export const insertRequest = (tx: Tx, request: NewRequest) =>
  requests.insert(tx, { ...request, status: 'REQUESTED' })

export const updateRequest = (
  tx: Tx,
  { partner_id, id }: RowKey,
  change: RowChange<'approval_request'>,
) => requests.updateFrom(tx, { partner_id, id, status: 'REQUESTED' }, change)

/** Adds a vote; false where this member has voted before. */
export async function insertVote(
  tx: Tx,
  vote: Omit<Insertable<DB['approval_vote']>, 'created_at'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('approval_vote')
    .values({ ...vote, created_at: serviceNow })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Votes on some requests with the names of their members, oldest first. */
export const votesOn = (tx: Tx, partnerId: string, requestIds: readonly string[]) =>
  tx
    .selectFrom('approval_vote as vote')
    .innerJoin('member', (join) =>
      join
        .onRef('member.partner_id', '=', 'vote.partner_id')
        .onRef('member.id', '=', 'vote.member_id'),
    )
    .selectAll('vote')
    .select(['member.name', 'member.email', 'member.removed_at', 'member.role as present_role'])
    .select(memberRoleScopes.as('present_scopes'))
    .where('vote.partner_id', '=', partnerId)
    .where(sql<SqlBool>`vote.request_id = any(${[...requestIds]}::uuid[])`)
    .orderBy('vote.created_at')
    .execute()
export type NamedVote = Awaited<ReturnType<typeof votesOn>>[number]

export type RequestFilter = FilterOf<typeof approvals.list>

/** What is past its time reads as expired, also before the sweeper has seen it. */
const shownStatus = sql<string>`case when ${isVoid} then 'VOID'
  when status = 'REQUESTED' and agreed_at is null and expires_at <= ${serviceNow} then 'EXPIRED'
  else status end`

/** It waits for people. */
const isWaiting = sql<boolean>`(status = 'REQUESTED' and agreed_at is null
  and expires_at > ${serviceNow} and not maker_is_gone(partner_id, maker_member, maker_key))`

/** A member, and the words that rules name them by. */
export type Voter = { id: string; memberId: string; email: string; selectors: readonly string[] }

/** Whether this member may decide about what waits. */
const isFor = (voter: Voter | undefined) =>
  voter
    ? sql<boolean>`(maker_person <> ${voter.memberId}
        and not exists (select from approval_vote v where v.partner_id = approval_request.partner_id
          and v.request_id = approval_request.id and v.member_id = ${voter.id})
        and not exists (select from member m where m.partner_id = approval_request.partner_id
          and m.id = maker_member and lower(m.email) = lower(${voter.email}) and m.email <> '')
        and exists (
          select from jsonb_array_elements(needs) need, jsonb_array_elements_text(need->'from') word
          where word = any(${[...voter.selectors]}::text[])))`
    : sql<boolean>`false`

/** Requests of a partner, as `voter` asks for them. */
export function listRequests(
  tx: Tx,
  partnerId: string,
  filter: RequestFilter,
  { page, voter }: { page: Page; voter: Voter | undefined },
) {
  const { status, subjectId, mayDecide, ended } = filter
  const own = isFor(voter)
  const forVoter = mayDecide === 'true' ? own : sql<boolean>`not ${own}`
  const asked = requestsOf(tx, partnerId)
    .select(serviceNow.as('read_at'))
    .$if(status !== undefined, (query) => query.where(sql<SqlBool>`${shownStatus} = ${status}`))
    .$if(subjectId !== undefined, (query) => query.where('subject_id', '=', subjectId ?? ''))
    .$if(mayDecide !== undefined, (query) =>
      query.where(sql<SqlBool>`${isWaiting} and ${forVoter}`),
    )
    .$if(ended !== undefined, (query) =>
      query.where(sql<SqlBool>`(${shownStatus} <> 'REQUESTED') = ${ended === 'true'}`),
    )
  return rowsOfPage(asked, page)
}

/** The requests of a person that wait for others, oldest first; they are void where the person is gone. */
export const waitingOf = (tx: Tx, partnerId: string, person: string) =>
  requestsOf(tx, partnerId)
    .where('maker_person', '=', person)
    .where(sql<SqlBool>`${shownStatus} = 'REQUESTED'`)
    .orderBy('created_at')
    .limit(100)
    .execute()

/** How many requests wait for people, and how many of these this member may decide about now. */
export async function countWaiting(tx: Tx, partnerId: string, voter: Voter | undefined) {
  const { rows } = await sql<{ waiting: number; mayDecide: number }>`
    select count(*)::int as waiting, (count(*) filter (where ${isFor(voter)}))::int as "mayDecide"
    from approval_request where partner_id = ${partnerId} and ${isWaiting}`.execute(tx)
  return rows[0] ?? { waiting: 0, mayDecide: 0 }
}

/** What nobody may agree to any more, over all partners. */
export const findVoid = (tx: Tx, limit: number) =>
  tx
    .selectFrom('approval_request')
    .select(['partner_id', 'id'])
    .where('status', '=', 'REQUESTED')
    .where(sql<SqlBool>`${isVoid}`)
    .limit(limit)
    .execute()

/** What was agreed to and has not been run, over all partners. */
export const findAgreed = (tx: Tx, limit: number) =>
  tx
    .selectFrom('approval_request')
    .select(['partner_id', 'id'])
    .where('status', '=', 'REQUESTED')
    .where('agreed_at', 'is not', null)
    .orderBy('agreed_at')
    .limit(limit)
    .execute()

/** What has waited too long, over all partners. */
export const findDue = (tx: Tx, limit: number) =>
  tx
    .selectFrom('approval_request')
    .select(['partner_id', 'id'])
    .where('status', '=', 'REQUESTED')
    .where('agreed_at', 'is', null)
    // An execution that waits by itself ends by its own time, and its request with it.
    .where('sealed_input', 'is not', null)
    .where(sql<SqlBool>`expires_at <= ${serviceNow}`)
    .orderBy('expires_at')
    .limit(limit)
    .execute()
