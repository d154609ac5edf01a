import { z } from 'zod'
import { enveloped, recordId, text, timestamp, webAddress } from '../base/common.ts'
import { endpoint } from '../base/endpoint.ts'
import {
  AuthChoice,
  AuthMethod,
  hexKey,
  PreparedActivity,
  prepareFailures,
  Submit,
  submitFailures,
  submitted,
  walletOwner,
} from './shapes.ts'

const OidcIssuer = z
  .object({
    issuer: z.string(),
    audiences: z.array(z.string()),
    addedAt: timestamp().optional(),
    /** The sandbox's own issuer, which every partner allows. */
    builtIn: z.boolean(),
  })
  .meta({ id: 'OidcIssuer' })

/** Primary methods and sessions: how a person proves to be the owner of a wallet. */
export const walletAuthentication = {
  registerAuthPrepare: endpoint({
    id: 'wallets.registerAuthPrepare',
    module: 'wallets',
    method: 'POST',
    path: '/api/v1/wallets/{entityId}/register-auth/prepare',
    summary: 'Prepare a further primary authentication method',
    params: walletOwner,
    body: AuthChoice,
    response: enveloped(PreparedActivity),
    failures: [
      ...prepareFailures,
      'PASSKEY_IS_SECONDARY',
      'PUBLIC_KEY_INVALID',
      'OIDC_TOKEN_INVALID',
      'PROVIDER_UNAVAILABLE',
    ],
  }),
  registerAuth: endpoint({
    id: 'wallets.registerAuth',
    module: 'wallets',
    method: 'POST',
    path: '/api/v1/wallets/{entityId}/register-auth',
    summary: 'Register a primary authentication method',
    // The first method of an entity needs no stamp: without this a cookie alone would add it.
    stepUp: true,
    params: walletOwner,
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
      'PROVIDER_UNAVAILABLE',
    ],
  }),
  revokeAuthPrepare: endpoint({
    id: 'wallets.revokeAuthPrepare',
    module: 'wallets',
    method: 'POST',
    path: '/api/v1/wallets/{entityId}/revoke-auth/prepare',
    summary: 'Prepare the end of a primary method, or of a session',
    params: walletOwner,
    body: z.object({ authId: recordId() }),
    response: enveloped(PreparedActivity),
    failures: [...prepareFailures, 'RECORD_NOT_FOUND', 'LAST_PRIMARY_AUTH'],
  }),
  revokeAuthSubmit: endpoint({
    id: 'wallets.revokeAuthSubmit',
    module: 'wallets',
    method: 'POST',
    path: '/api/v1/wallets/{entityId}/revoke-auth/submit',
    summary: 'End the prepared method with its sessions; signed with primary authentication',
    params: walletOwner,
    body: Submit,
    response: submitted(z.object({ authId: z.string(), status: z.literal('REVOKED') })),
    failures: [...submitFailures, 'RECORD_NOT_FOUND'],
  }),
  initiateOtp: endpoint({
    id: 'wallets.initiateOtp',
    module: 'wallets',
    method: 'POST',
    path: '/api/v1/wallets/{entityId}/initiate-otp',
    summary: 'Send a one-time code by e-mail or SMS',
    params: walletOwner,
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
        /** To seal the code to, where it is proven by verify-otp (signing-formats.md 8.1). */
        otpEncryptionTargetBundle: z.string(),
      }),
    ),
    failures: ['ENTITY_NOT_FOUND', 'PROVIDER_UNAVAILABLE'],
  }),
  verifyOtp: endpoint({
    id: 'wallets.verifyOtp',
    module: 'wallets',
    method: 'POST',
    path: '/api/v1/wallets/{entityId}/verify-otp',
    summary: 'Prove a one-time code without showing it on the way',
    params: walletOwner,
    body: z.object({ otpId: recordId(), encryptedOtpBundle: z.string().min(1).max(4096) }),
    response: enveloped(z.object({ verificationToken: z.string(), expiresAt: timestamp() })),
    failures: ['ENTITY_NOT_FOUND', 'OTP_INVALID', 'OTP_EXPIRED', 'PUBLIC_KEY_INVALID'],
  }),
  startSession: endpoint({
    id: 'wallets.startSession',
    module: 'wallets',
    method: 'POST',
    path: '/api/v1/wallets/{entityId}/start-session',
    summary: 'Start a 15-minute session with a one-time code or an OIDC token',
    params: walletOwner,
    body: z.object({
      targetPublicKey: z.string().max(400).optional(),
      ephemeralPublicKey: z.string().max(400).optional(),
      publicKey: z.string().max(400).optional(),
      otpId: recordId().optional(),
      otpCode: z.string().min(1).max(20).optional(),
      oidcToken: z.string().min(1).max(8192).optional(),
      verificationToken: z.string().min(1).max(4096).optional(),
      /**
       * With a verification token: that the key it names is the caller's (signing-formats.md 8.1).
       */
      clientSignature: z
        .object({
          publicKey: hexKey(),
          scheme: z.string().max(80),
          message: z.string().max(4096),
          signature: z.string().max(400),
        })
        .optional(),
    }),
    response: enveloped(
      z.object({
        sessionId: z.string(),
        /** The session's key, sealed to the target key. */
        credentialBundle: z.string().optional(),
        /** In its place where the caller's own compressed key became the session's. */
        sessionToken: z.string().optional(),
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
      'PROVIDER_UNAVAILABLE',
    ],
  }),
  endSession: endpoint({
    id: 'wallets.endSession',
    module: 'wallets',
    method: 'DELETE',
    path: '/api/v1/wallets/{entityId}/sessions/{sessionId}',
    summary: 'End a session at once',
    params: z.object({ entityId: recordId(), sessionId: recordId() }),
    response: enveloped(z.object({ sessionId: z.string(), status: z.literal('REVOKED') })),
    failures: ['ENTITY_NOT_FOUND', 'RECORD_NOT_FOUND'],
  }),
  issuers: endpoint({
    id: 'wallets.issuers',
    module: 'wallets',
    method: 'GET',
    path: '/api/v1/wallets/oidc-issuers',
    summary: 'List the issuers of identity tokens that are accepted',
    response: enveloped(z.array(OidcIssuer)),
    failures: [],
  }),
  allowIssuer: endpoint({
    id: 'wallets.allowIssuer',
    module: 'wallets',
    method: 'POST',
    path: '/api/v1/wallets/oidc-issuers',
    summary: 'Accept identity tokens of an issuer for these audiences',
    stepUp: true,
    body: z.object({ issuer: webAddress(), audiences: z.array(text()).min(1).max(10) }),
    response: enveloped(OidcIssuer),
    failures: [],
  }),
  removeIssuer: endpoint({
    id: 'wallets.removeIssuer',
    module: 'wallets',
    method: 'POST',
    path: '/api/v1/wallets/oidc-issuers/remove',
    summary: 'Accept no more identity tokens of an issuer',
    stepUp: true,
    body: z.object({ issuer: webAddress() }),
    response: enveloped(z.object({ issuer: z.string(), status: z.literal('REMOVED') })),
    failures: ['RECORD_NOT_FOUND'],
  }),
}
