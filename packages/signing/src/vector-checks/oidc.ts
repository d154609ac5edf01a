import { fromBase64Url, parseJsonObject, utf8Text } from '../base/encoding.ts'
import { oidcNonceMatches, oidcNonceText } from '../sessions/oidc-nonce.ts'
import { differing, type Differences, type Vector } from './compare.ts'

export type NonceOnlyVector = {
  publicKeyUncompressedHex: string
  publicKeyCompressedHex?: string
  nonceOfUncompressedHex: string
  nonceOfCompressedHex?: string
}

/** The hash alone, and the comparison as the signer makes it (signing-formats.md 5.2). */
export function checkNonceOnly(vector: NonceOnlyVector): Differences {
  const { publicKeyUncompressedHex, publicKeyCompressedHex } = vector
  return [
    ...differing(
      'match',
      oidcNonceMatches(vector.nonceOfUncompressedHex, publicKeyUncompressedHex),
      true,
    ),
    ...differing('nonce', oidcNonceText(publicKeyUncompressedHex), vector.nonceOfUncompressedHex),
    ...(publicKeyCompressedHex
      ? [
          ...differing('nonce', oidcNonceText(publicKeyCompressedHex), vector.nonceOfCompressedHex),
          ...differing(
            'match',
            oidcNonceMatches(vector.nonceOfCompressedHex, publicKeyCompressedHex),
            true,
          ),
          ...differing(
            'match',
            oidcNonceMatches(vector.nonceOfCompressedHex, publicKeyUncompressedHex),
            false,
          ),
        ]
      : []),
  ]
}

export type OidcVector = Vector & { ephemeralPublicKeyHex: string; oidcToken: string }

/**
 * The nonce claim alone, last of the checks of signing-formats.md 5.2: an entry that is bad for
 * another reason still carries the right nonce. Signature and claims are verified by the signer.
 */
export function checkOidcNonce(vector: OidcVector): Differences {
  const payload = fromBase64Url(vector.oidcToken.split('.')[1] ?? '')
  const claims = parseJsonObject((payload && utf8Text(payload)) ?? '')
  const matches = oidcNonceMatches(claims?.['nonce'], vector.ephemeralPublicKeyHex)
  return differing('nonce matches', matches, vector.reason !== 'NONCE_MISMATCH')
}
