import { sql } from 'kysely'
import { encodeFields, sameBytes } from '../base/bytes.ts'
import type { AuditLine, Channel } from '../database/tables.ts'
import { leaveToCommit } from '../database/connection.ts'
import type { Tx, Vault } from './vault.ts'

export type AuditEntry = {
  action: string
  /** What came of it: COMPLETED, OPENED, or the reason of a refusal. */
  outcome: string
  activityId?: string
  fingerprint?: string
  credentialId?: string
  /** A line about one-time codes of this channel. */
  codes?: Channel
}

/**
 * The end of an entity's chain. Whoever appends holds the entity's lock. `codes`: the newest line
 * about one-time codes of each channel, 0 for none.
 */
export type AuditEnd = {
  sequence: number
  hash: Uint8Array
  codes: Readonly<Record<Channel, number>>
}

export type AuditReport = {
  entities: number
  lines: number
  /** The first line of each broken chain; a chain cut off at its end names the line that is missing. */
  broken: { entityId: string; sequence: number }[]
}

const START: AuditEnd = { sequence: 0, hash: new Uint8Array(32), codes: { EMAIL: 0, SMS: 0 } }

/** The time, and the last line of an entity's chain to append to. Asked after the entity's lock. */
export async function readClockAndChain(tx: Tx, entityId: string) {
  const { rows } = await sql<{ now: Date } & (HeadRow | { [Column in keyof HeadRow]: null })>`
    select service_now() as now, head.sequence, head.hash, head.otp_email, head.otp_sms
      from (select) as one left join signer.audit_head as head on head.entity_id = ${entityId}
  `.execute(tx)
  const [row] = rows
  if (!row) throw new Error('The database gave no time.')
  return { now: row.now, auditEnd: row.sequence === null ? START : endOf(row) }
}

type HeadRow = { sequence: number; hash: Uint8Array; otp_email: number; otp_sms: number }

const endOf = ({ sequence, hash, otp_email, otp_sms }: HeadRow): AuditEnd => ({
  sequence,
  hash,
  codes: { EMAIL: otp_email, SMS: otp_sms },
})

/** Appends one line in the caller's transaction: the effect and its line commit together. */
export async function appendAudit(
  vault: Vault,
  tx: Tx,
  entity: { entityId: string; now: Date; auditEnd: AuditEnd },
  entry: AuditEntry,
): Promise<AuditEnd> {
  const line = {
    entity_id: entity.entityId,
    sequence: entity.auditEnd.sequence + 1,
    at: entity.now,
    action: entry.action,
    outcome: entry.outcome,
    activity_id: entry.activityId ?? null,
    fingerprint: entry.fingerprint ?? null,
    credential_id: entry.credentialId ?? null,
    previous_hash: entity.auditEnd.hash,
  }
  const hash = await lineHash(vault, line)
  const { codes } = entity.auditEnd
  const end: AuditEnd = {
    sequence: line.sequence,
    hash,
    codes: entry.codes ? { ...codes, [entry.codes]: line.sequence } : codes,
  }
  const mac = await headMac(vault, entity.entityId, end)
  const { EMAIL: otp_email, SMS: otp_sms } = end.codes
  const head = { sequence: line.sequence, hash, otp_email, otp_sms }
  const written = tx
    .with('line', (db) => db.insertInto('signer.audit_line').values({ ...line, hash }))
    .insertInto('signer.audit_head')
    .values({ entity_id: entity.entityId, ...head, mac })
    .onConflict((clash) => clash.column('entity_id').doUpdateSet({ ...head, mac }))
  await leaveToCommit(tx, () => written.execute())
  return end
}

/**
 * Whether a chain ends where its head says, and the head's MAC and the newest line about codes of a
 * channel hold: what can be checked without walking the chain.
 */
