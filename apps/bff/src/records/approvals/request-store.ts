import type { ApprovalStatus, PolicyApproval } from '@corridor/contract'
import { parseId } from '@corridor/domain'
import { type Insertable, type Selectable, type SqlBool, sql, type Updateable } from 'kysely'
import type { Page } from '../../api/request/paging.ts'
import { keyset, type SortKey } from '../../db/keyset.ts'
import type { Tx } from '../../db/open.ts'
import type { DB } from '../../db/schema/types.generated.ts'

export type RequestRow = Selectable<DB['approval_request']>
export type LockedRequest = RequestRow & { read_at: Date }
export type NewRequest = Omit<
  Insertable<DB['approval_request']>,
  'status' | 'created_at' | 'updated_at' | 'version'
>
type Change = Pick<
  Updateable<DB['approval_request']>,
  | 'status'
  | 'failure'
  | 'agreed_at'
  | 'sealed_answer'
  | 'needs'
  | 'because'
  | 'rule'
  | 'policy_version'
>

const requestsOf = (tx: Tx, partnerId: string) =>
  tx.selectFrom('approval_request').selectAll().where('partner_id', '=', partnerId)

/** The UUID of a written id. */
export const uuidOfRequest = (approvalId: string) => parseId('apr', approvalId)

export const needsOf = ({ needs }: Pick<RequestRow, 'needs'>) => needs as PolicyApproval[]

export const findRequest = (tx: Tx, partnerId: string, id: string) =>
  requestsOf(tx, partnerId).where('id', '=', id).executeTakeFirst()

export const lockRequest = (
  tx: Tx,
  partnerId: string,
  id: string,
): Promise<LockedRequest | undefined> =>
  requestsOf(tx, partnerId)
    .select(sql<Date>`service_now()`.as('read_at'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** What waits about one record, by any of its ids; locked, oldest first. */
export const lockWaiting = (
  tx: Tx,
  partnerId: string,
  subjectIds: readonly string[],
  operation: string,
): Promise<LockedRequest | undefined> =>
  requestsOf(tx, partnerId)
    .select(sql<Date>`service_now()`.as('read_at'))
    .where('subject_id', 'in', [...subjectIds])
    .where('operation', '=', operation)
    .where('status', '=', 'REQUESTED')
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
    .where(sql<SqlBool>`expires_at > service_now()`)
    .executeTakeFirst()

export const insertRequest = (tx: Tx, request: NewRequest): Promise<RequestRow> =>
  tx
    .insertInto('approval_request')
    .values({
      ...request,
      status: 'REQUESTED',
      created_at: sql<Date>`(select service_now())`,
      updated_at: sql<Date>`(select service_now())`,
      version: 1,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

export const updateRequest = (
  tx: Tx,
  { partner_id, id }: Pick<RequestRow, 'partner_id' | 'id'>,
  change: Change,
): Promise<RequestRow> =>
  tx
    .updateTable('approval_request')
    .set({ ...change, updated_at: sql<Date>`service_now()`, version: sql<number>`version + 1` })
    .where('partner_id', '=', partner_id)
    .where('id', '=', id)
    .where('status', '=', 'REQUESTED')
    .returningAll()
    .executeTakeFirstOrThrow()

/** Adds a vote; false where this member has voted before. */
export async function insertVote(
  tx: Tx,
  vote: Omit<Insertable<DB['approval_vote']>, 'created_at'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('approval_vote')
    .values({ ...vote, created_at: sql<Date>`(select service_now())` })
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
    .select(['member.name', 'member.removed_at', 'member.role as present_role'])
    .where('vote.partner_id', '=', partnerId)
    .where(sql<SqlBool>`vote.request_id = any(${[...requestIds]}::uuid[])`)
    .orderBy('vote.created_at')
    .execute()
export type NamedVote = Awaited<ReturnType<typeof votesOn>>[number]

export type RequestFilter = { status?: ApprovalStatus | undefined; subjectId?: string | undefined }

const sorts: Record<string, SortKey> = {
  createdAt: { expression: sql`created_at`, type: 'timestamptz' },
}

/** What is past its time reads as expired, also before the sweeper has seen it. */
const shownStatus = sql<string>`case when status = 'REQUESTED' and expires_at <= service_now()
  then 'EXPIRED' else status end`

export function listRequests(tx: Tx, partnerId: string, filter: RequestFilter, page: Page) {
  const { sortKey, after, order, limit } = keyset(page, sorts)
  const { status, subjectId } = filter
  return requestsOf(tx, partnerId)
    .select([sortKey, sql<Date>`service_now()`.as('read_at')])
    .where(after)
    .$if(status !== undefined, (query) => query.where(sql<SqlBool>`${shownStatus} = ${status}`))
    .$if(subjectId !== undefined, (query) => query.where('subject_id', '=', subjectId ?? ''))
    .orderBy(order)
    .limit(limit)
    .execute()
}

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
    .where(sql<SqlBool>`expires_at <= service_now()`)
    .orderBy('expires_at')
    .limit(limit)
    .execute()
