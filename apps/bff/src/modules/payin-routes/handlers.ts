import { formatId } from '@corridor/domain'
import type { payinRoutes } from '@corridor/contract'
import { type Handlers, success } from '../../api/handlers.ts'
import { readPage } from '../../api/request/paging.ts'
import { answersFor } from '../../api/request/refusal.ts'
import type { Deps } from '../../ports/deps.ts'
import { allDeposits, depositsOfRoute, summaryOfRoute } from './deposits/lists.ts'
import { estimate, preview } from './routes/preview.ts'
import { unlistedDeposits } from './deposits/unlisted.ts'
import { listChanges, createRouteReads } from './routes/reads.ts'
import { teleportIdOf } from '../../records/payin-routes/record.ts'
import { createRouteService, type Toggled, type Updated } from './routes/service.ts'
import { paymentHandlers } from './payments/handlers.ts'
import { answerHandlers } from './resolve/answer.ts'
import { forwardManyHandler } from './resolve/forward-many.ts'
import { createResolveService, resolveHandler } from './resolve/resolve.ts'
import { readVolume } from './routes/volume.ts'

const valueOrThrow = answersFor({
  CORRIDOR_UNAVAILABLE: 'No money goes from here to there now.',
  KYC_REQUIRED: 'Both customers must be verified first.',
  PROVIDER_UNAVAILABLE: 'There is no rate now. Try again.',
})

/** Without `limit` all routes of a customer are returned (operations.md 1). */
const allOfEntity = 100_000
const newestFirst = { sort: '-receivedAt' }

export function payinRouteHandlers(deps: Deps): Handlers<typeof payinRoutes> {
  const service = createRouteService(deps)
  const reads = createRouteReads(deps)
  const decisions = createResolveService(deps)
  return {
    create: async (tx, { body }, caller) => {
      const { row, isNew } = valueOrThrow(await service.create(tx, caller, body))
      const message = isNew ? 'Pay-in route created.' : 'The pay-in route already exists.'
      return creation(isNew, message, { teleportId: teleportIdOf(row) })
    },
    update: async (tx, { body }, caller) =>
      updated(valueOrThrow(await service.update(tx, caller, body))),
    toggle: async (tx, { body }, caller) =>
      toggled(valueOrThrow(await service.toggle(tx, caller, body))),
    ...resolveHandler(decisions),
    ...forwardManyHandler(deps, decisions),
    ...answerHandlers(deps),
    ...paymentHandlers(deps),
    list: async (tx, { query }, caller) => {
      const page = readPage(deps, caller, 'payin-routes', query)
      const { items, pagination } = await reads.list(tx, caller, query, page)
      return { ...answer('Pay-in routes.', items), pagination }
    },
    listDeposits: async (tx, { query }, caller) => {
      const page = readPage(deps, caller, 'payin-deposits', query, newestFirst)
      const { items, pagination } = await allDeposits(tx, deps, caller, query, page)
      return { ...answer('Deposits.', items), pagination }
    },
    listUnlisted: async (tx, { query }, caller) => {
      const page = readPage(deps, caller, 'payin-unlisted', query, newestFirst)
      const { pagination, ...found } = await unlistedDeposits(tx, caller, query, page)
      return { ...answer('Unlisted assets.', found), pagination }
    },
    listOfEntity: async (tx, { params, query }, caller) => {
      const { entityId } = params
      const page = readPage(deps, caller, `payin-routes:${entityId}`, query, { limit: allOfEntity })
      const listed = valueOrThrow(await reads.listOfEntity(tx, caller, entityId, query, page))
      const { totalRoutes, routes, pagination } = listed
      return { ...answer('Pay-in routes.', { entityId, totalRoutes, routes }), pagination }
    },
    read: async (tx, { params, query }, caller) => {
      const page = readPage(deps, caller, `payin-history:${params.teleportId}`, query, newestFirst)
      const { route, pagination } = valueOrThrow(
        await reads.read(tx, caller, params.teleportId, page),
      )
      return { ...answer('Pay-in route.', route), pagination }
    },
    deposits: async (tx, { params, query }, caller) => {
      const page = readPage(deps, caller, `payin-deposits:${params.teleportId}`, query, newestFirst)
      const listed = await depositsOfRoute(tx, deps, caller, { ...params, ...query }, page)
      const { items, pagination } = valueOrThrow(listed)
      return { ...answer('Deposits of the pay-in route.', items), pagination }
    },
    summarise: async (tx, { params, query }, caller) =>
      answer(
        'Sums of deposits.',
        valueOrThrow(await summaryOfRoute(tx, caller, { ...params, ...query })),
      ),
    changes: async (tx, { params, query }, caller) => {
      const page = readPage(deps, caller, `payin-changes:${params.teleportId}`, query)
      const listed = valueOrThrow(await listChanges(tx, caller, params.teleportId, page))
      const { items, pagination } = listed
      return { ...answer('Changes of the pay-in route.', items), pagination }
    },
    preview: async (tx, { params, query }, caller) =>
      answer('Preview.', valueOrThrow(await preview(tx, deps, caller, { ...params, ...query }))),
    estimate: async (tx, { query }, caller) =>
      answer('Preview.', valueOrThrow(await estimate(tx, deps, caller, query))),
    volume: async (tx, { params, query }, caller) => {
      const days = Number(query.days ?? '30')
      const found = await readVolume(tx, deps, caller, { ...params, days })
      return answer('Deposits by day.', valueOrThrow(found))
    },
  }
}

/** The specification nests one level more here. */
const answer = <T>(message: string, data: T) => success({ message, data })

const creation = <T>(created: boolean, message: string, data: T) =>
  success({ message, created, data })

function updated({ row, previousAccountId }: Updated) {
  const isSame = previousAccountId === row.external_account_id
  const message = isSame ? 'The destination is already set.' : 'Destination changed.'
  return creation(!isSame, message, {
    teleportId: teleportIdOf(row),
    previousExternalAccountId: formatId('acc', previousAccountId),
    newExternalAccountId: formatId('acc', row.external_account_id),
  })
}

function toggled({ row, previous }: Toggled) {
  const message =
    previous === row.status
      ? `The status is already set: ${row.status}.`
      : `The pay-in route is ${row.status} now.`
  return answer(message, {
    teleportId: teleportIdOf(row),
    previousStatus: previous,
    routeStatus: row.status,
  })
}