export async function isEndWhole(
  vault: Vault,
  tx: Tx,
  { entityId, auditEnd }: { entityId: string; auditEnd: AuditEnd },
  channel: Channel,
): Promise<boolean> {
  const newest = auditEnd.codes[channel]
  const [head, lines] = await Promise.all([
    tx
      .selectFrom('signer.audit_head')
      .select('mac')
      .where('entity_id', '=', entityId)
      .executeTakeFirst(),
    tx
      .selectFrom('signer.audit_line')
      .selectAll()
      .where('entity_id', '=', entityId)
      .where((row) =>
        row.or([row('sequence', '=', newest), row('sequence', '>=', auditEnd.sequence)]),
      )
      .orderBy('sequence', 'desc')
      .limit(3)
      .execute(),
  ])
  if (!head || !sameBytes(head.mac, await headMac(vault, entityId, auditEnd))) return false
  const [last] = lines
  if (last?.sequence !== auditEnd.sequence || !sameBytes(last.hash, auditEnd.hash)) return false
  for (const line of lines) if (!sameBytes(line.hash, await lineHash(vault, line))) return false
  return newest === 0 || lines.some((line) => line.sequence === newest)
}

/** Recomputes every chain. A line added, removed, reordered or changed is found and named. */
export async function verifyAudit(vault: Vault, tx: Tx): Promise<AuditReport> {
  const heads = await tx.selectFrom('signer.audit_head').selectAll().orderBy('entity_id').execute()
  const chains = await tx
    .selectFrom('signer.audit_line')
    .select('entity_id')
    .distinct()
    .orderBy('entity_id')
    .execute()
  const entities = new Set([...heads, ...chains].map((row) => row.entity_id))
  const headOf = new Map(heads.map((head) => [head.entity_id, head]))
  const report: AuditReport = { entities: entities.size, lines: 0, broken: [] }
  for (const entityId of entities) {
    const { lines, brokenAt } = await verifyChain(vault, tx, entityId, headOf.get(entityId))
    report.lines += lines
    if (brokenAt !== undefined) report.broken.push({ entityId, sequence: brokenAt })
  }
  return report
}

async function verifyChain(
  vault: Vault,
  tx: Tx,
  entityId: string,
  head: (HeadRow & { mac: Uint8Array }) | undefined,
): Promise<{ lines: number; brokenAt?: number }> {
  const lines = await tx
    .selectFrom('signer.audit_line')
    .selectAll()
    .where('entity_id', '=', entityId)
    .orderBy('sequence')
    .execute()
  let end: Pick<AuditEnd, 'sequence' | 'hash'> = START
  for (const line of lines) {
    const follows = line.sequence === end.sequence + 1 && sameBytes(line.previous_hash, end.hash)
    if (!follows || !sameBytes(line.hash, await lineHash(vault, line))) {
      return { lines: lines.length, brokenAt: end.sequence + 1 }
    }
    end = { sequence: line.sequence, hash: line.hash }
  }
  const whole =
    head !== undefined &&
    sameBytes(head.mac, await headMac(vault, entityId, endOf(head))) &&
    head.sequence === end.sequence &&
    sameBytes(head.hash, end.hash)
  return whole ? { lines: lines.length } : { lines: lines.length, brokenAt: end.sequence + 1 }
}

function lineHash(vault: Vault, line: Omit<AuditLine, 'hash'>): Promise<Uint8Array> {
  const { entity_id, sequence, at, action, outcome } = line
  const { activity_id, fingerprint, credential_id, previous_hash } = line
  const what = [action, outcome, activity_id, fingerprint, credential_id]
  const message = encodeFields([previous_hash, entity_id, sequence, at, ...what])
  return vault.rootKey.mac('svc/audit-line/v1', message)
}

function headMac(vault: Vault, entityId: string, end: AuditEnd): Promise<Uint8Array> {
  const { EMAIL, SMS } = end.codes
  // Heads of before there were lines about codes keep their MAC.
  const codes = EMAIL + SMS === 0 ? [] : [EMAIL, SMS]
  const message = encodeFields([entityId, end.sequence, end.hash, ...codes])
  return vault.rootKey.mac('svc/audit-head/v1', message)
}
