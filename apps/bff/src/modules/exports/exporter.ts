import type { ExportList } from '@corridor/contract'
import { type LoopJob, processLoop, whileQuiet } from '../../engine/background-job.ts'
import type { SealedWriter } from '../../outside/files/sealed-stream.ts'
import type { Tx } from '../../db/open.ts'
import type { NextPass } from '../../engine/loop.ts'
import type { Deps } from '../../ports/deps.ts'
import { auditKeys } from '../../records/audit/audit-keys.ts'
import { auditProof } from './audit-proof.ts'
import { createExportFiles } from './files.ts'
import { exportFormats } from './format.ts'
import { recordChange } from './changes.ts'
import { createRows } from './rows.ts'
import { exportId, readerOf, storedColumns } from './service.ts'
import * as store from './store.ts'
import { createWalk, type FindServed } from './walk.ts'

type Parts = Pick<Deps, 'config' | 'db' | 'kek' | 'random' | 'log' | 'wake' | 'faults'>

type Progress = Parameters<typeof store.noteProgress>[2]

const batchMax = 5
/** A long one does not hold up all others. */
const atOnce = 2
const everyMs = 2_000
/** To say how far it has come is a transaction of its own. */
const progressEveryMs = 1_000
const attemptsMax = 5

/** Whoever asked for it has stopped it. */
class Stopped extends Error {}

/**
 * Writes the files of exports, in every process that works. Who is at work holds a lock of its
 * transaction, so an export whose process died is taken up by the next one at once; it begins a new
 * file, and the old one is swept.
 */
export function exporter(deps: Parts, find: FindServed): LoopJob {
  const files = createExportFiles(deps)
  const publicKey = auditKeys(deps.kek).publicKeyHex
  const walk = createWalk(find)
  const rows = createRows(walk)
  return processLoop({ name: 'exports', everyMs, ...whileQuiet, wakeOn: ['sweep'], run })

  async function run(): Promise<NextPass> {
    const open = await deps.db.readingAll((tx) => store.findOpen(tx, batchMax))
    const next = open.values()
    const lane = async () => {
      for (const row of next) await guarded(row)
    }
    await Promise.all(Array.from({ length: atOnce }, lane))
    // Who is at work on one may die without a word.
    return open.length > 0 ? { againInMs: everyMs } : undefined
  }

  /** One that fails is tried again with the next pass, and holds up no other. */
  async function guarded(row: store.ExportRow): Promise<void> {
    const key = { partnerId: row.partner_id, id: row.id }
    try {
      if (row.attempts >= attemptsMax) await giveUp(key)
      else await deps.db.snapshot(key.partnerId, (tx) => write(tx, key))
    } catch (error) {
      if (!(error instanceof Stopped))
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
      const written = await writeRows(tx, begun, writer)
      await deps.faults.reach('export', 'before_effect')
      const file = await writer.finish()
      await deps.faults.reach('export', 'after_effect')
      isKept = await finish(key, { rows: written, ...file, file: of.file })
    } finally {
      if (!isKept) {
        await writer.abandon().catch(() => undefined)
        await files.remove(of)
      }
    }
  }

  async function writeRows(tx: Tx, row: store.ExportRow, writer: SealedWriter): Promise<number> {
    if (row.format === 'proof') return writeProof(tx, row, writer)
    const key = { partnerId: row.partner_id, id: row.id }
    const list = row.list as ExportList
    const format = exportFormats[row.format]
    const columns = storedColumns(row)
    await writer.write(
      format.head(
        columns.map((column) =>
          column.kind === 'time' && row.zone !== '' ? `${column.key} (${row.zone})` : column.key,
        ),
      ),
    )
    const wanted = {
      list,
      query: walk.readQuery(list, row.filters as Record<string, string>),
      columns,
      ids: row.picked ? new Set(row.picked) : undefined,
      zone: row.zone || 'UTC',
    }
    const progressed = progressOf(key)
    let written = 0
    let total: number | null = row.picked?.length ?? null
    for await (const page of rows.pages(tx, wanted, readerOf(row))) {
      await writer.write(page.rows.map((cells) => format.row(cells)).join(''))
      written += page.rows.length
      total ??= page.total ?? null
      await progressed({ rows: written, total })
    }
    return written
  }

  async function writeProof(tx: Tx, row: store.ExportRow, writer: SealedWriter): Promise<number> {
    const key = { partnerId: row.partner_id, id: row.id }
    const { query } = walk.readQuery('audit', row.filters as Record<string, string>)
    const ids = row.picked ? new Set(row.picked) : undefined
    const { partnerId } = key
    const progressed = progressOf(key)
    let written = 0
    for await (const page of auditProof(tx, { partnerId, publicKey, query, ids })) {
      await writer.write(page.text)
      written += page.entries
      await progressed({ rows: written, total: null })
    }
    return written
  }

  /** Notes how far an export has come, and ends it once it is stopped. */
  function progressOf(key: store.ExportKey): (progress: Progress) => Promise<void> {
    let notedAt = performance.now()
    return async (progress) => {
      if (performance.now() - notedAt < progressEveryMs) return
      notedAt = performance.now()
      if (!(await deps.db.asWorker((other) => store.noteProgress(other, key, progress))))
        throw new Stopped()
    }
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
      const failed = await store.endWithoutFile(tx, key, 'FAILED')
      if (failed) await recordChange(tx, failed, 'updated')
    })
    deps.wake.notify('events')
  }
}
