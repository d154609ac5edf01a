import {
  fail,
  fromBase64Url,
  hexToBytes,
  ok,
  parseApiKeyStamp,
  parseWebauthnStamp,
  utf8,
  utf8Text,
  type Result,
  type StampFailure,
} from '@corridor/signing'
import { sameBytes } from '../base/bytes.ts'
import type { LockedEntity } from '../credentials/credentials.ts'
import { badSignature, type SignerFailure } from '../base/failures.ts'
import { membersOf, parseJson } from '../base/json.ts'
import type { SignatureType } from './authority.ts'
import { verifyP256Signature } from '../crypto/signature.ts'
import type { Credential } from '../database/tables.ts'
import type { Tx, Vault } from '../vault/vault.ts'
import { verifyAssertion } from '../credentials/webauthn.ts'

export type Stamp = { stamp: string; signatureType: string }

/** A refused stamp. Only one that parses and names a live credential counts as a try. */
export type StampRefusal = { failure: SignerFailure; credentialId?: string }

const refuse = (reason: StampFailure) => fail<StampRefusal>({ failure: badSignature(reason) })

/** The value of `signatureType`, and the stamp's shape: no fallback (signing-formats.md 9.3). */
export function readSignatureType({
  stamp,
  signatureType,
}: Stamp): Result<SignatureType, SignerFailure> {
  if (signatureType !== 'ApiKey' && signatureType !== 'WebAuthn') {
    return fail({ code: 'SIGNATURE_TYPE_INVALID' })
  }
  const shape = shapeOf(stamp)
  if (shape && shape !== signatureType) return fail({ code: 'SIGNATURE_TYPE_INVALID' })
  return ok(signatureType)
}

/**
 * The live credential of the entity that made a stamp over a payload (signing-formats.md 2.2, 3.3).
 * A passkey's new counter is stored in the caller's transaction.
 */
export function verifyStamp(
  vault: Vault,
  tx: Tx,
  entity: LockedEntity,
  payload: string,
  stamp: { text: string; type: SignatureType },
): Promise<Result<Credential, StampRefusal>> {
  return stamp.type === 'ApiKey'
    ? verifyApiKey(tx, entity, payload, stamp.text)
    : verifyPasskey(vault, tx, entity, payload, stamp.text)
}

async function verifyApiKey(
  tx: Tx,
  entity: LockedEntity,
  payload: string,
  text: string,
): Promise<Result<Credential, StampRefusal>> {
  const stamp = parseApiKeyStamp(text)
  if (!stamp.ok) return refuse(stamp.failure)
  const publicKey = hexToBytes(stamp.value.publicKey, 33)
  const credential = entity.live.find(
    (record) =>
      record.status === 'ACTIVE' &&
      (record.kind === 'API_KEY' || record.kind === 'SESSION') &&
      record.public_key !== null &&
      sameBytes(record.public_key, publicKey),
  )
  if (!credential) return fail(await refusalOfKey(tx, entity, publicKey))
  if (credential.expires_at && entity.now >= credential.expires_at) return fail(sessionEnded)

  const signature = hexToBytes(stamp.value.signature)
  if (!verifyP256Signature(publicKey, utf8(payload), signature)) {
    return counted('SIGNATURE_MISMATCH', credential)
  }
  return ok(credential)
}

const sessionEnded: StampRefusal = {
  failure: { code: 'SESSION_EXPIRED', reason: 'SESSION_EXPIRED' },
}

/** Why a key that is not live is refused: it never was, it was revoked, or its session is over. */
async function refusalOfKey(tx: Tx, entity: LockedEntity, publicKey: Uint8Array) {
  const past = await tx
    .selectFrom('signer.credential')
    .select('status')
    .where('entity_id', '=', entity.entityId)
    .where('public_key', '=', publicKey)
    .where('kind', '!=', 'PASSKEY')
    .orderBy('sequence', 'desc')
    .executeTakeFirst()
  if (past?.status === 'EXPIRED') return sessionEnded
  return { failure: badSignature(past ? 'KEY_REVOKED' : 'UNKNOWN_KEY') }
}

async function verifyPasskey(
  vault: Vault,
  tx: Tx,
  entity: LockedEntity,
  payload: string,
  text: string,
): Promise<Result<Credential, StampRefusal>> {
  const stamp = parseWebauthnStamp(text)
  if (!stamp.ok) return refuse(stamp.failure)
  const credential = entity.live.find((live) => live.webauthn_id === stamp.value.credentialId)
  if (!credential?.public_key) return refuse('UNKNOWN_CREDENTIAL')

  const relyingParty = await vault.relyingParty(entity.partnerId)
  const passkey = {
    publicKeyCose: credential.public_key,
    signCount: Number(credential.sign_count ?? 0),
    backupEligible: credential.backup_eligible ?? false,
  }
  const policy = { ...relyingParty, requireUserVerification: true }
  const assertion = verifyAssertion(utf8(payload), stamp.value, passkey, policy)
  if (!assertion.ok) return counted(assertion.failure, credential)
  await tx
    .updateTable('signer.credential')
    .set({
      sign_count: assertion.value.signCount,
      backed_up: assertion.value.backedUp,
      last_used_at: entity.now,
    })
    .where('credential_id', '=', credential.credential_id)
    .execute()
  return ok(credential)
}

function counted(reason: StampFailure, credential: Credential) {
  return fail<StampRefusal>({
    failure: badSignature(reason),
    credentialId: credential.credential_id,
  })
}

/** Which kind a text is by its members, or undefined for neither. */
function shapeOf(text: string): SignatureType | undefined {
  const json = text.startsWith('{') ? text : utf8Text(fromBase64Url(text) ?? new Uint8Array())
  const members = membersOf(parseJson(json ?? ''))
  if ('credentialId' in members || 'clientDataJson' in members) return 'WebAuthn'
  return 'publicKey' in members || 'scheme' in members ? 'ApiKey' : undefined
}
