import { stat } from 'node:fs/promises'
import type { Page } from '../../../api/request/paging.ts'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { createExportFiles } from './files.ts'
import type { SealedWriter } from '../../../outside/files/sealed-stream.ts'
import { recordAudit } from '../../../records/audit/audit.ts'
import { cellsOf } from './columns.ts'
import { exportFormats } from './format.ts'
import { exportId, storedColumns, storedFilters } from './service.ts'
import * as store from './store.ts'
import { readFilter } from '../reads/filters.ts'
import { pageOfTransfers } from '../reads/list-store.ts'
import { recordEvent } from '../../../records/events/outbox.ts'
import { leaderLoop, type LoopJob, processLoop } from '../../../engine/background-job.ts'

type Parts = Pick<Deps, 'config' | 'db' | 'kek' | 'random' | 'log' | 'wake' | 'faults'>

const batchMax = 5
const pageRows = 500
const attemptsMax = 5
const keptDays = 7
/** Real time: no attempt takes so long. */
const orphanAfterMs = 60 * 60_000
const actor = { type: 'service', id: 'exports' } as const

/**
 * Writes the files of exports, in every process that works. Who is at work holds a lock of its
 * transaction, so an export whose process died is taken up by the next one at once; it begins a new
 * file, and the old one is swept.
 */
export function exporter(deps: Parts): LoopJob {
  const files = createExportFiles(deps)
  return processLoop({ name: 'exports', everyMs: 2_000, wakeOn: ['sweep'], run })

  async function run(): Promise<undefined> {
    for (const row of await deps.db.asWorker((tx) => store.findOpen(tx, batchMax)))
      await guarded(row)
    return undefined
  }

  /** One that fails is tried again with the next pass, and holds up no other. */
  async function guarded(row: store.ExportRow): Promise<void> {
    const key = keyOf(row)
    try {
      if (row.attempts >= attemptsMax) await giveUp(key)
      else await deps.db.asWorker((tx) => write(tx, key))
    } catch (error) {
      deps.log.error({ err: error, exportId: exportId(row) }, 'an export could not be written')
    }
  }

  /** All pages are read as the database was at one moment, which is why they share a transaction. */
  async function write(tx: Tx, key: store.ExportKey): Promise<void> {
    if (!(await store.holdExport(tx, key))) return
    const begun = await deps.db.asWorker((other) => store.beginAttempt(other, key))
    if (!begun) return
    const { writer, ...of } = await files.begin(key.partnerId, key.id)
    let isKept = false
    try {
      const rows = await writeRows(tx, begun, writer)
      await deps.faults.reach('export', 'before_effect')
      const written = await writer.finish()
      await deps.faults.reach('export', 'after_effect')
      isKept = await finish(key, { rows, ...written, file: of.file })
    } finally {
      if (!isKept) {
        await writer.abandon().catch(() => undefined)
        await files.remove(of)
      }
    }
  }

  async function writeRows(tx: Tx, row: store.ExportRow, writer: SealedWriter): Promise<number> {
    const format = exportFormats[row.format]
    const columns = storedColumns(row)
    const { sort, ...query } = storedFilters(row)
    const filter = readFilter(query)
    await writer.write(format.head(columns))
    let rows = 0
    let page: Page | undefined = firstPage(sort)
    while (page) {
      const found = await pageOfTransfers(tx, row.partner_id, filter, page)
      const some = found.slice(0, pageRows)
      await writer.write(some.map((one) => format.row(cellsOf(one, columns))).join(''))
      rows += some.length
      const last = some.at(-1)
      page =
        last && found.length > pageRows
          ? { ...page, after: { key: last.sort_key, id: last.id } }
          : undefined
    }
    return rows
  }

  async function finish(key: store.ExportKey, finished: store.Finished): Promise<boolean> {
    const row = await deps.db.asWorker(async (tx) => {
      const ready = await store.setReady(tx, key, finished)
      if (ready) await recordChange(tx, ready, 'created')
      return ready
    })
    deps.wake.notify('events')
    return row !== undefined
  }

  async function giveUp(key: store.ExportKey): Promise<void> {
    await deps.db.asWorker(async (tx) => {
      const failed = await store.setFailed(tx, key)
      if (failed) await recordChange(tx, failed, 'updated')
    })
    deps.wake.notify('events')
  }
}

/** Old files are no longer offered; what dead attempts left behind goes too. */
export function exportSweeper(
  deps: Pick<Deps, 'config' | 'db' | 'kek' | 'random' | 'wake' | 'realTime'>,
): LoopJob {
  const files = createExportFiles(deps)
  return leaderLoop({ name: 'export sweeper', everyMs: 60 * 60_000, run })

  async function run(): Promise<undefined> {
    const at = deps.realTime().getTime()
    const old = await deps.db.asWorker(async (tx) => {
      const rows = await store.expireOld(tx, keptDays, 100)
      for (const row of rows) await recordChange(tx, row, 'deleted')
      return rows
    })
    for (const row of old)
      if (row.file !== null) await files.remove({ partnerId: row.partner_id, file: row.file })
    if (old.length > 0) deps.wake.notify('events')
    for (const { path, ...of } of await files.list()) {
      const { mtimeMs } = await stat(path)
      const isKept = await deps.db.asWorker((tx) => store.isNamed(tx, of))
      if (!isKept && at - mtimeMs > orphanAfterMs) await files.remove(of)
    }
    return undefined
  }
}

const keyOf = ({ partner_id: partnerId, id }: store.ExportRow): store.ExportKey => ({
  partnerId,
  id,
})

function firstPage(sort = '-createdAt'): Page {
  return {
    limit: pageRows,
    field: sort.replace(/^-/, ''),
    descending: sort.startsWith('-'),
    after: undefined,
    cursorOf: () => '',
  }
}

/** An export is first published when its file is ready, or has failed. */
const previousOf = { created: '', updated: '', deleted: 'READY' } as const

/** The event of an export, and its audit entry. */
async function recordChange(
  tx: Tx,
  row: store.ExportRow,
  type: 'created' | 'updated' | 'deleted',
): Promise<void> {
  const id = exportId(row)
  const { rows, bytes } = row
  const previousStatus = previousOf[type]
  await recordEvent(tx, {
    partnerId: row.partner_id,
    category: 'export',
    type,
    status: row.status.toLowerCase(),
    object: {
      status: row.status,
      previousStatus,
      exportId: id,
      format: row.format,
      rows,
      bytes,
      actor: actor.id,
    },
    subject: { kind: 'export', id, version: row.version },
  })
  await recordAudit(
    tx,
    { partnerId: row.partner_id, actor, requestId: '' },
    {
      action: `export.${row.status.toLowerCase()}`,
      object: { kind: 'export', id },
      after: { rows, bytes },
    },
  )
}
