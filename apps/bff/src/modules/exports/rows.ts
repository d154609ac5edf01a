import type { ExportColumn, ExportList, InputOf, transfers } from '@corridor/contract'
import type { Caller } from '../../api/request/caller.ts'
import type { Page } from '../../api/request/paging.ts'
import type { Tx } from '../../db/open.ts'
import { countEvents } from '../../records/events/store.ts'
import { countLog } from '../../records/audit/log-store.ts'
import { logFilter } from '../audit/service.ts'
import { countEntities } from '../entities/list-store.ts'
import { readFilter as readDeliveryFilter } from '../webhooks/delivery/deliveries.ts'
import { countDeliveries } from '../webhooks/delivery/store.ts'
import { cellsOf as transferCells } from '../transfers/exports/columns.ts'
import { readFilter } from '../transfers/reads/filters.ts'
import { pageOfTransfers, summarise } from '../transfers/reads/list-store.ts'
import { cellsOf, textOf, valueAt } from './cells.ts'
import type { Cell } from './format.ts'
import type { Column } from './lists/define.ts'
import { listDefinitions } from './lists/index.ts'
import type { createWalk, ListQuery } from './walk.ts'
import { zonedTime } from './zone.ts'

export type Wanted = {
  list: ExportList
  query: ListQuery
  columns: readonly Column[]
  ids: ReadonlySet<string> | undefined
  zone: string
}
export type RowsPage = { rows: Cell[][]; total: number | undefined }

const pageRows = 500

type TransferQuery = InputOf<typeof transfers.list>['query']

/** The rows of an export, page by page. */
export function createRows(walk: ReturnType<typeof createWalk>) {
  return { pages, count }

  function pages(tx: Tx, wanted: Wanted, caller: Caller): AsyncGenerator<RowsPage> {
    const read = wanted.list === 'transfers' ? transferPages : listPages
    return read(tx, wanted, caller)
  }

  async function* listPages(
    tx: Tx,
    wanted: Wanted,
    caller: Caller,
  ): AsyncGenerator<RowsPage, undefined> {
    const { list, query, columns, ids, zone } = wanted
    const idPath = listDefinitions[list].id.split('.')
    let left = ids?.size
    for await (const { rows, total } of walk.pages(tx, list, query, caller)) {
      const chosen = ids ? rows.filter((row) => ids.has(textOf(valueAt(row, idPath)))) : rows
      yield {
        rows: chosen.map((row) => cellsOf(row, columns, zone)),
        total: ids ? undefined : total,
      }
      if (left !== undefined) left -= chosen.length
      if (left === 0) return undefined
    }
    return undefined
  }

  /** How many rows match, exactly. */
  async function count(tx: Tx, list: ExportList, query: ListQuery, caller: Caller) {
    if (list === 'transfers') return countTransfers(tx, query, caller)
    let rows = 0
    for await (const page of walk.pages(tx, list, query, caller)) {
      if (page.total !== undefined) return page.total
      const counted = await counts[list]?.(tx, caller.partnerId, query.query)
      if (counted !== undefined) return counted
      rows += page.rows.length
    }
    return rows
  }
}

async function* transferPages(tx: Tx, wanted: Wanted, caller: Caller): AsyncGenerator<RowsPage> {
  const { columns, ids, zone } = wanted
  const { sort, ...query } = wanted.query.query as TransferQuery
  const filter = readFilter(query)
  const keys = columns.map(({ key }) => key as ExportColumn)
  let page: Page | undefined = firstPage(sort)
  while (page) {
    const found = await pageOfTransfers(tx, caller.partnerId, filter, page)
    const some = found.slice(0, pageRows)
    const chosen = ids ? some.filter((row) => ids.has(idOf(row))) : some
    yield {
      rows: chosen.map((row) => inZone(transferCells(row, keys), columns, zone)),
      total: undefined,
    }
    const last = some.at(-1)
    page =
      last && found.length > pageRows
        ? { ...page, after: { key: last.sort_key, id: last.id } }
        : undefined
  }
}

type ReadTransfer = Parameters<typeof transferCells>[0]
const idOf = (row: ReadTransfer) => transferCells(row, ['executionId'])[0]?.value ?? ''

const inZone = (cells: readonly Cell[], columns: readonly Column[], zone: string): Cell[] =>
  cells.map((cell, at) =>
    columns[at]?.kind === 'time' ? { ...cell, value: zonedTime(cell.value, zone) } : cell,
  )

async function countTransfers(tx: Tx, { query }: ListQuery, { partnerId }: Caller) {
  const rows = await summarise(tx, partnerId, readFilter(query))
  return rows.reduce((all, { count }) => all + count, 0)
}

type Count = (tx: Tx, partnerId: string, query: ListQuery['query']) => Promise<number | undefined>

/** Lists that may be long and name no total, or not always: one statement after their first page. */
const counts: Partial<Record<ExportList, Count>> = {
  entities: countEntities,
  events: countEvents,
  audit: (tx, partnerId, query) => countLog(tx, partnerId, logFilter(query)),
  deliveries: async (tx, partnerId, query) => {
    const filter = readDeliveryFilter(query)
    return filter.ok ? countDeliveries(tx, partnerId, filter.value) : undefined
  },
}

function firstPage(sort = '-createdAt'): Page {
  return {
    limit: pageRows,
    field: sort.replace(/^-/, ''),
    descending: sort.startsWith('-'),
    after: undefined,
    cursorOf: () => '',
  }
}
