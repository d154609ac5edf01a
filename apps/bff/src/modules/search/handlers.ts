import type { search } from '@corridor/contract'
import { type Handlers, reading } from '../../api/handlers.ts'
import { find } from './service.ts'

const limitDefault = 30

export const searchHandlers = (): Handlers<typeof search> => ({
  find: reading(async (tx, { query }, caller) => ({
    success: true,
    data: await find(tx, caller, query.q, query.limit ?? limitDefault),
  })),
})
