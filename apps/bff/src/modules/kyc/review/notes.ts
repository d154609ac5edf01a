import { fail, ok } from '@corridor/domain'
import type { Caller } from '../../../api/request/caller.ts'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { recordAudit } from '../../../records/audit/audit.ts'
import { actorNames, type NameOfActor } from '../../../records/audit/actor-names-store.ts'
import { findNotes, insertNotes, type NoteRow } from '../../../records/notes/store.ts'
import { recordOf } from '../submission/documents.ts'
import { ensureFile, updateFile } from '../case/store.ts'

/** Internal notes about a verification; a partner's own, never visible to a customer. */
export function createNoteService(deps: Pick<Deps, 'ids'>) {
  return { assign, list, add, authorsOf }

  /** Says who takes care; whether that changed anything. */
  async function assign(tx: Tx, caller: Caller, entityId: string, assignedTo: string) {
    const record = await recordOf(tx, caller, entityId, { lock: true })
    if (!record) return fail({ code: 'ENTITY_NOT_FOUND' })
    if ((record.file?.assigned_to ?? '') === assignedTo) return ok({ isChanged: false })
    const { id } = record.entity
    await ensureFile(tx, caller.partnerId, id)
    await updateFile(tx, caller.partnerId, id, { assigned_to: assignedTo })
    await recordAudit(tx, caller, {
      action: 'kyc.assign',
      object: { kind: 'entity', id: entityId },
      before: { assignedTo: record.file?.assigned_to ?? '' },
      after: { assignedTo },
    })
    return ok({ isChanged: true })
  }

  async function list(tx: Tx, caller: Caller, entityId: string) {
    const record = await recordOf(tx, caller, entityId)
    if (!record) return fail({ code: 'ENTITY_NOT_FOUND' })
    return ok(await findNotes(tx, caller.partnerId, { kind: 'kyc', id: record.entity.id }))
  }

  async function add(tx: Tx, caller: Caller, entityId: string, text: string) {
    const record = await recordOf(tx, caller, entityId)
    if (!record) return fail({ code: 'ENTITY_NOT_FOUND' })
    const note = {
      partner_id: caller.partnerId,
      id: deps.ids.uuid(),
      subject_kind: 'kyc' as const,
      subject_id: record.entity.id,
      body: text,
      author: caller.actor.id,
    }
    const [row] = await insertNotes(tx, [note])
    if (!row) throw new Error('the note was not written')
    await recordAudit(tx, caller, {
      action: 'kyc.note',
      object: { kind: 'entity', id: entityId },
    })
    return ok(row)
  }
}

const authorsOf = (tx: Tx, rows: readonly NoteRow[]): Promise<NameOfActor> =>
  actorNames(
    tx,
    rows[0]?.partner_id ?? '',
    rows.map(({ author }) => author),
  )
