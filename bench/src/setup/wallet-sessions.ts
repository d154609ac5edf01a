import { randomUUID } from 'node:crypto'
import { registerEmail } from '@corridor/client'
import { routes } from '@corridor/contract/routes'
import { generateP256KeyPair, oidcNonceText } from '@corridor/signing'
import { postRequest } from '../load/load.ts'
import { concurrently } from './concurrently.ts'
import { type BenchStack, customer } from './partner.ts'

const { entities, sandbox, wallets } = routes

/** A customer whose only primary method is an address, or a name with the sandbox's issuer. */
export type SessionOwner = { entityId: string; known: string }

/** What one start-session brings: a proof, and the key that it is for. */
export type Proof = (stack: BenchStack, owner: SessionOwner) => Promise<Record<string, string>>

export const ownersByEmail = (stack: BenchStack, count: number): Promise<SessionOwner[]> =>
  owners(count, async () => {
    const entityId = await createEntity(stack)
    const email = `${randomUUID()}@example.com`
    await registerEmail(stack.client, { entityId, email })
    return { entityId, known: email }
  })

export const ownersByToken = (stack: BenchStack, count: number): Promise<SessionOwner[]> =>
  owners(count, async () => {
    const entityId = await createEntity(stack)
    const sub = randomUUID()
    const oidcToken = await tokenOf(stack, sub, randomUUID())
    await stack.client.call(wallets.registerAuth, {
      params: { entityId },
      body: { authType: 'OAuth', oauthProvider: { providerName: 'Sandbox', oidcToken } },
    })
    return { entityId, known: sub }
  })

/** The code of the message that was just sent; the session's key comes sealed. */
export const codeProof: Proof = async ({ client }, { entityId, known }) => {
  const body = { otpType: 'OTP_TYPE_EMAIL', contact: known } as const
  const sent = await client.call(wallets.initiateOtp, { params: { entityId }, body })
  const { otpId } = sent.body.data
  const messages = await client.call(sandbox.outbox, { query: { channel: 'EMAIL', to: known } })
  const message = messages.body.data.find((each) => each.otpId === otpId)
  if (message?.code === undefined) throw new Error('The code is not in the mailbox')
  const targetPublicKey = generateP256KeyPair().publicKeyUncompressed
  return { targetPublicKey, otpId, otpCode: message.code }
}

/** An identity token; the session's key comes sealed. */
export const tokenProof: Proof = async (stack, { known }) => {
  const targetPublicKey = generateP256KeyPair().publicKeyUncompressed
  return { targetPublicKey, oidcToken: await tokenOf(stack, known, oidcNonceText(targetPublicKey)) }
}

/** An identity token for a key that the client keeps: nothing is sealed, the answer has a token. */
export const ownKeyProof: Proof = async (stack, { known }) => {
  const { publicKey } = generateP256KeyPair()
  return { publicKey, oidcToken: await tokenOf(stack, known, oidcNonceText(publicKey)) }
}

/** One request to start a session for each owner. */
export const sessionRequests = (stack: BenchStack, list: readonly SessionOwner[], proof: Proof) =>
  concurrently(list, async (owner) =>
    postRequest(
      wallets.startSession.path.replace('{entityId}', owner.entityId),
      await proof(stack, owner),
      { 'x-api-token': stack.apiToken },
    ),
  )

const owners = (count: number, make: () => Promise<SessionOwner>): Promise<SessionOwner[]> =>
  concurrently(Array.from({ length: count }), make)

async function createEntity({ client }: BenchStack): Promise<string> {
  const { body } = await client.call(entities.create, { body: customer() })
  return body.data.entityId
}

async function tokenOf({ client }: BenchStack, sub: string, nonce: string): Promise<string> {
  const { body } = await client.call(sandbox.oidcToken, { body: { sub, nonce } })
  return body.data.oidcToken
}
