import { uuidOf } from '../../../db/no-id.ts'
import { fail, ok, parseId, toWire } from '@corridor/domain'
import type { Caller } from '../../../api/request/caller.ts'
import { type Page, pageOf } from '../../../api/request/paging.ts'
import type { Failure } from '../../../api/request/refusal.ts'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { outlooksOf } from './fit.ts'
import { openReviewsOf } from '../../../records/reviews/store.ts'
import {
  countDeposits,
  type DepositFilter,
  type DepositSums,
  listDeposits,
  sumDeposits,
} from './store.ts'
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

/** What the deposits of a route that match come to. */
export async function summaryOfRoute(
  tx: Tx,
  { partnerId }: Caller,
  { teleportId, ...query }: Query & { teleportId: string },
) {
  const routeId = parseId('tele', teleportId)
  if (!routeId || !(await findRoute(tx, partnerId, routeId)))
    return fail({ code: 'ROUTE_NOT_FOUND' })
  const sums = await sumDeposits(tx, partnerId, { ...query, routeId })
  const countOf = (of: (row: DepositSums) => number) => sums.reduce((all, row) => all + of(row), 0)
  return ok({
    count: countOf(({ count }) => count),
    inFlight: countOf((row) => row.in_flight),
    held: countOf(({ held }) => held),
    received: byCurrency(
      sums.map(({ currency, scale, received: minor }) => ({ currency, scale, minor })),
    ),
    forwarded: byCurrency(
      sums.flatMap(({ currency_out: currency, scale_out: scale, forwarded: minor }) =>
        currency === null || scale === null ? [] : [{ currency, scale, minor }],
      ),
    ),
  })
}

/** Added up exactly, in the order of their codes. */
function byCurrency(amounts: readonly { currency: string; scale: number; minor: bigint }[]) {
  const groups = Map.groupBy(amounts, ({ currency }) => currency)
  return [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, of]) => {
      const scale = Math.max(...of.map((item) => item.scale))
      const minor = of.reduce(
        (sum, item) => sum + item.minor * 10n ** BigInt(scale - item.scale),
        0n,
      )
      return { currency, amount: toWire({ minor, scale }) }
    })
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
