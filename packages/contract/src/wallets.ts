import { z } from 'zod'
import { enveloped, listed, pageQuery, recordId, sortBy, text, timestamp } from './base/common.ts'
import { endpoint } from './base/endpoint.ts'
import type { FailureCode } from './base/failures.ts'

export const primaryAuthTypes = ['API_Key', 'OAuth', 'Email_Auth', 'SMS_Auth'] as const

const entity = z.object({ entityId: recordId() })
const hexKey = () => z.string().min(1).max(200)

const AuthChoice = z.object({
  authType: z.string().min(1).max(40),
  apiKey: z.object({ apiKeyName: text(), publicKey: hexKey() }).optional(),
  oauthProvider: z
    .object({ providerName: text(), oidcToken: z.string().min(1).max(8192) })
    .optional(),
  email: z.email().max(200).optional(),
  phoneNumber: z.string().min(1).max(40).optional(),
})
const stampFields = {
  activityId: recordId(),
  // Of any form: what is no stamp, the signer names.
  payloadSignature: z.string(),
  signatureType: z.string(),
}
const Submit = z.object(stampFields)

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

const submitted = <T extends z.ZodType>(result: T) =>
  enveloped(z.object({ activityId: z.string(), status: z.string(), result }))

const prepareFailures: FailureCode[] = ['ENTITY_NOT_FOUND', 'PRIMARY_AUTH_REQUIRED']
const submitFailures: FailureCode[] = [
  'ENTITY_NOT_FOUND',
  'ACTIVITY_NOT_FOUND',
  'ACTIVITY_EXPIRED',
  'ACTIVITY_ALREADY_SUBMITTED',
  'SIGNATURE_INVALID',
  'SIGNATURE_TYPE_INVALID',
  'SESSION_EXPIRED',
  'PRIMARY_AUTH_REQUIRED',
]

const Attestation = z.looseObject({
  credentialId: z.string().max(2000).optional(),
  clientDataJson: z.string().max(8000).optional(),
  attestationObject: z.string().max(60000).optional(),
  transports: z.array(z.string().max(60)).max(10).optional(),
})

