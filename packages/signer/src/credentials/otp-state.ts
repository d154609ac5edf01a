import { bytesToHex } from '@corridor/signing'
import { CredentialsTampered } from '../base/tampered.ts'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '../base/time.ts'
import type { Channel } from '../database/tables.ts'
import { appendAudit, isEndWhole } from '../vault/audit.ts'
import { readGuarded, writeGuarded, type GuardedName } from '../vault/guarded.ts'
import type { Tx, Vault } from '../vault/vault.ts'
import type { LockedEntity } from './credentials.ts'

/** Wrong tries and sends that are kept: as many as the widest limit asks for. */
const KEPT_MAX = 10
const TOKENS_MAX = 10
export const CHANNELS: readonly Channel[] = ['EMAIL', 'SMS']

/** A code that can still be used. Instants are ISO 8601, `mac` is hex. */
export type LiveCode = {
  otpId: string
  contact: string
  /** Null where no method has this contact: such a code is never sent and never right. */
  credentialId: string | null
  mac: string
  attempts: number
  expiresAt: string
}
/** A code that was proven and has not been used for a session yet. */
export type LiveToken = { id: string; credentialId: string; contact: string; expiresAt: string }

type CodesState = {
  /** The line of the entity's chain that was written with this state. */
  auditSequence: number
  code: LiveCode | null
  /** Wrong tries, newest first. */
  failures: string[]
  /** By contact, the sequence of its sends after the last one of this entity. */
  sends: Record<string, number>
  tokens: LiveToken[]
}

/** The codes of one entity and channel, under the entity's lock. */
export type Codes = GuardedName & { channel: Channel; sequence: number; state: CodesState }

/**
 * What there is of codes of a channel. It was left so by the signer, and it is the newest there is:
 * the entity's chain names it.
 * @throws {CredentialsTampered}
 */
export async function readCodes(
  vault: Vault,
  tx: Tx,
  entity: LockedEntity,
  channel: Channel,
): Promise<Codes> {
  const of = { ...codesName(entity.entityId, channel), channel }
  const kept = await readGuarded(vault, tx, of)
  // An entity has had a line since its first method; one without was never registered.
  const isWhole = entity.sequence === 0 || (await isEndWhole(vault, tx, entity, channel))
  const state = kept && (kept.state as CodesState)
  if (!isWhole || (state?.auditSequence ?? 0) !== entity.auditEnd.codes[channel])
    throw new CredentialsTampered(entity.entityId, `newest line about codes (${channel})`)
  if (kept && state) return { ...of, sequence: kept.sequence, state }
  return { ...of, sequence: 0, state: await codesOfBefore(tx, entity, channel) }
}

/** Writes what became of the codes, with its line in the entity's chain. */
export async function saveCodes(
  vault: Vault,
  tx: Tx,
  entity: LockedEntity,
  codes: Codes,
  change: Partial<Omit<CodesState, 'auditSequence'>> & { outcome: string; credentialId?: string },
): Promise<void> {
  const { outcome, credentialId, ...changed } = change
  const { channel, sequence } = codes
  entity.auditEnd = await appendAudit(vault, tx, entity, {
    action: `OTP_${channel}`,
    outcome,
    codes: channel,
    ...(credentialId !== undefined && { credentialId }),
  })
  const now = entity.now.toISOString()
  const dayAgo = addMs(entity.now, -DAY_MS).toISOString()
  const state = { ...codes.state, ...changed }
  await writeGuarded(vault, tx, codes, {
    sequence,
    state: {
      ...state,
      auditSequence: entity.auditEnd.sequence,
      failures: state.failures.filter((at) => at > dayAgo).slice(0, KEPT_MAX),
      tokens: state.tokens.filter(({ expiresAt }) => expiresAt > now).slice(0, TOKENS_MAX),
    },
  })
}

/** The channel whose record names a code. Only a hint: the record is not checked yet. */
export async function channelOf(
  tx: Tx,
  entityId: string,
  otpId: string,
): Promise<Channel | undefined> {
  const rows = await tx
    .selectFrom('signer.otp_state')
    .select(['name', 'state'])
    .where(
      'name',
      'in',
      CHANNELS.map((channel) => codesName(entityId, channel).name),
    )
    .execute()
  const row = rows.find(({ state }) => state.includes(JSON.stringify(otpId)))
  return CHANNELS.find((channel) => row?.name === codesName(entityId, channel).name)
}

function codesName(entityId: string, channel: Channel): GuardedName {
  return { name: `codes|${entityId}|${channel}`, owner: entityId }
}

