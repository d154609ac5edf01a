import type { Deps } from '../../ports/deps.ts'
import { createDecisionService } from './review/decisions.ts'
import { createDocumentService } from './submission/documents.ts'
import { createNoteService } from './review/notes.ts'
import { countQueue, listQueue } from './review/queue-store.ts'
import { createRequestService } from './review/requests.ts'
import { createRequirementService } from './submission/requirements.ts'
import { createStatusService } from './status.ts'
import { createSubmissionService } from './submission/submission.ts'

export type KycService = ReturnType<typeof createKycService>

/** Verification of customers, one part for each concern. */
export function createKycService(deps: Deps) {
  return {
    status: createStatusService(deps),
    requirements: createRequirementService(deps),
    submission: createSubmissionService(deps),
    documents: createDocumentService(deps),
    requests: createRequestService(deps),
    decisions: createDecisionService(deps),
    notes: createNoteService(deps),
    queue: { list: listQueue, count: countQueue },
  }
}
