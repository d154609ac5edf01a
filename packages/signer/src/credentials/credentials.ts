import { readClockAndChain, type AuditEnd } from '../vault/audit.ts'
import {
  checkHead,
  checkRecord,
  headOf,
  LIVE_STATUSES,
  recordMac,
  type SealedFields,
} from './credential-record.ts'
import { newEntityKey, type EntityKeyRow } from '../vault/keys.ts'
import { checkPolicy } from './policy-record.ts'
import { CredentialsTampered } from '../base/tampered.ts'
import type { Credential, CredentialStatus, WalletPolicy } from '../database/tables.ts'
import { serviceNow, type Tx, type Vault } from '../vault/vault.ts'

/** An entity under its lock: its records, checked, as they stand until the transaction ends. */
export type LockedEntity = {
  readonly entityId: string
  readonly partnerId: string
  readonly key: EntityKeyRow
  /** Service time, read after the lock was had. */
  readonly now: Date
  sequence: number
  live: Credential[]
  policies: WalletPolicy[]
  /** What was prepared before this time is void. */
  voidBefore: Date | null
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
export async function lockEntity(vault: Vault, tx: Tx, entityId: string, mode: 'update' | 'share') {
  const query = tx
    .selectFrom('signer.credential_head')
    .select(['entity_id', 'sequence', 'live_hash', 'mac', 'void_before'])
    .where('entity_id', '=', entityId)
  const locked = mode === 'update' ? query.forUpdate() : query.forShare()
  // Statements of their own: only one begun after the lock was had sees what its last holder wrote.
  // They travel with it, as the server begins each when the one before is done.
  const [head, known, live, policies, { now, auditEnd }] = await Promise.all([
    locked.executeTakeFirst(),
    readKey(tx, entityId),
    readLive(tx, entityId),
    readPolicies(tx, entityId),
    readClockAndChain(tx, entityId),
  ])
  if (!head) {
    refuseOlder(vault, { entityId, sequence: 0, auditEnd: { sequence: 0 } })
    return undefined
  }
  if (!known) throw new CredentialsTampered(entityId, 'entity key')
  const { partner_id: partnerId, ...key } = known
  for (const record of live) await checkRecord(vault, record)
  for (const record of policies) await checkPolicy(vault, record)
  const { sequence, void_before: voidBefore } = head
  await checkHead(vault, head, { live, policies, voidBefore })

  const entity = { entityId, partnerId, key, now, sequence, live, policies, voidBefore, auditEnd }
  refuseOlder(vault, entity)
  vault.witness.afterCommit(tx, () => sightOf(entity))
  return entity
}

type Sequences = { entityId: string; sequence: number; auditEnd: { sequence: number } }

/** Records put back to an earlier state, all of them and with their MACs, are behind what was seen. */
function refuseOlder(vault: Vault, entity: Sequences): void {
  if (vault.witness.isBehind(sightOf(entity)))
    throw new CredentialsTampered(entity.entityId, 'sequence of the records')
}

function sightOf({ entityId, sequence, auditEnd }: Sequences) {
  return { name: entityId, sequences: [sequence, auditEnd.sequence] }
}

const readKey = (tx: Tx, entityId: string) =>
  tx
    .selectFrom('signer.entity_key')
    .select(['entity_id', 'partner_id', 'version', 'root_version', 'wrapped_key'])
    .where('entity_id', '=', entityId)
    .executeTakeFirst()

const readLive = (tx: Tx, entityId: string): Promise<Credential[]> =>
  tx
    .selectFrom('signer.credential')
    .selectAll()
    .where('entity_id', '=', entityId)
    .where('status', 'in', LIVE_STATUSES)
    .orderBy('created_at')
    .execute()

const readPolicies = (tx: Tx, entityId: string): Promise<WalletPolicy[]> =>
  tx.selectFrom('signer.wallet_policy').selectAll().where('entity_id', '=', entityId).execute()

/** Makes an entity's key and empty head on its first registration, then locks it. */
export async function openEntity(vault: Vault, tx: Tx, entityId: string, partnerId: string) {
  const known = await lockEntity(vault, tx, entityId, 'update')
  if (known) return known
  const key = await tx
    .insertInto('signer.entity_key')
    .values({
      entity_id: entityId,
      partner_id: partnerId,
      ...(await newEntityKey(vault, tx, entityId)),
      created_at: await serviceNow(tx),
    })
    .onConflict((clash) => clash.doNothing())
    .returning('entity_id')
    .executeTakeFirst()
  const head = await tx
    .insertInto('signer.credential_head')
    .values(await headOf(vault, entityId, 0, { live: [], policies: [], voidBefore: null }))
    .onConflict((clash) => clash.doNothing())
    .returning('entity_id')
    .executeTakeFirst()
  // Both are made together: a key without its head is an entity whose credentials were removed.
  if (head && !key) throw new CredentialsTampered(entityId, 'credential head')
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
  await saveHead(vault, tx, entity, sequence)
  return added
}

/** Seals what the entity has now under the next sequence. */
export async function saveHead(
  vault: Vault,
  tx: Tx,
  entity: LockedEntity,
  sequence = entity.sequence + 1,
): Promise<void> {
  entity.sequence = sequence
  const head = await headOf(vault, entity.entityId, sequence, entity)
  await tx
    .updateTable('signer.credential_head')
    .set({
      sequence,
      live_hash: head.live_hash,
      mac: head.mac,
      void_before: entity.voidBefore,
    })
    .where('entity_id', '=', entity.entityId)
    .execute()
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
