import { parseJsonObject, utf8Text } from '../base/encoding.ts'
import { fail, ok, type Result } from '../base/result.ts'

export type ClientDataFailure =
  | 'MALFORMED_STAMP'
  | 'TYPE_MISMATCH'
  | 'CHALLENGE_MISMATCH'
  | 'ORIGIN_MISMATCH'

/**
 * Type, challenge and origin of a clientDataJSON (signing-formats.md 3.3.3), in that order.
 * `challenge` is base64url; `origins` compare as whole strings. An embedded page is refused.
 */
export function checkClientData(
  clientDataJson: Uint8Array,
  expected: {
    type: 'webauthn.get' | 'webauthn.create'
    challenge: string
    origins: readonly string[]
  },
): Result<{ origin: string }, ClientDataFailure> {
  const text = utf8Text(clientDataJson)
  const clientData = text === undefined ? undefined : parseJsonObject(text)
  if (!clientData) return fail('MALFORMED_STAMP')

  const { type, challenge, origin, crossOrigin } = clientData
  if (type !== expected.type) return fail('TYPE_MISMATCH')
  if (challenge !== expected.challenge) return fail('CHALLENGE_MISMATCH')
  if (typeof origin !== 'string' || !expected.origins.includes(origin))
    return fail('ORIGIN_MISMATCH')
  if (crossOrigin === true) return fail('ORIGIN_MISMATCH')
  return ok({ origin })
}
