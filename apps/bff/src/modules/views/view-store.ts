import { type SqlBool, sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import { countOf, rowsOf } from '../../db/owned-table.ts'

type Owner = { partnerId: string; memberId: string }

export type ViewRow = {
  id: string
  member_id: string
  maker: string
  list: string
  name: string
  body: unknown
  is_shared: boolean
  is_default: boolean
  updated_at: Date
}

const viewsOf = (tx: Tx, { partnerId, memberId }: Owner) =>
  tx
    .selectFrom('saved_view as view')
    .innerJoin('member', (join) =>
      join
        .onRef('member.partner_id', '=', 'view.partner_id')
        .onRef('member.id', '=', 'view.member_id'),
    )
    .select(['view.id', 'view.member_id', 'member.name as maker', 'view.list', 'view.name'])
    .select(['view.body', 'view.is_shared', 'view.updated_at'])
    .select(
      sql<boolean>`exists (select from saved_view_default d where d.partner_id = view.partner_id
        and d.member_id = ${memberId} and d.view_id = view.id)`.as('is_default'),
    )
    .where('view.partner_id', '=', partnerId)
    .where(sql<SqlBool>`(view.member_id = ${memberId} or view.is_shared)`)

/** A member's own views and those that colleagues share, by name. */
export const listViews = (tx: Tx, owner: Owner, list: string | undefined): Promise<ViewRow[]> =>
  viewsOf(tx, owner)
    .$if(list !== undefined, (query) => query.where('view.list', '=', list ?? ''))
    .orderBy(sql`lower(view.name)`)
    .orderBy('view.id')
    .execute()

export const findView = (tx: Tx, owner: Owner, id: string): Promise<ViewRow | undefined> =>
  viewsOf(tx, owner).where('view.id', '=', id).executeTakeFirst()

export const countViews = (tx: Tx, { partnerId, memberId }: Owner) =>
  countOf(rowsOf(tx, 'saved_view', { partner_id: partnerId, member_id: memberId }))

type Written = { name: string; body: unknown; isShared: boolean }

export const insertView = (
  tx: Tx,
  { partnerId, memberId }: Owner,
  view: Written & { id: string; list: string; at: Date },
) =>
  tx
    .insertInto('saved_view')
    .values({
      partner_id: partnerId,
      id: view.id,
      member_id: memberId,
      list: view.list,
      name: view.name,
      body: JSON.stringify(view.body),
      is_shared: view.isShared,
      created_at: view.at,
      updated_at: view.at,
    })
    .execute()

export async function updateView(
  tx: Tx,
  partnerId: string,
  id: string,
  { name, body, isShared, at }: Written & { at: Date },
): Promise<void> {
  await tx
    .updateTable('saved_view')
    .set({
      name,
      body: JSON.stringify(body),
      is_shared: isShared,
      updated_at: at,
      version: sql<number>`version + 1`,
    })
    .where((eb) => eb.and({ partner_id: partnerId, id }))
    .execute()
  // Nobody's list opens with what they do not see any more.
  if (!isShared)
    await sql`delete from saved_view_default d using saved_view v
      where d.partner_id = ${partnerId} and d.view_id = ${id} and v.partner_id = d.partner_id
        and v.id = d.view_id and d.member_id <> v.member_id`.execute(tx)
}

export const deleteView = (tx: Tx, partnerId: string, id: string) =>
  tx.deleteFrom('saved_view').where('partner_id', '=', partnerId).where('id', '=', id).execute()

/** Which view a list opens with for a member; none without an id. */
export async function setDefault(
  tx: Tx,
  { partnerId, memberId }: Owner,
  list: string,
  viewId: string | undefined,
): Promise<void> {
  if (viewId === undefined)
    await tx
      .deleteFrom('saved_view_default')
      .where((eb) => eb.and({ partner_id: partnerId, member_id: memberId, list }))
      .execute()
  else
    await tx
      .insertInto('saved_view_default')
      .values({ partner_id: partnerId, member_id: memberId, list, view_id: viewId })
      .onConflict((conflict) =>
        conflict.columns(['partner_id', 'member_id', 'list']).doUpdateSet({ view_id: viewId }),
      )
      .execute()
}
