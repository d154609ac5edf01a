import { mailAddress } from '@corridor/contract/places'
import { fail, formatId, ok, parseId, kycStates } from '@corridor/domain'
import type { Updateable } from 'kysely'
import type { Caller } from '../../api/request/caller.ts'
import { type Page, pageOf } from '../../api/request/paging.ts'
import {
  detail,
  type Failure,
  illegalTransition,
  versionConflict,
} from '../../api/request/refusal.ts'
import { now, type Tx } from '../../db/open.ts'
import type { DB } from '../../db/schema/types.generated.ts'
import type { Deps } from '../../ports/deps.ts'
import { recordAudit } from '../../records/audit/audit.ts'
import { isVerified } from '../kyc/case/approvals-store.ts'
import { initialMissing, refreshMissing, screenAgain } from '../kyc/case/gate.ts'
import { recordEvent } from '../../records/events/outbox.ts'
import * as changes from './changes.ts'
import { type EntityFilter, listEntities } from './list-store.ts'
import { foreignLatin, needlessLatin } from '../screening/latin-name.ts'
import { countryIssue, fieldIssues, latinIssues } from './rules.ts'
import { compareAgain } from '../../records/persons/store.ts'
import { unmasked } from './masking.ts'
import * as store from './store.ts'
import type { EntityRow } from '../../db/schema/rows.ts'

type UpdateFailure = Failure<
  | 'ENTITY_NOT_FOUND'
  | 'FIELD_INVALID'
  | 'VERSION_CONFLICT'
  | 'ILLEGAL_TRANSITION'
  | 'ENTITY_FIELD_LOCKED'
  | 'ENTITY_EMAIL_EXISTS'
  | 'POLICY_BLOCKED'
>

export type EntityService = ReturnType<typeof createEntityService>

/** Customer records of a partner. */
export function createEntityService(deps: Pick<Deps, 'config' | 'ids' | 'kek' | 'jurisdictions'>) {
  return { create, read, readByEmail, list, update, reveal }

  /** Creates a customer; the same e-mail address twice is refused with the existing id. */
  async function create(tx: Tx, caller: Caller, input: store.NewEntity) {
    const invalid = [
      ...fieldIssues(input, await now(tx)),
      ...latinIssues(named(input), needlessLatin),
    ]
    if (invalid.length > 0) return fail({ code: 'FIELD_INVALID', details: invalid })

    const columns = store.columnsOf(input)
    const key = { partnerId: caller.partnerId, id: deps.ids.uuid() }
    const row = await store.insertEntity(tx, key, columns, initialMissing(columns))
    if (!row) return fail(await emailExists(tx, caller.partnerId, input.email))
    await recordChange(tx, caller, row, 'created')
    return ok(row)
  }

  async function read(tx: Tx, caller: Caller, entityId: string) {
    const id = parseId('ent', entityId)
    const row = id && (await store.findEntity(tx, caller.partnerId, id))
    return row ? ok(row) : fail({ code: 'ENTITY_NOT_FOUND' })
  }

  async function readByEmail(tx: Tx, caller: Caller, email: string) {
    const row = await store.findEntityByEmail(tx, caller.partnerId, mailAddress(email))
    return row ? ok(row) : fail({ code: 'ENTITY_NOT_FOUND' })
  }

  /** A page of customers; the first page says how many there are, unless they are very many. */
  async function list(tx: Tx, caller: Caller, filter: EntityFilter, page: Page) {
    const unknown = countryIssue('country', filter.country ?? '')
    if (unknown.length > 0) return fail({ code: 'FIELD_INVALID' as const, details: unknown })
    const { rows, total } = await listEntities(tx, caller.partnerId, filter, page)
    return ok(pageOf(page, rows, total))
  }

  /**
   * Changes the submitted members. What verification has settled stays as it is; sending the
   * current values, masked or whole, changes nothing, and the answer says so.
   */
  async function update(tx: Tx, caller: Caller, entityId: string, sent: changes.EntityChange) {
    const id = parseId('ent', entityId)
    const row = id && (await store.lockEntity(tx, caller.partnerId, id))
    if (!row) return fail({ code: 'ENTITY_NOT_FOUND' })
    const { change, issues } = unmasked(row, sent)
    if (issues.length > 0) return fail({ code: 'FIELD_INVALID', details: issues })
    const input = changes.withLatin(row, change)
    const refused = await refusalOf(tx, deps, caller, row, input)
    if (refused) return fail(refused)

    const changed = changes.changedMembers(row, input)
    if (changed.length === 0) return ok({ row, isChanged: false })
    const updated = await store.updateEntity(tx, row, columnsOfChange(row, input))
    if (!updated) return fail(await emailExists(tx, caller.partnerId, input.email ?? ''))
    await refreshMissing(tx, deps, updated)
    if (changes.isWhoItIs(changed)) await screenAgain(tx, deps, updated)
    if (changes.wasSubmitted(row)) await compareAgain(tx, updated)
    await recordChange(tx, caller, updated, 'updated', changed)
    return ok({ row: updated, isChanged: true })
  }

  /** A customer's record whole, after who looks and why was put on record. */
  async function reveal(tx: Tx, caller: Caller, entityId: string, reason: string) {
    const found = await read(tx, caller, entityId)
    if (!found.ok) return found
    await recordAudit(tx, caller, {
      action: 'entity.reveal',
      object: { kind: 'entity', id: entityId },
      reason,
    })
    return ok({ row: found.value, revealedAt: (await now(tx)).toISOString() })
  }
}

