import type { ActivityType } from '@corridor/signing'
import type { Credential } from '../database/tables.ts'

export type SignatureType = 'ApiKey' | 'WebAuthn'

/**
 * The authority matrix (signing-formats.md 9.3): who may stamp which activity. A session counts as
 * the primary method it came from; a passkey is secondary.
 */
const authorities: Partial<Record<ActivityType, 'PRIMARY' | 'ANY'>> = {
  ACTIVITY_TYPE_CREATE_AUTH_METHOD: 'PRIMARY',
  ACTIVITY_TYPE_REVOKE_AUTH_METHOD: 'PRIMARY',
  ACTIVITY_TYPE_CREATE_AUTHENTICATORS: 'PRIMARY',
  ACTIVITY_TYPE_DELETE_AUTHENTICATORS: 'PRIMARY',
  ACTIVITY_TYPE_EXPORT_WALLET: 'PRIMARY',
  ACTIVITY_TYPE_SET_POLICY: 'PRIMARY',
  ACTIVITY_TYPE_CREATE_WALLET: 'ANY',
  ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS: 'ANY',
  ACTIVITY_TYPE_SIGN_TRANSACTION: 'ANY',
  // Raw signing is off: 32 free bytes can be the digest of a transaction (signing-formats.md 11).
}

/** The signature types that can authorise a type of activity; none for one that is off. */
export function signatureTypesFor(type: ActivityType): SignatureType[] {
  const authority = authorities[type]
  if (authority === undefined) return []
  return authority === 'PRIMARY' ? ['ApiKey'] : ['ApiKey', 'WebAuthn']
}

export function mayAuthorise(type: ActivityType, credential: Credential): boolean {
  const authority = authorities[type]
  if (authority === undefined) return false
  return authority === 'ANY' || credential.tier === 'PRIMARY'
}
