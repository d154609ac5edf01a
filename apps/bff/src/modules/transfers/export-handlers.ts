import type { transfers } from '@corridor/contract'
import { type Handlers, inTwoParts } from '../../api/handlers.ts'
import { answersFor } from '../../api/request/refusal.ts'
import type { Deps } from '../../ports/deps.ts'
import { createExportService } from './exports/service.ts'
import { readTimeline } from './reads/timeline.ts'

const valueOrThrow = answersFor({
  TRANSFER_NOT_FOUND: 'No transfer has this id.',
  RECORD_NOT_FOUND: 'No export has this id.',
})

type Kept = Pick<typeof transfers, 'timeline' | 'export' | 'readExport'>

/** What is read of many transfers at once, or of all that happened to one. */
export function exportHandlers(deps: Deps): Handlers<Kept> {
  const exports = createExportService(deps)
  return {
    timeline: async (tx, { params }, caller) => ({
      success: true,
      data: valueOrThrow(await readTimeline(tx, caller, params.executionId)),
    }),
    export: inTwoParts<Kept['export'], undefined>({
      before: () => Promise.resolve(undefined),
      handle: async (tx, { body }, caller) => ({
        success: true,
        message: 'The file is being written.',
        data: await exports.request(tx, caller, body),
      }),
      after: () => deps.wake.notify('sweep'),
    }),
    readExport: async (tx, { params }, caller) => ({
      success: true,
      data: valueOrThrow(await exports.read(tx, caller, params.exportId)),
    }),
  }
}