const named = (input: store.NewEntity) => ({
  names: { name: store.nameOf(input), latinName: input.latinName },
  of: {},
  persons: input.type === 'business' ? input.associatedPersons : [],
})

const otherSpelling =
  'Another spelling is taken once verification is open again: after the approval has expired, or when an operator asks for new information.'

/** Why a change cannot be made to this row: its content, its version, its state, in this order. */
async function refusalOf(
  tx: Tx,
  { config }: Pick<Deps, 'config'>,
  caller: Caller,
  row: EntityRow,
  input: changes.EntityChange,
): Promise<UpdateFailure | undefined> {
  const at = await now(tx)
  const invalid = [
    ...fieldIssues(input, at),
    ...changes.typeIssues(row, input),
    ...changes.changedLatinIssues(row, input, needlessLatin),
  ]
  if (invalid.length > 0) return { code: 'FIELD_INVALID', details: invalid }
  const conflict = versionConflict(caller, row)
  if (conflict) return conflict
  if (row.kyc_status === 'OFFBOARDED')
    return illegalTransition('An offboarded customer is not changed any more.', {
      from: row.kyc_status,
      to: row.kyc_status,
      allowed: [],
    })
  const changed = changes.changedMembers(row, input)
  if (changes.isWhoItIs(changed) && (await wasVerified(tx, row))) {
    const locked = changes.lockedIssues(row, changed)
    if (locked.length > 0) return { code: 'ENTITY_FIELD_LOCKED', details: locked }
    const foreign = changes.changedLatinIssues(row, input, foreignLatin)
    if (foreign.length > 0)
      return {
        code: 'FIELD_INVALID',
        details: foreign.map((item) => ({ ...item, message: `${item.message} ${otherSpelling}` })),
      }
  }
  const barred = changes.changedAdmission(config, row, input, at)
  return barred.length > 0 ? { code: 'POLICY_BLOCKED', details: barred } : undefined
}

const wasVerified = async (tx: Tx, row: EntityRow): Promise<boolean> =>
  kycStates[row.kyc_status].wasApproved || (await isVerified(tx, row.partner_id, row.id))

function columnsOfChange(row: EntityRow, input: changes.EntityChange): Updateable<DB['entity']> {
  const { permanentAddress, metadata, externalReference, dateOfBirth } = input
  const registration = changes.changedRegistration(row, input)
  const texts = {
    first_name: input.firstName,
    last_name: input.lastName,
    latin_name: input.latinName,
    email: input.email,
    phone_number: input.phoneNumber,
    nationality: input.nationality,
    business_name: input.businessName,
  }
  return {
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined)),
    ...(permanentAddress && { permanent_address: JSON.stringify(permanentAddress) }),
    ...(metadata && { metadata: JSON.stringify(metadata) }),
    ...(externalReference !== undefined && { external_reference: externalReference || null }),
    ...(dateOfBirth !== undefined && { date_of_birth: dateOfBirth || null }),
    ...(registration && { business: JSON.stringify(registration) }),
  }
}

/** Event and audit entry of a change. They name the changed members, never their values. */
async function recordChange(
  tx: Tx,
  caller: Caller,
  row: EntityRow,
  what: 'created' | 'updated',
  changed?: readonly string[],
): Promise<void> {
  const entityId = formatId('ent', row.id)
  const previousStatus = changed ? { previousStatus: row.kyc_status } : {}
  const event = recordEvent(tx, {
    partnerId: caller.partnerId,
    category: 'entity',
    type: what,
    status: what,
    object: {
      entityId,
      status: row.kyc_status,
      ...previousStatus,
      changes: changed ?? [],
    },
    ...(changed && { changes: { fields: changed } }),
    subject: { kind: 'entity', id: entityId, version: row.version },
  })
  const audit = recordAudit(tx, caller, {
    action: what === 'created' ? 'entity.create' : 'entity.update',
    object: { kind: 'entity', id: entityId },
    ...(changed && { after: { fields: changed, version: row.version } }),
  })
  // Neither needs the other's answer, so they travel together.
  await Promise.all([event, audit])
}

async function emailExists(
  tx: Tx,
  partnerId: string,
  email: string,
): Promise<Failure<'ENTITY_EMAIL_EXISTS'>> {
  const existing = await store.findEntityByEmail(tx, partnerId, email)
  const existingId = existing ? formatId('ent', existing.id) : ''
  const text = 'Another customer has this e-mail address.'
  return {
    code: 'ENTITY_EMAIL_EXISTS',
    details: [detail('email', 'ENTITY_EMAIL_EXISTS', text, { existingId })],
  }
}
