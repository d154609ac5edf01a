import { fail, managesTeam, ok, type RoleName } from '@corridor/domain'
import type { Deps } from '../../ports/deps.ts'
import * as store from './view-store.ts'

export type Visitor = { partnerId: string; memberId: string; role: RoleName }
type Change = {
  name?: string | undefined
  body?: unknown
  isShared?: boolean | undefined
}

const viewsMax = 100

export type Views = ReturnType<typeof createViews>

/** Saved views of lists: a member's own and shared ones, which only their maker or an admin changes. */
export function createViews({ db, ids, realTime }: Pick<Deps, 'db' | 'ids' | 'realTime'>) {
  return { list, create, change, remove, open }

  function list(by: Visitor, of: string | undefined) {
    return db.withPartner(by.partnerId, async (tx) =>
      (await store.listViews(tx, by, of)).map((row) => shape(by, row)),
    )
  }

  async function create(
    by: Visitor,
    view: { list: string; name: string; body: unknown; isShared: boolean },
  ) {
    return db.withPartner(by.partnerId, async (tx) => {
      if ((await store.countViews(tx, by)) >= viewsMax) return fail('VIEWS_FULL')
      const id = ids.uuid()
      await store.insertView(tx, by, { ...view, id, at: realTime() })
      const row = await store.findView(tx, by, id)
      return row ? ok(shape(by, row)) : fail('RECORD_NOT_FOUND')
    })
  }

  function change(by: Visitor, viewId: string, changed: Change) {
    return db.withPartner(by.partnerId, async (tx) => {
      const found = await changeable(tx, by, viewId)
      if (!found.ok) return found
      const row = found.value
      await store.updateView(tx, by.partnerId, row.id, {
        name: changed.name ?? row.name,
        body: changed.body ?? row.body,
        isShared: changed.isShared ?? row.is_shared,
        at: realTime(),
      })
      const after = await store.findView(tx, by, row.id)
      // An admin who ends the sharing of a colleague's view does not see it any more.
      return ok(shape(by, after ?? { ...row, is_shared: false }))
    })
  }

  function remove(by: Visitor, viewId: string) {
    return db.withPartner(by.partnerId, async (tx) => {
      const found = await changeable(tx, by, viewId)
      if (!found.ok) return found
      await store.deleteView(tx, by.partnerId, found.value.id)
      return ok(undefined)
    })
  }

  /** The view that a list opens with; none without an id. */
  function open(by: Visitor, of: string, viewId: string | null) {
    return db.withPartner(by.partnerId, async (tx) => {
      const row = viewId === null ? undefined : await store.findView(tx, by, viewId)
      if (viewId !== null && row?.list !== of) return fail('RECORD_NOT_FOUND')
      await store.setDefault(tx, by, of, row?.id)
      return ok(undefined)
    })
  }
}

async function changeable(tx: Parameters<typeof store.findView>[0], by: Visitor, viewId: string) {
  const row = await store.findView(tx, by, viewId)
  if (!row) return fail('RECORD_NOT_FOUND')
  return mayChange(by, row) ? ok(row) : fail('VIEW_NOT_YOURS')
}

const mayChange = (by: Visitor, row: store.ViewRow): boolean =>
  row.member_id === by.memberId || managesTeam(by.role)

const shape = (by: Visitor, row: store.ViewRow) => ({
  viewId: row.id,
  list: row.list,
  name: row.name,
  body: row.body,
  isShared: row.is_shared,
  isOwn: row.member_id === by.memberId,
  mayChange: mayChange(by, row),
  isDefault: row.is_default,
  madeBy: row.maker,
  updatedAt: row.updated_at.toISOString(),
})
