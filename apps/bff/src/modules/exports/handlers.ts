import type { exports, transfers } from '@corridor/contract'
import { type Handlers, inTwoParts, listed, reading } from '../../api/handlers.ts'
import { answersFor } from '../../api/request/refusal.ts'
import type { Deps } from '../../ports/deps.ts'
import type { ExportService } from './service.ts'

const valueOrThrow = answersFor({
  ILLEGAL_TRANSITION: 'This export is finished.',
})
const started = 'The file is being written.'

/** Files of any list, and the older operations of transfers. */
export const exportHandlers = (service: ExportService, deps: Deps) => ({
  exports: listExports(service, deps),
  transfers: transferExports(service, deps),
})

function listExports(service: ExportService, deps: Deps): Handlers<typeof exports> {
  return {
    lists: async (_tx, _input, caller) => ({ success: true, data: service.offered(caller) }),
    count: inTwoParts({
      before: ({ body }, caller) => service.count(body, caller),
      handle: async (_tx, _input, _caller, rows) => ({ success: true, data: { rows } }),
    }),
    create: inTwoParts({
      before: ({ body }, caller) => service.look(body, caller),
      handle: async (tx, { body }, caller) => ({
        success: true,
        message: started,
        data: await service.request(tx, caller, body),
      }),
      after: () => deps.wake.notify('sweep'),
    }),
    list: reading(listed(deps, 'exports', service.list)),
    read: async (tx, { params }, caller) => ({
      success: true,
      data: valueOrThrow(await service.read(tx, caller, params.exportId)),
    }),
    cancel: async (tx, { params }, caller) => ({
      success: true,
      message: 'Stopped.',
      data: valueOrThrow(await service.cancel(tx, caller, params.exportId)),
    }),
  }
}

function transferExports(
  service: ExportService,
  deps: Deps,
): Handlers<Pick<typeof transfers, 'export' | 'readExport'>> {
  return {
    export: inTwoParts({
      before: () => Promise.resolve(undefined),
      handle: async (tx, { body }, caller) => ({
        success: true,
        message: started,
        data: transferBody(await service.requestTransfers(tx, caller, body)),
      }),
      after: () => deps.wake.notify('sweep'),
    }),
    readExport: async (tx, { params }, caller) => ({
      success: true,
      data: transferBody(valueOrThrow(await service.readOfTransfers(tx, caller, params.exportId))),
    }),
  }
}

type Job = Awaited<ReturnType<ExportService['requestTransfers']>>

const transferBody = ({ exportId, status, format, rows, bytes, sha256, url, ...job }: Job) => ({
  exportId,
  status,
  format: format === 'csv' ? ('csv' as const) : ('jsonl' as const),
  rows,
  bytes,
  sha256,
  url,
  ...(job.expiresAt === undefined ? {} : { expiresAt: job.expiresAt }),
  createdAt: job.createdAt,
})
