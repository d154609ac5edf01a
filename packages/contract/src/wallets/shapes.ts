import { z } from 'zod'
import { enveloped, maskedText, recordId, text, timestamp } from '../base/common.ts'
import type { FailureCode } from '../base/failures.ts'

export const primaryAuthTypes = ['API_Key', 'OAuth', 'Email_Auth', 'SMS_Auth'] as const

/** The path's entity, whose wallets an operation is about. */
export const walletOwner = z.object({ entityId: recordId() })
export const hexKey = () => z.string().min(1).max(200)

export const AuthChoice = z.object({
  authType: z.string().min(1).max(40),
  apiKey: z.object({ apiKeyName: text(), publicKey: hexKey() }).optional(),
  oauthProvider: z
    .object({ providerName: text(), oidcToken: z.string().min(1).max(8192) })
    .optional(),
  /** Of the first method also the customer's own address as members read it. */
  email: z.email().max(200).or(maskedText()).optional(),
  phoneNumber: z.string().min(1).max(40).optional(),
})

export const Submit = z.object({
  activityId: recordId(),
  // Of any form: what is no stamp, the signer names.
  payloadSignature: z.string(),
  signatureType: z.string(),
})

export const PreparedActivity = z
  .object({
    activityId: z.string(),
    type: z.string(),
    payloadToSign: z.string(),
    fingerprint: z.string(),
    summary: z.object({
      title: z.string(),
      lines: z.array(z.string()),
      risks: z.array(z.string()),
    }),
    signatureTypes: z.array(z.string()),
    expiresAt: timestamp(),
  })
  .meta({ id: 'PreparedActivity' })

export const WalletAccount = z
  .object({
    accountId: z.string(),
    externalAccountId: z.string(),
    jurisdictionId: z.string(),
    address: z.string(),
    curve: z.string(),
    pathFormat: z.string(),
    path: z.string(),
    addressFormat: z.string(),
  })
  .meta({ id: 'WalletAccount' })

export const AuthMethod = z
  .object({
    authId: z.string(),
    authType: z.string(),
    status: z.enum(['PENDING_VERIFICATION', 'ACTIVE', 'REVOKED']),
    createdAt: timestamp(),
    /** What people know it by: the name of a key or provider, or the masked contact. */
    label: z.string().optional(),
  })
  .meta({ id: 'AuthMethod' })

export const PasskeyAuthenticator = z
  .object({
    authenticatorId: z.string(),
    name: z.string(),
    credentialId: z.string(),
    aaguid: z.string(),
    transports: z.array(z.string()),
    backedUp: z.boolean(),
    createdAt: timestamp(),
    lastUsedAt: timestamp().optional(),
    status: z.string(),
  })
  .meta({ id: 'PasskeyAuthenticator' })

export const WalletSession = z
  .object({
    sessionId: z.string(),
    /** The primary method it came from. */
    authId: z.string(),
    createdAt: timestamp(),
    expiresAt: timestamp(),
  })
  .meta({ id: 'WalletSession' })

/** What is asked for again and again of one address: its coin and tokens at one block. */
export const WalletBalance = z.object({
  address: z.string(),
  networkName: z.string(),
  chainId: z.string(),
  native: z.object({ currency: z.string(), amount: z.number() }),
  tokens: z.array(
    z.object({
      currency: z.string(),
      tokenAddress: z.string(),
      amount: z.number(),
      decimals: z.int(),
    }),
  ),
  asOf: timestamp(),
  blockNumber: z.int(),
})

export const submitted = <T extends z.ZodType>(result: T) =>
  enveloped(z.object({ activityId: z.string(), status: z.string(), result }))

export const prepareFailures: FailureCode[] = ['ENTITY_NOT_FOUND', 'PRIMARY_AUTH_REQUIRED']
export const submitFailures: FailureCode[] = [
  'ENTITY_NOT_FOUND',
  'ACTIVITY_NOT_FOUND',
  'ACTIVITY_EXPIRED',
  'ACTIVITY_ALREADY_SUBMITTED',
  'SIGNATURE_INVALID',
  'SIGNATURE_TYPE_INVALID',
  'SESSION_EXPIRED',
  'PRIMARY_AUTH_REQUIRED',
]
