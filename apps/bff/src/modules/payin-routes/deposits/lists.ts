import { uuidOf } from '../../../db/no-id.ts'
import { fail, ok, parseId } from '@corridor/domain'
import type { Caller } from '../../../api/request/caller.ts'
import { type Page, pageOf } from '../../../api/request/paging.ts'
import type { Failure } from '../../../api/request/refusal.ts'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { outlooksOf } from './fit.ts'
import { openReviewsOf } from '../../../records/reviews/store.ts'
import { countDeposits, type DepositFilter, listDeposits } from './store.ts'
import { depositBody, wholeBody } from './view.ts'
import { findRoute } from '../../../records/payin-routes/store.ts'

type Query = Omit<DepositFilter, 'routeId'>
type Parts = Pick<Deps, 'jurisdictions' | 'rates'>

/** The newest deposits of a route, and how many there are. */
export async function depositsOfRoute(
  tx: Tx,
  deps: Parts,
  { partnerId }: Caller,
  { teleportId, ...query }: Query & { teleportId: string },
  page: Page,
) {
  const routeId = parseId('tele', teleportId)
  if (!routeId || !(await findRoute(tx, partnerId, routeId)))
    return fail<Failure<'ROUTE_NOT_FOUND'>>({ code: 'ROUTE_NOT_FOUND' })
  const { items, pagination } = await listed(tx, partnerId, { ...query, routeId }, page)
  const outlooks = await outlooksOf(tx, deps, partnerId, items)
  const bodies = items.map((row) => depositBody(deps, row, outlooks.get(row.id)))
  return ok({ items: bodies, pagination })
}

/** The deposits of all funding accounts, and what came in for no transfer. */
export async function allDeposits(
  tx: Tx,
  deps: Parts,
  { partnerId }: Caller,
  query: Query,
  page: Page,
) {
  const { fundingAccountId, entityId, ...rest } = query
  const filter = {
    ...rest,
    ...(fundingAccountId === undefined
      ? {}
      : { fundingAccountId: uuidOf('fund', fundingAccountId) }),
    ...(entityId === undefined ? {} : { entityId: uuidOf('ent', entityId) }),
  }
  const { items, pagination } = await listed(tx, partnerId, filter, page)
  const outlooks = await outlooksOf(tx, deps, partnerId, items)
  const held = items.filter(({ status }) => status === 'HELD').map(({ id }) => id)
  const reviews = await openReviewsOf(tx, partnerId, 'deposit', held)
  const bodies = items.map((row) =>
    wholeBody(deps, row, { ...outlooks.get(row.id), ...reviews.get(row.id) }),
  )
  return { items: bodies, pagination }
}

async function listed(tx: Tx, partnerId: string, filter: DepositFilter, page: Page) {
  const rows = await listDeposits(tx, partnerId, filter, page)
  const total = page.after ? undefined : await countDeposits(tx, partnerId, filter)
  return pageOf(page, rows, total)
}
