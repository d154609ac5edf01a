import {
  fail,
  ok,
  signVerificationToken,
  utf8,
  verifyClientSignature,
  verifyVerificationToken,
  type ClientSignature,
  type Result,
  type VerificationClaims,
} from '@corridor/signing'
import type { SignerFailure } from '../base/failures.ts'
import { randomId } from '../base/random.ts'
import { addMs, HOUR_MS } from '../base/time.ts'
import type { Channel, Credential } from '../database/tables.ts'
import { bundlePublicKey, withBundleSigner } from '../vault/bundle-key.ts'
import { isKeyTaken } from '../vault/target-key.ts'
import type { Tx, Vault } from '../vault/vault.ts'
import { lockEntity, type LockedEntity } from './credentials.ts'
import { answerOnce } from './ended-codes.ts'
import { openOtpBundle } from './otp-target.ts'
import { readCodes, saveCodes, type Codes } from './otp-state.ts'
import { checkCode, consumeCode, endedCode, liveMethod } from './otp.ts'

const TOKEN_MS = HOUR_MS
/** `verification_type` of the claims, the public names of the channels. */
const channelsOfType: Readonly<Record<string, Channel>> = {
  OTP_TYPE_EMAIL: 'EMAIL',
  OTP_TYPE_SMS: 'SMS',
}

export type VerifyCode = { entityId: string; otpId: string; encryptedOtpBundle: string }
export type VerifiedCode = {
  /** Good for one session of the key it names (signing-formats.md 8.1.3). */
  verificationToken: string
  expiresAt: string
}

/**
 * Takes a code that only the signer can read, with the key that is to become a session's. Nobody on
 * the way can put a key of his own in its place. FIELD_INVALID: what does not open.
 * @throws {CredentialsTampered}
 */
export async function verifyCode(
  vault: Vault,
  { entityId, otpId, encryptedOtpBundle }: VerifyCode,
): Promise<Result<VerifiedCode, SignerFailure>> {
  const opened = await openOtpBundle(vault, { entityId, otpId }, encryptedOtpBundle)
  if (!opened.ok) return fail({ code: 'FIELD_INVALID', reason: 'encryptedOtpBundle' })
  const { otpCode, publicKey } = opened.value
  const claims = await answerOnce(vault, { entityId, otpId }, async (tx) => {
    const entity = await lockEntity(vault, tx, entityId, 'update')
    if (!entity) return endedCode
    if (await isKeyTaken(tx, publicKey)) {
      return fail({ code: 'PUBLIC_KEY_INVALID', reason: 'KEY_REUSED' })
    }
    const proven = await checkCode(vault, tx, entity, { otpId, otpCode })
    if (!proven.ok) return proven
    const { codes, method } = proven.value
    const id = randomId('vtk', vault.random)
    const until = addMs(entity.now, TOKEN_MS)
    const { credential_id: credentialId, contact } = method
    const token = { id, credentialId, contact: contact ?? '', expiresAt: until.toISOString() }
    await consumeCode(vault, tx, entity, proven.value, [token, ...codes.state.tokens])
    return ok({ ...claimsOf(entityId, codes.channel, token), public_key: publicKey })
  })
  if (!claims.ok) return claims
  const verificationToken = await withBundleSigner(vault, ({ privateKey }) =>
    signVerificationToken(claims.value, privateKey),
  )
  const expiresAt = new Date(Number(claims.value.exp)).toISOString()
  return ok({ verificationToken, expiresAt })
}

function claimsOf(
  entityId: string,
  channel: Channel,
  token: { id: string; contact: string; expiresAt: string },
): Omit<VerificationClaims, 'public_key'> {
  return {
    id: token.id,
    verification_type: `OTP_TYPE_${channel}`,
    contact: plainAscii(token.contact),
    organization_id: entityId,
    exp: String(Date.parse(token.expiresAt)),
  }
}

/** Public clients read claims with a plain base64 decoder: what would not survive it is escaped. */
function plainAscii(text: string): string {
  const escaped = (character: string) =>
    [...utf8(character)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
  return text.replaceAll(/[^\x20-\x7e]|[%>?~]/gu, escaped)
}

export type GivenToken = { verificationToken: string; clientSignature: ClientSignature }
export type ProvenToken = { codes: Codes; method: Credential; tokenId: string }

/**
 * The method that a verification token proves control of. It is used up by `consumeToken`.
 * @throws {CredentialsTampered}
 */
export async function checkToken(
  vault: Vault,
  tx: Tx,
  entity: LockedEntity,
  given: GivenToken & { publicKey: string },
): Promise<Result<ProvenToken, SignerFailure>> {
  const refuse = (reason: string) => fail({ code: 'OTP_INVALID', reason } as const)
  const signerPublicKey = await bundlePublicKey(vault)
  const expected = { signerPublicKey, nowMs: entity.now.getTime() }
  const read = verifyVerificationToken(given.verificationToken, expected)
  if (!read.ok) {
    return read.failure === 'TOKEN_EXPIRED' ? fail({ code: 'OTP_EXPIRED' }) : refuse(read.failure)
  }
  const claims = read.value
  const channel = channelsOfType[claims.verification_type]
  if (claims.organization_id !== entity.entityId || !channel) return refuse('TOKEN_CLAIMS')
  if (claims.public_key !== given.publicKey) return refuse('KEY_MISMATCH')
  const signed = verifyClientSignature(given.clientSignature, claims)
  if (!signed.ok) return refuse(signed.failure)

  const codes = await readCodes(vault, tx, entity, channel)
  const token = codes.state.tokens.find(({ id }) => id === claims.id)
  if (!token) return refuse('TOKEN_REUSED')
  const method = liveMethod(entity, token)
  return method ? ok({ codes, method, tokenId: token.id }) : refuse('METHOD_ENDED')
}

/** Uses up the token that was checked. */
export async function consumeToken(
  vault: Vault,
  tx: Tx,
  entity: LockedEntity,
  { codes, method, tokenId }: ProvenToken,
): Promise<void> {
  await saveCodes(vault, tx, entity, codes, {
    outcome: 'USED',
    credentialId: method.credential_id,
    tokens: codes.state.tokens.filter(({ id }) => id !== tokenId),
  })
}
