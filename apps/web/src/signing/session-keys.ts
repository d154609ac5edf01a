import {
  CLIENT_SIGNATURE_SCHEME,
  type ClientSignature,
  createSessionKey,
  fromBase64Url,
  loginMessage,
  oidcNonceText,
  openOtpTarget,
  sealOtpCode,
  type SessionKey,
  signWithCryptoKey,
  stampWithCryptoKey,
  utf8Text,
} from '@corridor/signing/browser'

export { createSessionKey, type SessionKey }

/**
 * What an identity provider has to put into the token, so that it is good for this key alone
 * (signing-formats.md 5.2).
 */
export const nonceFor = ({ publicKey }: SessionKey): string => oidcNonceText(publicKey)

/** A text signed by a session, as `signatureType: 'ApiKey'` sends it. */
export const stampBy = (payload: string, key: SessionKey): Promise<string> =>
  stampWithCryptoKey(payload, key)

/**
 * The code and the key that it is to open a session for, sealed to the service
 * (signing-formats.md 8.1.2). Undefined where the target is not signed by the service's key.
 */
export async function sealCode(
  code: { otpCode: string; targetBundle: string; serviceKey: string },
  { publicKey }: SessionKey,
): Promise<string | undefined> {
  const target = openOtpTarget(code.targetBundle, code.serviceKey)
  return target.ok ? sealOtpCode(target.value, { otpCode: code.otpCode, publicKey }) : undefined
}

/** The key's own signature over the login that the token allows (signing-formats.md 8.1.4). */
export async function signLogin(
  verificationToken: string,
  key: SessionKey,
): Promise<ClientSignature | undefined> {
  const tokenId = idOf(verificationToken)
  if (tokenId === undefined) return undefined
  const { publicKey } = key
  const message = loginMessage({ publicKey, tokenId })
  const signature = await signWithCryptoKey(message, key)
  return { publicKey, scheme: CLIENT_SIGNATURE_SCHEME, message, signature }
}

/** The token's claim `id`. Whether the token is genuine is the service's to check: it made it. */
function idOf(token: string): string | undefined {
  try {
    const claims = utf8Text(fromBase64Url(token.split('.')[1] ?? '') ?? empty)
    const { id } = JSON.parse(claims ?? '') as { id?: unknown }
    return typeof id === 'string' ? id : undefined
  } catch {
    return undefined
  }
}

const empty = new Uint8Array()
