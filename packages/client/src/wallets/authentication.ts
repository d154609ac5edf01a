import { routes } from '@corridor/contract/routes'
import { createEphemeralKey, importSessionKey, openCredentialBundle } from '@corridor/signing'
import { stampActivity } from './activities.ts'
import type { Client } from '../api/client.ts'
import type { BodyFor, RequestFor } from '../api/endpoint-types.ts'
import { type Stamper, stampWith } from './stamper.ts'

const { wallets } = routes

export type AuthMethod = BodyFor<typeof wallets.registerAuth>['data']
type AuthChoice = RequestFor<typeof wallets.registerAuthPrepare>['body']

/**
 * Registers an API key as an entity's primary method. The partner's request suffices for the first
 * method; for a further one the stamper of an existing one is needed.
 */
export function registerApiKey(
  client: Client,
  request: {
    entityId: string
    name: string
    /** Compressed P-256 key in hex. */
    publicKey: string
    stamper?: Stamper
    idempotencyKey?: string
  },
): Promise<AuthMethod> {
  const { entityId, name, publicKey, ...rest } = request
  const choice = { authType: 'API_Key', apiKey: { apiKeyName: name, publicKey } }
  return register(client, { entityId, choice, ...rest })
}

/** Registers an e-mail address as a primary method; its first session makes it active. */
export function registerEmail(
  client: Client,
  request: { entityId: string; email: string; stamper?: Stamper; idempotencyKey?: string },
): Promise<AuthMethod> {
  const { entityId, email, ...rest } = request
  return register(client, { entityId, choice: { authType: 'Email_Auth', email }, ...rest })
}

async function register(
  client: Client,
  request: {
    entityId: string
    choice: AuthChoice
    stamper?: Stamper
    idempotencyKey?: string
  },
): Promise<AuthMethod> {
  const { entityId, choice, stamper, idempotencyKey } = request
  const params = { entityId }
  const stamped = stamper && (await stampedBy(stamper))
  const { body } = await client.call(wallets.registerAuth, {
    params,
    body: { ...choice, ...stamped },
    idempotencyKey,
  })
  return body.data

  async function stampedBy(existing: Stamper) {
    const prepared = await client.call(wallets.registerAuthPrepare, { params, body: choice })
    return stampActivity(prepared.body.data, {
      entityId,
      type: 'ACTIVITY_TYPE_CREATE_AUTH_METHOD',
      stamper: existing,
      compare: (parameters) => [
        ['authType', choice.authType, parameters['authType']],
        ['publicKey', choice.apiKey?.publicKey, parameters['publicKey']],
        // Addresses are kept in lower case.
        ['contact', choice.email?.toLowerCase(), parameters['contact']],
      ],
    })
  }
}

export type WalletSession = { sessionId: string; expiresAt: string; stamper: Stamper }
type SentCode = BodyFor<typeof wallets.initiateOtp>['data']

/**
 * Sends a code to the entity's address and opens a session with it, good for 15 minutes. The key of
 * the session arrives sealed to a fresh key of ours and can be used but not read out.
 */
export async function startEmailSession(
  client: Client,
  request: {
    entityId: string
    /** Asks the person for the code that was sent. */
    readCode: (sent: SentCode) => Promise<string>
  },
): Promise<WalletSession> {
  const params = { entityId: request.entityId }
  const body = { otpType: 'OTP_TYPE_EMAIL' } as const
  const sent = (await client.call(wallets.initiateOtp, { params, body })).body.data
  const otpCode = await request.readCode(sent)
  const ephemeral = await createEphemeralKey()
  const started = await client.call(wallets.startSession, {
    params,
    body: { targetPublicKey: ephemeral.publicKeyUncompressed, otpId: sent.otpId, otpCode },
  })
  const { sessionId, expiresAt, credentialBundle, sessionPublicKey } = started.body.data
  const scalar = await openCredentialBundle(credentialBundle ?? '', ephemeral)
  const key = scalar.ok ? await importSessionKey(scalar.value) : scalar
  if (!key.ok || key.value.publicKey !== sessionPublicKey)
    throw new Error('The credential bundle cannot be opened.')
  return { sessionId, expiresAt, stamper: stampWith(key.value) }
}
