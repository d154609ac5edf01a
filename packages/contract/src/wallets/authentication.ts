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
    issuer: z.string().describe('Address of the issuer, as its tokens name it in `iss`.'),
    audiences: z.array(z.string()).describe('Audiences of which a token has to name one in `aud`.'),
    addedAt: timestamp().optional().describe('When it was allowed; absent of the sandbox’s own.'),
    builtIn: z
      .boolean()
      .describe('Whether it is the sandbox’s own issuer, which every partner allows.'),
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
      activityId: recordId()
        .optional()
        .describe('Id of the prepared activity; needed for all but the first method.'),
      payloadSignature: z
        .string()
        .optional()
        .describe('Stamp over the prepared text by a method that is registered.'),
      signatureType: z.string().optional().describe('ApiKey or WebAuthn, as the stamp was made.'),
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
    body: z.object({
      authId: recordId().describe('Id of the method, `auth_…`, or of a session, `ses_…`.'),
    }),
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
    response: submitted(
      z.object({
        authId: z.string().describe('Id of the method or session that ended.'),
        status: z.literal('REVOKED').describe('Always REVOKED here.'),
      }),
    ),
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
      otpType: z
        .enum(['OTP_TYPE_EMAIL', 'OTP_TYPE_SMS'])
        .optional()
        .describe('How the code is sent; as the first registered method takes it when absent.'),
      contact: text()
        .optional()
        .describe('Address or number that it goes to; the registered one when absent.'),
    }),
    response: enveloped(
      z.object({
        otpId: z.string().describe('Id of the code, for starting a session.'),
        channel: z.enum(['EMAIL', 'SMS']).describe('How the code was sent.'),
        destinationMasked: z.string().describe('Where it was sent, masked.'),
        expiresAt: timestamp().describe('Until when the code is taken, 5 minutes.'),
        resendAfter: timestamp().describe('When another code should be asked for at the earliest.'),
        otpEncryptionTargetBundle: z
          .string()
          .describe('Key to seal the code to, where verify-otp proves it (guide to signing).'),
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
    body: z.object({
      otpId: recordId().describe('Id of the code, as it was answered.'),
      encryptedOtpBundle: z
        .string()
        .min(1)
        .max(4096)
        .describe('The code, sealed to the key of `otpEncryptionTargetBundle`.'),
    }),
    response: enveloped(
      z.object({
        verificationToken: z.string().describe('Proof of the code, for starting a session once.'),
        expiresAt: timestamp().describe('Until when the proof is taken.'),
      }),
    ),
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
      targetPublicKey: z
        .string()
        .max(400)
        .optional()
        .describe('Your own fresh key: P-256, uncompressed, 130 hexadecimal digits.'),
      ephemeralPublicKey: z
        .string()
        .max(400)
        .optional()
        .describe('Another name of `targetPublicKey`.'),
      publicKey: z
        .string()
        .max(400)
        .optional()
        .describe(
          'Your own compressed key, which becomes the session’s; uncompressed, another name of `targetPublicKey`.',
        ),
      otpId: recordId().optional().describe('Id of the code that was sent; with `otpCode`.'),
      otpCode: z
        .string()
        .min(1)
        .max(20)
        .optional()
        .describe('The code of six digits that was sent.'),
      oidcToken: z
        .string()
        .min(1)
        .max(8192)
        .optional()
        .describe('Identity token whose nonce is the SHA-256 of the key; in place of a code.'),
      verificationToken: z
        .string()
        .min(1)
        .max(4096)
        .optional()
        .describe('Proof of the code by verify-otp; in place of a code.'),
      clientSignature: z
        .object({
          publicKey: hexKey().describe('Key that signs, compressed, in hexadecimal.'),
          scheme: z
            .string()
            .max(80)
            .describe('Scheme of the signature: CLIENT_SIGNATURE_SCHEME_API_P256.'),
          message: z.string().max(4096).describe('The text that is signed.'),
          signature: z.string().max(400).describe('The signature in hexadecimal.'),
        })
        .optional()
        .describe('With a verification token: that the key it names is yours (guide to signing).'),
    }),
    response: enveloped(
      z.object({
        sessionId: z.string().describe('Id of the session, `ses_…`.'),
        credentialBundle: z
          .string()
          .optional()
          .describe('The session’s key, sealed to the target key; absent with `sessionToken`.'),
        sessionToken: z
          .string()
          .optional()
          .describe('In its place where your own compressed key became the session’s.'),
        sessionPublicKey: z
          .string()
          .describe('Public key of the session, compressed, in hexadecimal.'),
        signatureType: z.literal('ApiKey').describe('How to sign with it: always ApiKey.'),
        createdAt: timestamp().describe('When it began.'),
        expiresAt: timestamp().describe('When it ends, 15 minutes after it began.'),
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
    params: z.object({
      entityId: recordId(),
      sessionId: recordId(),
    }),
    response: enveloped(
      z.object({
        sessionId: z.string().describe('Id of the session, `ses_…`.'),
        status: z.literal('REVOKED').describe('Always REVOKED here.'),
      }),
    ),
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
    body: z.object({
      issuer: webAddress().describe('Address of the issuer, as its tokens name it in `iss`.'),
      audiences: z
        .array(text())
        .min(1)
        .max(10)
        .describe('Audiences of which a token has to name one, 1 to 10.'),
    }),
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
    body: z.object({ issuer: webAddress().describe('Address of the issuer, as it was allowed.') }),
    response: enveloped(
      z.object({
        issuer: z.string().describe('Address of the issuer.'),
        status: z.literal('REMOVED').describe('Always REMOVED here.'),
      }),
    ),
    failures: ['RECORD_NOT_FOUND'],
  }),
}
