import type { payinRoutes } from '@corridor/contract'
import type { Handlers } from '../../api/handlers.ts'
import type { Deps } from '../../deps.ts'

export function payinRouteHandlers(_deps: Deps): Handlers<typeof payinRoutes> {
  const notYet = () => Promise.reject(new Error('not built yet'))
  return {
    create: notYet,
    update: notYet,
    toggle: notYet,
    resolve: notYet,
    list: notYet,
    listDeposits: notYet,
    listOfEntity: notYet,
    read: notYet,
    deposits: notYet,
    changes: notYet,
    preview: notYet,
    estimate: notYet,
    volume: notYet,
  }
}
