import type { ExportList } from '@corridor/contract'
import type { Caller } from '../../api/request/caller.ts'
import type { Tx } from '../../db/open.ts'
import { countEvents } from '../../records/events/store.ts'
import { countLog } from '../../records/audit/log-store.ts'
import { logFilter } from '../audit/service.ts'
import { countEntities } from '../entities/list-store.ts'
import { readFilter as readDeliveryFilter } from '../webhooks/delivery/deliveries.ts'
import { countDeliveries } from '../webhooks/delivery/store.ts'
import { readFilter } from '../transfers/reads/filters.ts'
import { summarise } from '../transfers/reads/list-store.ts'
import { cellsOf, textOf, valueAt } from './cells.ts'
import type { Cell } from './format.ts'
import type { Column } from './lists.ts'
import { listDefinitions } from './lists.ts'
import type { createWalk, ListQuery } from './walk.ts'

export type Wanted = {
  list: ExportList
  query: ListQuery
  columns: readonly Column[]
  ids: ReadonlySet<string> | undefined
  zone: string
}
export type RowsPage = { rows: Cell[][]; total: number | undefined }

/** The rows of an export, page by page. */
export function createRows(walk: ReturnType<typeof createWalk>) {
  return { pages, count }

  async function* pages(tx: Tx, wanted: Wanted, caller: Caller): AsyncGenerator<RowsPage> {
    const { list, query, columns, ids, zone } = wanted
    const idPath = listDefinitions[list].id.split('.')
    let left = ids?.size
    const read = walk.narrowed(list, query, [idPath, ...columns.map(({ path }) => path)])
    for await (const { rows, total } of walk.pages(tx, list, read, caller)) {
      const chosen = ids ? rows.filter((row) => ids.has(textOf(valueAt(row, idPath)))) : rows
      yield {
        rows: chosen.map((row) => cellsOf(row, columns, zone)),
        total: ids ? undefined : total,
      }
      if (left !== undefined) left -= chosen.length
      if (left === 0) return
    }
  }

  /** How many rows match, exactly. */
  async function count(tx: Tx, list: ExportList, query: ListQuery, caller: Caller) {
    const read = walk.narrowed(list, query, [listDefinitions[list].id.split('.')])
    let rows = 0
    for await (const page of walk.pages(tx, list, read, caller)) {
      if (page.total !== undefined) return page.total
      const counted = await counts[list]?.(tx, caller.partnerId, query.query)
      if (counted !== undefined) return counted
      rows += page.rows.length
    }
    return rows
  }
}

type Count = (tx: Tx, partnerId: string, query: ListQuery['query']) => Promise<number | undefined>

/** Lists that may be long and name no total, or not always: one statement after their first page. */
const counts: Partial<Record<ExportList, Count>> = {
  transfers: async (tx, partnerId, query) => {
    const rows = await summarise(tx, partnerId, readFilter(query))
    return rows.reduce((all, { count }) => all + count, 0)
  },
  entities: countEntities,
  events: countEvents,
  audit: (tx, partnerId, query) => countLog(tx, partnerId, logFilter(query)),
  deliveries: async (tx, partnerId, query) => {
    const filter = readDeliveryFilter(query)
    return filter.ok ? countDeliveries(tx, partnerId, filter.value) : undefined
  },
}