/** Codes and wrong tries of before there was a record. */
async function codesOfBefore(
  tx: Tx,
  { entityId, now }: LockedEntity,
  channel: Channel,
): Promise<CodesState> {
  const code = await tx
    .selectFrom('signer.otp_code')
    .selectAll()
    .where('entity_id', '=', entityId)
    .where('channel', '=', channel)
    .where('state', '=', 'SENT')
    .executeTakeFirst()
  const failures = await tx
    .selectFrom('signer.otp_failure')
    .select('failed_at')
    .where('entity_id', '=', entityId)
    .where('channel', '=', channel)
    .where('failed_at', '>', addMs(now, -DAY_MS))
    .orderBy('failed_at', 'desc')
    .limit(KEPT_MAX)
    .execute()
  return {
    auditSequence: 0,
    code: code
      ? {
          otpId: code.otp_id,
          contact: code.contact,
          credentialId: code.credential_id,
          mac: bytesToHex(code.code_mac),
          attempts: code.attempts,
          expiresAt: code.expires_at.toISOString(),
        }
      : null,
    failures: failures.map(({ failed_at }) => failed_at.toISOString()),
    sends: {},
    tokens: [],
  }
}

export type Recipient = { partnerId: string; channel: Channel; contact: string }
/** Sends to one contact of a partner, newest first. */
export type Sends = GuardedName & { sequence: number; at: Date[] }

/**
 * Sends to a contact, read under its turn. `sequenceMin`: what an entity's record says there was.
 * @throws {CredentialsTampered}
 */
export async function readSends(
  vault: Vault,
  tx: Tx,
  { partnerId, channel, contact }: Recipient,
  sequenceMin: number,
): Promise<Sends> {
  const of = { name: `sends|${partnerId}|${channel}|${contact}`, owner: partnerId }
  const kept = await readGuarded(vault, tx, of)
  const sequence = kept?.sequence ?? 0
  if (sequence < sequenceMin) throw new CredentialsTampered(partnerId, 'record of sends')
  if (!kept)
    return { ...of, sequence, at: await sendsOfBefore(tx, { partnerId, channel, contact }) }
  const { at } = kept.state as { at: string[] }
  return { ...of, sequence, at: at.map((text) => new Date(text)) }
}

/** Adds a send; gives the new sequence. */
export async function saveSend(vault: Vault, tx: Tx, sends: Sends, now: Date): Promise<number> {
  const at = [now, ...sends.at].slice(0, KEPT_MAX).map((send) => send.toISOString())
  await writeGuarded(vault, tx, sends, { sequence: sends.sequence, state: { at } })
  return sends.sequence + 1
}

async function sendsOfBefore(tx: Tx, { partnerId, channel, contact }: Recipient): Promise<Date[]> {
  const rows = await tx
    .selectFrom('signer.otp_code')
    .select('created_at')
    .where('partner_id', '=', partnerId)
    .where('channel', '=', channel)
    .where('contact', '=', contact)
    .orderBy('created_at', 'desc')
    .limit(KEPT_MAX)
    .execute()
  return rows.map((row) => row.created_at)
}

/** `[minute, SMS]`, newest first; and since when somebody knows that they are used up. */
type SmsState = { minutes: [string, number][]; toldAt: string | null }

/**
 * Takes one SMS of what a partner may send within an hour, under the partner's turn. A refusal says
 * when the next is free, and once an hour that it is the first one.
 */
export async function takeSms(
  vault: Vault,
  tx: Tx,
  { partnerId, now, hourMax }: { partnerId: string; now: Date; hourMax: number },
): Promise<{ freeAt: Date; isFirst: boolean } | undefined> {
  const of = { name: `sms|${partnerId}`, owner: partnerId }
  const kept = await readGuarded(vault, tx, of)
  const sequence = kept?.sequence ?? 0
  const state = kept ? (kept.state as SmsState) : { minutes: [], toldAt: null }
  const hourAgo = addMs(now, -HOUR_MS).toISOString()
  const minutes = state.minutes.filter(([minute]) => minute > hourAgo)
  const used = minutes.reduce((sum, [, count]) => sum + count, 0)
  if (used < hourMax) {
    const minute = addMs(now, -(now.getTime() % MINUTE_MS)).toISOString()
    const [[newest, count] = ['', 0]] = minutes
    const earlier = newest === minute ? minutes.slice(1) : minutes
    const next: SmsState['minutes'] = [[minute, newest === minute ? count + 1 : 1], ...earlier]
    await writeGuarded(vault, tx, of, { sequence, state: { ...state, minutes: next } })
    return undefined
  }
  const isFirst = state.toldAt === null || state.toldAt <= hourAgo
  if (isFirst)
    await writeGuarded(vault, tx, of, { sequence, state: { minutes, toldAt: now.toISOString() } })
  const oldest = minutes.at(-1)?.[0]
  return { freeAt: addMs(oldest === undefined ? now : new Date(oldest), HOUR_MS), isFirst }
}
