import { readClockAndChain, type AuditEnd } from '../vault/audit.ts'
import {
  checkHead,
  checkRecord,
  headOf,
  LIVE_STATUSES,
  recordMac,
  type SealedFields,
} from './credential-record.ts'
import { KEY_VERSION, newEntityKey } from '../vault/keys.ts'
import type { Credential, CredentialStatus } from '../database/tables.ts'
import { serviceNow, type Tx, type Vault } from '../vault/vault.ts'

/** An entity under its lock: its records, checked, as they stand until the transaction ends. */
export type LockedEntity = {
  readonly entityId: string
  readonly partnerId: string
  readonly key: { entity_id: string; version: number; wrapped_key: Uint8Array }
  /** Service time, read after the lock was had. */
  readonly now: Date
  sequence: number
  live: Credential[]
  auditEnd: AuditEnd
}

export type NewCredential = Pick<SealedFields, 'credential_id' | 'kind' | 'tier' | 'status'> &
  Partial<Pick<SealedFields, keyof typeof absentFields>> & {
    sign_count?: number
    backed_up?: boolean
  }
export type CredentialChanges = {
  add?: readonly NewCredential[]
  status?: readonly { credential: Credential; to: CredentialStatus }[]
}

/**
 * Locks an entity and checks every live record and the head over them. `update` for whoever may
 * change anything or append to the audit chain, `share` for readers. Undefined: never registered.
 * @throws {CredentialsTampered}
 */
export async function lockEntity(
  vault: Vault,
  tx: Tx,
  entityId: string,
  mode: 'update' | 'share',
): Promise<LockedEntity | undefined> {
  const query = tx
    .selectFrom('signer.credential_head as head')
    .innerJoin('signer.entity_key as key', 'key.entity_id', 'head.entity_id')
    .select(['head.entity_id', 'head.sequence', 'head.live_hash', 'head.mac'])
    .select(['key.partner_id', 'key.version', 'key.wrapped_key'])
    .where('head.entity_id', '=', entityId)
  const locked = mode === 'update' ? query.forUpdate('head') : query.forShare('head')
  const head = await locked.executeTakeFirst()
  if (!head) return undefined

  // Statements of their own: only one begun after the lock was had sees what its last holder wrote.
  const [live, { now, auditEnd }] = await Promise.all([
    readLive(tx, entityId),
    readClockAndChain(tx, entityId),
  ])
  for (const record of live) await checkRecord(vault, record)
  await checkHead(vault, head, live)

  const { partner_id: partnerId, version, wrapped_key, sequence } = head
  const key = { entity_id: entityId, version, wrapped_key }
  return { entityId, partnerId, key, now, sequence, live, auditEnd }
}

const readLive = (tx: Tx, entityId: string): Promise<Credential[]> =>
  tx
    .selectFrom('signer.credential')
    .selectAll()
    .where('entity_id', '=', entityId)
    .where('status', 'in', LIVE_STATUSES)
    .orderBy('created_at')
    .execute()

/** Makes an entity's key and empty head on its first registration, then locks it. */
export async function openEntity(
  vault: Vault,
  tx: Tx,
  entityId: string,
  partnerId: string,
): Promise<LockedEntity> {
  const known = await lockEntity(vault, tx, entityId, 'update')
  if (known) return known
  await tx
    .insertInto('signer.entity_key')
    .values({
      entity_id: entityId,
      partner_id: partnerId,
      version: KEY_VERSION,
      wrapped_key: await newEntityKey(vault, entityId),
      created_at: await serviceNow(tx),
    })
    .onConflict((clash) => clash.doNothing())
    .execute()
  await tx
    .insertInto('signer.credential_head')
    .values(await headOf(vault, entityId, 0, []))
    .onConflict((clash) => clash.doNothing())
    .execute()
  const opened = await lockEntity(vault, tx, entityId, 'update')
  if (!opened) throw new Error(`The records of ${entityId} could not be made.`)
  return opened
}

/**
 * Writes new records and changed statuses, each with its MAC, then the head over what is live now.
 * Undefined, and nothing changed, when a passkey's id is already registered anywhere in the service.
 */
export async function saveCredentials(
  vault: Vault,
  tx: Tx,
  entity: LockedEntity,
  changes: CredentialChanges,
): Promise<Credential[] | undefined> {
  const sequence = entity.sequence + 1
  const added: Credential[] = []
  for (const fields of changes.add ?? []) {
    const record = await insertRecord(vault, tx, entity, sequence, fields)
    if (!record) return undefined
    added.push(record)
  }
  const changed: Credential[] = []
  for (const { credential, to } of changes.status ?? []) {
    changed.push(await writeStatus(vault, tx, { ...credential, status: to, sequence }))
  }

  const touched = new Set([...added, ...changed].map((record) => record.credential_id))
  const untouched = entity.live.filter((record) => !touched.has(record.credential_id))
  entity.live = [...untouched, ...changed, ...added].filter(isLive)
  entity.sequence = sequence
  const head = await headOf(vault, entity.entityId, sequence, entity.live)
  await tx
    .updateTable('signer.credential_head')
    .set({ sequence, live_hash: head.live_hash, mac: head.mac })
    .where('entity_id', '=', entity.entityId)
    .execute()
  return added
}

export function isLive(record: Credential): boolean {
  return LIVE_STATUSES.includes(record.status)
}

/** A primary method that can authorise something now; sessions are use of one, not one. */
export function isActiveMethod(record: Credential): boolean {
  return record.tier === 'PRIMARY' && record.kind !== 'SESSION' && record.status === 'ACTIVE'
}

async function insertRecord(
  vault: Vault,
  tx: Tx,
  entity: LockedEntity,
  sequence: number,
  fields: NewCredential,
): Promise<Credential | undefined> {
  const record = {
    ...absentFields,
    ...fields,
    entity_id: entity.entityId,
    partner_id: entity.partnerId,
    created_at: entity.now,
    sequence,
  }
  return tx
    .insertInto('signer.credential')
    .values({ ...record, mac: await recordMac(vault, record) })
    .onConflict((clash) =>
      clash.column('webauthn_id').where('webauthn_id', 'is not', null).doNothing(),
    )
    .returningAll()
    .executeTakeFirst()
}

async function writeStatus(vault: Vault, tx: Tx, record: Credential): Promise<Credential> {
  const mac = await recordMac(vault, record)
  await tx
    .updateTable('signer.credential')
    .set({ status: record.status, sequence: record.sequence, mac })
    .where('credential_id', '=', record.credential_id)
    .execute()
  return { ...record, mac }
}

const absentFields = {
  name: null,
  parent_id: null,
  public_key: null,
  contact: null,
  issuer: null,
  audience: null,
  subject: null,
  webauthn_id: null,
  aaguid: null,
  transports: null,
  backup_eligible: null,
  authorised_by: null,
  expires_at: null,
} as const
