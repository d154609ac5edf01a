import type { ActivityType } from '@corridor/signing'
import { decodeTransfer } from '@corridor/signing/evm'
import type { Credential } from './tables.ts'

export type SignatureType = 'ApiKey' | 'WebAuthn'

/**
 * What a prepared transfer may do, fixed at simulate (decisions 24). Integers are decimal text.
 * `feeCeilingWei` is the most its gas may cost in all: gas limit times `maxFeePerGas`.
 */
export type TransferBounds = {
  chainId: number
  token: string
  recipient: string
  amount: string
  feeCeilingWei: string
}

/**
 * The authority matrix (signing-formats 9.3): who may stamp which activity. A session counts as
 * the primary method it came from; a passkey is secondary.
 */
const authorities: Partial<Record<ActivityType, 'PRIMARY' | 'ANY'>> = {
  ACTIVITY_TYPE_CREATE_AUTH_METHOD: 'PRIMARY',
  ACTIVITY_TYPE_REVOKE_AUTH_METHOD: 'PRIMARY',
  ACTIVITY_TYPE_CREATE_AUTHENTICATORS: 'PRIMARY',
  ACTIVITY_TYPE_DELETE_AUTHENTICATORS: 'PRIMARY',
  ACTIVITY_TYPE_EXPORT_WALLET: 'PRIMARY',
  ACTIVITY_TYPE_CREATE_WALLET: 'ANY',
  ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS: 'ANY',
  ACTIVITY_TYPE_SIGN_TRANSACTION: 'ANY',
  // Raw signing is off: 32 free bytes can be the digest of a transaction (signing-formats 11).
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

/** Whether an unsigned transaction is exactly the transfer that was quoted (signing-formats 11). */
export function isWithinBounds(unsignedTransaction: string, bounds: TransferBounds): boolean {
  const decoded = decodeTransfer(unsignedTransaction)
  if (!decoded.ok) return false
  const { chainId, token, recipient, amount, gas, maxFeePerGas } = decoded.value
  return (
    chainId === bounds.chainId &&
    sameAddress(token, bounds.token) &&
    sameAddress(recipient, bounds.recipient) &&
    amount === BigInt(bounds.amount) &&
    gas * maxFeePerGas <= BigInt(bounds.feeCeilingWei)
  )
}

function sameAddress(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase()
}
