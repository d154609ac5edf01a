import type { search } from '@corridor/contract'
import { type Handlers, reading, success } from '../../api/handlers.ts'
import type { Deps } from '../../ports/deps.ts'
import { find } from './service.ts'

const limitDefault = 30

export const searchHandlers = (deps: Pick<Deps, 'kek'>): Handlers<typeof search> => ({
  find: reading(async (tx, { query }, caller) =>
    success(await find(tx, deps, caller, { q: query.q, limit: query.limit ?? limitDefault })),
  ),
})