export const wallets = {
  registerAuthPrepare: endpoint({
    id: 'wallets.registerAuthPrepare',
    module: 'wallets',
    method: 'POST',
    path: '/api/v1/wallets/{entityId}/register-auth/prepare',
    summary: 'Prepare a further primary authentication method',
    params: entity,
    body: AuthChoice,
    response: enveloped(PreparedActivity),
    failures: [
      ...prepareFailures,
      'PASSKEY_IS_SECONDARY',
      'PUBLIC_KEY_INVALID',
      'OIDC_TOKEN_INVALID',
    ],
  }),
  registerAuth: endpoint({
    id: 'wallets.registerAuth',
    module: 'wallets',
    method: 'POST',
    path: '/api/v1/wallets/{entityId}/register-auth',
    summary: 'Register a primary authentication method',
    params: entity,
    body: AuthChoice.extend({
      activityId: recordId().optional(),
      payloadSignature: z.string().optional(),
      signatureType: z.string().optional(),
    }),
    response: enveloped(AuthMethod),
    failures: [
      ...submitFailures,
      'PASSKEY_IS_SECONDARY',
      'PUBLIC_KEY_INVALID',
      'OIDC_TOKEN_INVALID',
    ],
  }),
  initiateOtp: endpoint({
    id: 'wallets.initiateOtp',
    module: 'wallets',
    method: 'POST',
    path: '/api/v1/wallets/{entityId}/initiate-otp',
    summary: 'Send a one-time code by e-mail or SMS',
    params: entity,
    body: z.object({
      otpType: z.enum(['OTP_TYPE_EMAIL', 'OTP_TYPE_SMS']).optional(),
      contact: text().optional(),
    }),
    response: enveloped(
      z.object({
        otpId: z.string(),
        channel: z.enum(['EMAIL', 'SMS']),
        destinationMasked: z.string(),
        expiresAt: timestamp(),
        resendAfter: timestamp(),
      }),
    ),
    failures: ['ENTITY_NOT_FOUND'],
  }),
  startSession: endpoint({
    id: 'wallets.startSession',
    module: 'wallets',
    method: 'POST',
    path: '/api/v1/wallets/{entityId}/start-session',
    summary: 'Start a 15-minute session with a one-time code or an OIDC token',
    params: entity,
    body: z.object({
      targetPublicKey: z.string().max(400).optional(),
      ephemeralPublicKey: z.string().max(400).optional(),
      publicKey: z.string().max(400).optional(),
      otpId: recordId().optional(),
      otpCode: z.string().min(1).max(20).optional(),
      oidcToken: z.string().min(1).max(8192).optional(),
    }),
    response: enveloped(
      z.object({
        sessionId: z.string(),
        credentialBundle: z.string(),
        sessionPublicKey: z.string(),
        signatureType: z.literal('ApiKey'),
        createdAt: timestamp(),
        expiresAt: timestamp(),
      }),
    ),
    failures: [
      'ENTITY_NOT_FOUND',
      'PUBLIC_KEY_INVALID',
      'OTP_INVALID',
      'OTP_EXPIRED',
      'OIDC_TOKEN_INVALID',
      'OIDC_NONCE_MISMATCH',
    ],
  }),
  createWalletPrepare: endpoint({
    id: 'wallets.createWalletPrepare',
    module: 'wallets',
    method: 'POST',
    path: '/api/v1/wallets/{entityId}/create-wallet/prepare',
    summary: 'Prepare a wallet',
    params: entity,
    body: z.object({
      walletName: text(),
      accounts: z
        .array(z.object({ jurisdictionId: recordId() }))
        .max(20)
        .optional(),
    }),
    response: enveloped(PreparedActivity),
    failures: [...prepareFailures, 'RECORD_NOT_FOUND'],
  }),
  createWalletSubmit: endpoint({
    id: 'wallets.createWalletSubmit',
    module: 'wallets',
    method: 'POST',
    path: '/api/v1/wallets/{entityId}/create-wallet/submit',
    summary: 'Create the prepared wallet',
    params: entity,
    body: Submit,
    response: submitted(z.object({ walletId: z.string(), accounts: z.array(WalletAccount) })),
    failures: submitFailures,
  }),
  createAccountPrepare: endpoint({
    id: 'wallets.createAccountPrepare',
    module: 'wallets',
    method: 'POST',
    path: '/api/v1/wallets/{entityId}/create-account/prepare',
    summary: 'Prepare a further account of a wallet',
    params: entity,
    body: z.object({
      walletId: recordId(),
      jurisdictionId: recordId(),
      path: z
        .string()
        .max(80)
        .regex(/^m(\/\d+'?)+$/)
        .optional(),
    }),
    response: enveloped(PreparedActivity),
    failures: [...prepareFailures, 'WALLET_NOT_FOUND', 'RECORD_NOT_FOUND'],
  }),
  createAccountSubmit: endpoint({
    id: 'wallets.createAccountSubmit',
    module: 'wallets',
    method: 'POST',
    path: '/api/v1/wallets/{entityId}/create-account/submit',
    summary: 'Create the prepared account',
    params: entity,
    body: Submit,
    response: submitted(WalletAccount),
    failures: submitFailures,
  }),
  registerPasskeyPrepare: endpoint({
    id: 'wallets.registerPasskeyPrepare',
    module: 'wallets',
    method: 'POST',
    path: '/api/v1/wallets/{entityId}/register-passkey/prepare',
    summary: 'Prepare a passkey',
    params: entity,
    body: z.object({ authenticatorName: text() }),
    response: enveloped(
      PreparedActivity.extend({ creationOptions: z.looseObject({ challenge: z.string() }) }),
    ),
    failures: prepareFailures,
  }),
  registerPasskeySubmit: endpoint({
    id: 'wallets.registerPasskeySubmit',
    module: 'wallets',
    method: 'POST',
    path: '/api/v1/wallets/{entityId}/register-passkey/submit',
    summary: 'Add the prepared passkey; signed with primary authentication',
    params: entity,
    body: Submit.extend({ attestation: Attestation }),
    response: submitted(
      z.object({ authenticatorId: z.string(), credentialId: z.string(), name: z.string() }),
    ),
    failures: submitFailures,
  }),
  passkeys: endpoint({
    id: 'wallets.passkeys',
    module: 'wallets',
    method: 'GET',
    path: '/api/v1/wallets/{entityId}/passkeys',
    summary: 'List passkey authenticators',
    params: entity,
    response: enveloped(z.array(PasskeyAuthenticator)),
    failures: ['ENTITY_NOT_FOUND'],
  }),
  details: endpoint({
    id: 'wallets.details',
    module: 'wallets',
    method: 'GET',
    path: '/api/v1/wallets/{entityId}/details',
    summary: 'Read authentication methods, sessions and wallets',
    params: entity,
    response: enveloped(
      z.object({
        entityId: z.string(),
        authMethods: z.array(AuthMethod),
        sessions: z.array(z.object({ sessionId: z.string(), expiresAt: timestamp() })),
        wallets: z.array(
          z.object({
            walletId: z.string(),
            walletName: z.string(),
            createdAt: timestamp(),
            accounts: z.array(WalletAccount),
          }),
        ),
      }),
    ),
    failures: ['ENTITY_NOT_FOUND'],
  }),
  balances: endpoint({
    id: 'wallets.balances',
    module: 'wallets',
    method: 'GET',
    path: '/api/v1/wallets/{entityId}/balances',
    summary: 'Read balances from the chain',
    params: entity,
    query: z.object({ walletId: recordId().optional(), jurisdictionId: recordId().optional() }),
    response: enveloped(
      z.array(
        z.object({
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
        }),
      ),
    ),
    failures: ['ENTITY_NOT_FOUND', 'WALLET_NOT_FOUND', 'RECORD_NOT_FOUND', 'PROVIDER_UNAVAILABLE'],
  }),
  transactions: endpoint({
    id: 'wallets.transactions',
    module: 'wallets',
    method: 'GET',
    path: '/api/v1/wallets/{entityId}/transactions/{address}',
    summary: 'List the token transfers of one address',
    params: z.object({ entityId: recordId(), address: recordId() }),
    query: z.object({ ...pageQuery, sort: sortBy(['createdAt']) }),
    response: listed(
      z.object({
        hash: z.string(),
        direction: z.enum(['in', 'out', 'self']),
        from: z.string(),
        to: z.string(),
        amount: z.number(),
        currency: z.string(),
        tokenAddress: z.string(),
        fee: z.number(),
        status: z.string(),
        executionId: z.string().optional(),
        blockNumber: z.int(),
        timestamp: timestamp(),
        url: z.string(),
      }),
    ),
    failures: ['ENTITY_NOT_FOUND', 'ACCOUNT_NOT_FOUND', 'CURSOR_INVALID'],
  }),
}
