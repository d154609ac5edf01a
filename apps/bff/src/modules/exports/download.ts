import { detail, Refusal } from '../../api/request/refusal.ts'
import type { ServiceTime } from '../../api/service-time.ts'
import { now } from '../../db/open.ts'
import type { Deps } from '../../ports/deps.ts'
import { exportFormats } from './format.ts'
import { type ExportRow, findExport } from './store.ts'
import { fileAnswer } from '../../api/download.ts'
import { recordAudit } from '../../records/audit/audit.ts'
import { createExportFiles } from './files.ts'
import { exportId } from './service.ts'

/**
 * Answers `GET /files/exports/<token>`, to any holder of a link: the file piece by piece, as it is
 * decrypted. One that was altered on the disk breaks off.
 */
export function exportDownload(
  deps: Pick<Deps, 'config' | 'db' | 'kek' | 'random' | 'ids' | 'log'>,
  serviceTime: ServiceTime,
) {
  const files = createExportFiles(deps)
  return fileAnswer(deps, serviceTime, async (token, requestId) => {
    const row = await exportOf(token, requestId)
    const pieces = files.read({ partnerId: row.partner_id, file: row.file })
    // The first piece proves the file before anything is promised.
    const first = await pieces.next()
    const { mime, ending } = exportFormats[row.format]
    const name = `${row.list}-${dayOf(row)}.${ending}`
    return { content: streamOf(first, pieces), mime, name, bytes: row.bytes }
  })

  /** The link was made for whoever asked for the file, so the opening of it is theirs. */
  async function exportOf(token: string, requestId: string): Promise<ExportRow & { file: string }> {
    const link = files.openLink(token)
    if (!link) throw notFound()
    const { partnerId, exportId: id } = link
    return deps.db.withPartner(partnerId, async (tx) => {
      const [at, row] = [await now(tx), await findExport(tx, { partnerId, id })]
      if (at >= link.expiresAt || row?.status === 'EXPIRED') throw expired()
      if (!row || row.file === null) throw notFound()
      const actor = { type: row.asked_by_type, id: row.asked_by || 'export link' }
      await recordAudit(
        tx,
        { partnerId, actor, requestId },
        {
          action: 'export.download',
          object: { kind: 'export', id: exportId(row) },
          after: { list: row.list, format: row.format, rows: row.rows },
        },
      )
      return { ...row, file: row.file }
    })
  }
}

type Pieces = AsyncGenerator<Uint8Array<ArrayBuffer>>

function streamOf(first: IteratorResult<Uint8Array<ArrayBuffer>>, pieces: Pieces) {
  let next: IteratorResult<Uint8Array<ArrayBuffer>> | undefined = first
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const piece = next ?? (await pieces.next())
      next = undefined
      if (piece.done) controller.close()
      else controller.enqueue(piece.value)
    },
    // A reader that goes away leaves no file open.
    cancel: async () => void (await pieces.return(undefined)),
  })
}

const dayOf = ({ created_at: at }: ExportRow) => at.toISOString().slice(0, 10)

const notFound = () =>
  new Refusal('RECORD_NOT_FOUND', 'No file has this link.', {
    details: [detail('token', 'RECORD_NOT_FOUND', 'Read the export again for a new link.')],
  })

const expired = () =>
  new Refusal('DOWNLOAD_EXPIRED', 'This link has expired. Read the export again for a new one.')
