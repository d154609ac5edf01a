import type { NameOfActor } from '../../records/audit/actor-names-store.ts'
import { readCustomerLimits } from '../../records/transfers/customer-limit.ts'
import type { kyc, KycReason } from '@corridor/contract'
import { customerName, formatId, parseId } from '@corridor/domain'
import {
  type AnswerHeaders,
  AnswerWithHeaders,
  type Handlers,
  inTwoParts,
  partOf,
  success,
} from '../../api/handlers.ts'
import { pageOf, readPage } from '../../api/request/paging.ts'
import { answersFor } from '../../api/request/refusal.ts'
import type { Deps } from '../../ports/deps.ts'
import { checkDocument, documentBodies } from './submission/documents.ts'
import type { NoteRow } from '../../records/notes/store.ts'
import { requestBody } from './review/request-view.ts'
import type { KycService } from './service.ts'

const valueOrThrow = answersFor({
  TRANSACTION_HASH_INVALID: 'This transaction does not pay the fee.',
  SIGNATURE_INVALID: 'This is no signature of the hash by who paid.',
  POLICY_BLOCKED: 'Compliance does not allow this.',
})

/** Answers that no form asks for, which no schema can know. */
const naming = (ignored: readonly string[]): AnswerHeaders =>
  ignored.length > 0 ? { 'X-Ignored-Fields': ignored.join('\n') } : {}

export function kycHandlers(service: KycService, deps: Deps): Handlers<typeof kyc> {
  const wakeWorker = () => deps.wake.notify('sweep')
  return {
    ...readHandlers(service, deps),
    submit: inTwoParts({
      before: async ({ params, body }, caller) =>
        valueOrThrow(await service.submission.prepare(caller, params.entityId, body)),
      handle: async (tx, { params, body }, caller, prepared) => {
        const { submissionId, record, documentIds, missing, ignored } = valueOrThrow(
          await service.submission.submit(tx, caller, params.entityId, body, prepared),
        )
        const rows = record.documents.filter(({ id }) => documentIds.includes(id))
        const data = {
          submissionId,
          kycStatus: (await service.status.view(tx, record)).kycStatus,
          acceptedDocuments: await documentBodies(tx, deps, caller, rows, record.at),
          missing,
        }
        const message =
          missing.length === 0 ? 'Submitted for review.' : 'Kept. Something is still missing.'
        return new AnswerWithHeaders({ success: true, message, data }, naming(ignored))
      },
      after: wakeWorker,
    }),
    upload: inTwoParts({
      before: ({ body }, caller) => checkDocument(deps, caller, body, ''),
      handle: async (tx, { params }, caller, checked) => {
        const uploaded = await service.documents.upload(tx, caller, params.entityId, checked)
        return success(valueOrThrow(uploaded), 'Document received.')
      },
    }),
    answer: inTwoParts({
      before: ({ body }, caller) => service.requests.prepare(caller, body),
      handle: async (tx, { params, body }, caller, documents) => {
        const { request, ignored } = valueOrThrow(
          await service.requests.answer(tx, caller, params, body, documents),
        )
        const answered = { success: true as const, message: 'Answer received.' }
        return new AnswerWithHeaders({ ...answered, data: requestBody(request) }, naming(ignored))
      },
      after: wakeWorker,
    }),
    assign: async (tx, { params, body }, caller) => {
      const { assignedTo } = body
      const { isChanged } = valueOrThrow(
        await service.notes.assign(tx, caller, params.entityId, assignedTo),
      )
      const message = isChanged ? 'Assignment changed.' : 'This was assigned so already.'
      return success({ entityId: params.entityId, assignedTo }, message)
    },
    addNote: async (tx, { params, body }, caller) => {
      const row = valueOrThrow(await service.notes.add(tx, caller, params.entityId, body.text))
      return success(noteBody(row, await service.notes.authorsOf(tx, [row])), 'Note added.')
    },
  }
}

function readHandlers(service: KycService, deps: Deps) {
  return partOf<typeof kyc>()({
    queue: async (tx, { query }, caller) => {
      const page = readPage(deps, caller, 'kyc-queue', query, { sort: 'waitingSince' })
      const rows = await service.queue.list(tx, caller.partnerId, query, page)
      const total = page.after ? undefined : await service.queue.count(tx, caller.partnerId, query)
      const { items, pagination } = pageOf(page, rows, total)
      return { success: true, data: items.map(queueItem), pagination }
    },
    status: async (tx, { params }, caller) => {
      const status = valueOrThrow(await service.status.read(tx, caller, params.entityId))
      const entityId = parseId('ent', status.entityId) ?? ''
      const limits = await readCustomerLimits(tx, caller.partnerId, entityId)
      return success({ ...status, limits })
    },
    requirements: async (tx, { params, query }, caller) =>
      success(valueOrThrow(await service.requirements.read(tx, caller, params.entityId, query))),
    evaluate: async (tx, { params, query, body }, caller) =>
      success(
        valueOrThrow(await service.requirements.evaluate(tx, caller, params.entityId, query, body)),
        'Requirements for these answers.',
      ),
    documents: async (tx, { params }, caller) =>
      success(valueOrThrow(await service.documents.list(tx, caller, params.entityId))),
    notes: async (tx, { params }, caller) => {
      const rows = valueOrThrow(await service.notes.list(tx, caller, params.entityId))
      const nameOf = await service.notes.authorsOf(tx, rows)
      return success(rows.map((row) => noteBody(row, nameOf)))
    },
  })
}

const noteBody = (row: NoteRow, nameOf: NameOfActor) => ({
  noteId: formatId('note', row.id),
  text: row.body,
  author: row.author,
  authorName: nameOf(row.author),
  createdAt: row.created_at.toISOString(),
})

type QueueRow = Awaited<ReturnType<KycService['queue']['list']>>[number]
type WaitingOn = 'partner' | 'customer' | 'service' | null

const queueItem = (row: QueueRow) => ({
  entityId: formatId('ent', row.id),
  name: customerName(row),
  type: row.type,
  country: (row.permanent_address as { country?: string }).country ?? '',
  kycStatus: row.kyc_status as 'SUBMITTED',
  waitingOn: row.waiting_on as WaitingOn,
  reasons: row.reasons as KycReason[],
  ...(row.submitted_at === null ? {} : { submittedAt: row.submitted_at.toISOString() }),
  waitingSince: row.waiting_since.toISOString(),
  assignedTo: row.assigned_to,
  notes: row.notes,
})
