import type { Export, ExportColumn, InputOf, transfers } from '@corridor/contract'
import { fail, formatId, ok, parseId, type Result } from '@corridor/domain'
import type { z } from 'zod'
import type { Caller } from '../../../api/request/caller.ts'
import { detail, type Failure } from '../../../api/request/refusal.ts'
import { now, type Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { createExportFiles } from './files.ts'
import { recordAudit } from '../../../records/audit/audit.ts'
import { columnsOf } from './columns.ts'
import { type ExportRow, findExport, insertExport } from './store.ts'
import { readFilter } from '../reads/filters.ts'

type Asked = InputOf<typeof transfers.export>['body']
type Body = z.output<typeof Export>

/** Files of transfers: asked for here, written by a worker, read by a link. */
export function createExportService(deps: Pick<Deps, 'config' | 'kek' | 'random' | 'ids'>) {
  const files = createExportFiles(deps)
  return { request, read }

  async function request(
    tx: Tx,
    caller: Caller,
    { format, filters, columns }: Asked,
  ): Promise<Body> {
    // What a list would refuse is refused now, not when the file is written.
    readFilter(filters, 'filters.')
    const row = await insertExport(tx, {
      partner_id: caller.partnerId,
      id: deps.ids.uuid(),
      format,
      filters: JSON.stringify(filters),
      columns: columnsOf(columns),
    })
    await recordAudit(tx, caller, {
      action: 'export.request',
      object: { kind: 'export', id: exportId(row) },
      after: { format, columns: row.columns },
    })
    return bodyOf(row, row.created_at)
  }

  async function read(
    tx: Tx,
    { partnerId }: Caller,
    asked: string,
  ): Promise<Result<Body, Failure<'RECORD_NOT_FOUND'>>> {
    const id = parseId('exp', asked)
    const row = id && (await findExport(tx, { partnerId, id }))
    if (!row)
      return fail({
        code: 'RECORD_NOT_FOUND',
        details: [detail('exportId', 'RECORD_NOT_FOUND', 'No export has this id.')],
      })
    return ok(bodyOf(row, await now(tx)))
  }

  function bodyOf(row: ExportRow, at: Date): Body {
    const link = row.status === 'READY' ? files.linkTo(row.partner_id, row.id, at) : undefined
    return {
      exportId: exportId(row),
      status: row.status,
      format: row.format,
      rows: row.rows,
      bytes: row.bytes,
      sha256: row.sha256?.toString('hex') ?? '',
      url: link?.url ?? '',
      ...(link ? { expiresAt: link.expiresAt.toISOString() } : {}),
      createdAt: row.created_at.toISOString(),
    }
  }
}

export const exportId = ({ id }: Pick<ExportRow, 'id'>): string => formatId('exp', id)

/** As they were checked when the export was asked for. */
export const storedColumns = ({ columns }: ExportRow) => columns as ExportColumn[]
export const storedFilters = ({ filters }: ExportRow) => filters as Asked['filters']
