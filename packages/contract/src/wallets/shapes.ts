import { z } from 'zod'
import { enveloped, maskedText, recordId, text, timestamp } from '../base/common.ts'
import type { FailureCode } from '../base/failures.ts'

/** The path's entity, whose wallets an operation is about. */
export const walletOwner = z.object({ entityId: recordId() })
export const hexKey = () => z.string().min(1).max(200)

export const AuthChoice = z.object({
  authType: z.string().min(1).max(40).describe('API_Key, OAuth, Email_Auth or SMS_Auth.'),
  apiKey: z
    .object({
      apiKeyName: text().describe('Your own name of the key.'),
      publicKey: hexKey().describe(
        'Public key on P-256 in hexadecimal: compressed 66 or uncompressed 130 digits.',
      ),
    })
    .optional()
    .describe('The key pair of a program; with API_Key.'),
  oauthProvider: z
    .object({
      providerName: text().describe('Your own name of the provider.'),
      oidcToken: z
        .string()
        .min(1)
        .max(8192)
        .describe('Identity token (JWT) of an accepted issuer.'),
    })
    .optional()
    .describe('The identity provider; with OAuth.'),
  email: z
    .email()
    .max(200)
    .or(maskedText())
    .optional()
    .describe(
      'E-mail address that codes go to; with Email_Auth. Of the first method it may be the customer’s own, masked.',
    ),
  phoneNumber: z
    .string()
    .min(1)
    .max(40)
    .optional()
    .describe('Phone number that codes go to, such as +447400123456; with SMS_Auth.'),
})

export const Submit = z.object({
  activityId: recordId().describe('Id of the activity, `act_…`, as prepare answered it.'),
  // Of any form: what is no stamp, the signer names.
  payloadSignature: z.string().describe('Stamp over `payloadToSign` (guide to signing).'),
  signatureType: z.string().describe('ApiKey or WebAuthn, as the stamp was made.'),
})

export const PreparedActivity = z
  .object({
    activityId: z.string().describe('Id of the activity, `act_…`.'),
    type: z.string().describe('Type of the activity, as the payload names it.'),
    payloadToSign: z.string().describe('The exact text to sign; it names this activity.'),
    fingerprint: z
      .string()
      .describe('SHA-256 of the text in hexadecimal, to compare on another screen.'),
    summary: z
      .object({
        title: z.string().describe('What is about to be done.'),
        lines: z.array(z.string()).describe('Facts to check, a line each.'),
        risks: z
          .array(z.string())
          .describe('What cannot be undone or is unusual; empty where nothing is.'),
      })
      .describe('What the signature allows, to show before it is made.'),
    signatureTypes: z.array(z.string()).describe('Which signatures are taken: ApiKey, WebAuthn.'),
    expiresAt: timestamp().describe('Until when the signature is taken.'),
  })
  .meta({ id: 'PreparedActivity' })

export const WalletAccount = z
  .object({
    accountId: z.string().describe('Id of the account of the wallet, `wac_…`.'),
    externalAccountId: z
      .string()
      .describe('Id of the same account where transfers name it, `acc_…`.'),
    jurisdictionId: z.string().describe('Id of the token on its chain, `jur_…`.'),
    address: z.string().describe('Address on its chain.'),
    curve: z.string().describe('Curve of the key, such as CURVE_SECP256K1.'),
    pathFormat: z.string().describe('Format of the path, such as PATH_FORMAT_BIP32.'),
    path: z.string().describe("Path of derivation, such as m/44'/60'/0'/0/0."),
    addressFormat: z.string().describe('Format of the address, such as ADDRESS_FORMAT_ETHEREUM.'),
  })
  .meta({ id: 'WalletAccount' })

export const AuthMethod = z
  .object({
    authId: z.string().describe('Id of the method, `auth_…`.'),
    authType: z.string().describe('API_Key, OAuth, Email_Auth or SMS_Auth.'),
    status: z
      .enum(['PENDING_VERIFICATION', 'ACTIVE', 'REVOKED'])
      .describe('State of the method; e-mail and SMS are ACTIVE after the first session.'),
    createdAt: timestamp().describe('When it was registered.'),
    label: z
      .string()
      .optional()
      .describe(
        'What people know it by: name of a key or provider, or the masked contact; absent where there is none.',
      ),
  })
  .meta({ id: 'AuthMethod' })

export const PasskeyAuthenticator = z
  .object({
    authenticatorId: z.string().describe('Id of the passkey, `pk_…`.'),
    name: z.string().describe('Name that it was given.'),
    credentialId: z.string().describe('Its credential id in WebAuthn, in base64url.'),
    aaguid: z
      .string()
      .describe('Model of the authenticator, as a UUID; all zeros where it does not name one.'),
    transports: z.array(z.string()).describe('How it is reached, such as internal or usb.'),
    backedUp: z.boolean().describe('Whether it is kept in the cloud of its maker.'),
    createdAt: timestamp().describe('When it was registered.'),
    lastUsedAt: timestamp().optional().describe('When it last signed; absent before.'),
    status: z.string().describe('ACTIVE or DELETED.'),
  })
  .meta({ id: 'PasskeyAuthenticator' })

export const WalletSession = z
  .object({
    sessionId: z.string().describe('Id of the session, `ses_…`.'),
    authId: z.string().describe('Id of the primary method that it came from, `auth_…`.'),
    createdAt: timestamp().describe('When it began.'),
    expiresAt: timestamp().describe('When it ends, 15 minutes after it began.'),
  })
  .meta({ id: 'WalletSession' })

/** What is asked for again and again of one address: its coin and tokens at one block. */
export const WalletBalance = z.object({
  address: z.string().describe('Address on its chain.'),
  networkName: z.string().describe('Name of the chain.'),
  chainId: z.string().describe('Id of the chain, as text.'),
  native: z
    .object({
      currency: z.string().describe('Code of the coin.'),
      amount: z.number().describe('Its amount, in units of the coin.'),
    })
    .describe('The coin that pays the chain’s fees.'),
  tokens: z
    .array(
      z.object({
        currency: z.string().describe('Code of the token.'),
        tokenAddress: z.string().describe('Address of the token’s contract.'),
        amount: z.number().describe('Its amount, in units of the token.'),
        decimals: z.int().describe('Decimals of the token.'),
      }),
    )
    .describe('The listed tokens of the address.'),
  asOf: timestamp().describe('When the chain was read.'),
  blockNumber: z.int().describe('Number of the block that was read.'),
})

export const submitted = <T extends z.ZodType>(result: T) =>
  enveloped(
    z.object({
      activityId: z.string().describe('Id of the activity, `act_…`.'),
      status: z.string().describe('COMPLETED, or EXECUTING while it waits for its time.'),
      result: result.describe('What came of it.'),
    }),
  )

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
