import { createLog } from '../../../src/config/log.ts'
import { createOpener } from '../../../src/outside/files/opener/opener.ts'
import type { DocumentOpener } from '../../../src/ports/files.ts'

/** Modules may be loaded anew for each file of a worker. */
const kept = globalThis as { openerOfWorker?: DocumentOpener }

/** The processes that open documents serve all files of a worker, and end with it. */
export const openerOfWorker = () => (kept.openerOfWorker ??= createOpener(createLog('silent')))
