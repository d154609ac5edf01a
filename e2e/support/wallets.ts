import type { Client } from '@corridor/client'
import { routes } from '@corridor/contract/routes'
import {
  generateP256KeyPair,
  oidcNonceText,
  stampFromAssertion,
  webauthnChallenge,
} from '@corridor/signing'
import { expect, type Locator, type Page } from '@playwright/test'
import type { Customer } from './customers.ts'

const { sandbox: controls, wallets } = routes

type Choice = { authType: string; email?: string; phoneNumber?: string }

/** A further primary method of a customer, which its API key signs for. */
export async function registerMethod(
  client: Client,
  { entityId, stamper }: Pick<Customer, 'entityId' | 'stamper'>,
  choice: Choice | 'OAuth',
): Promise<void> {
  const params = { entityId }
  const body = choice === 'OAuth' ? await identityOf(client, entityId) : choice
  const prepared = (await client.call(wallets.registerAuthPrepare, { params, body })).body.data
  const { activityId, payloadToSign } = prepared
  const payloadSignature = await stamper.stamp(payloadToSign)
  const stamped = { activityId, payloadSignature, signatureType: 'ApiKey' }
  await client.call(wallets.registerAuth, { params, body: { ...body, ...stamped } })
}

/** The entity's id stands for the person, as the dashboard has it. */
async function identityOf(client: Client, entityId: string) {
  const nonce = oidcNonceText(generateP256KeyPair().publicKey)
  const { body } = await client.call(controls.oidcToken, { body: { sub: entityId, nonce } })
  const { oidcToken } = body.data
  return { authType: 'OAuth', oauthProvider: { providerName: 'Sandbox sign-in', oidcToken } }
}

/** The code that was sent last by one channel to whom it was for. */
export async function codeFor(
  client: Client,
  channel: 'EMAIL' | 'SMS',
  entityId: string,
): Promise<string> {
  const query = { channel, limit: 50 }
  const { data } = (await client.call(controls.outbox, { query })).body
  const message = data.find(
    (customer) => customer.entityId === entityId && customer.code !== undefined,
  )
  if (!message?.code) throw new Error(`No code was sent by ${channel} for ${entityId}.`)
  return message.code
}

type Way = 'E-mail code' | 'SMS code' | 'Identity provider'

/** Opens a session in the dialog or panel that asks for one. */
export async function openSession(
  within: Page | Locator,
  client: Client,
  { entityId }: Pick<Customer, 'entityId'>,
  way: Way,
): Promise<void> {
  const choice = within.getByRole('radio', { name: way })
  // One way alone is not asked about.
  if ((await choice.count()) > 0) await choice.check({ force: true })
  if (way === 'Identity provider') {
    await within.getByRole('button', { name: 'Get sandbox token' }).click()
    await expect(within.getByRole('textbox', { name: 'Identity token' })).not.toHaveValue('')
  } else {
    await within.getByRole('button', { name: 'Send code' }).click()
    const code = within.getByRole('textbox', { name: 'Code', exact: true })
    await expect(code).toBeVisible()
    await code.fill(await codeFor(client, way === 'SMS code' ? 'SMS' : 'EMAIL', entityId))
  }
  await within.getByRole('button', { name: 'Start session' }).click()
}

/** The stamp of the page's passkey over a payload, whatever the service thinks of that passkey. */
export async function stampByPasskey(
  page: Page,
  payload: string,
  credentialId: string,
): Promise<string> {
  const { base64url } = webauthnChallenge(payload)
  const assertion = await page.evaluate(
    async ([challenge, id]) => {
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({
        challenge,
        allowCredentials: [{ id, type: 'public-key' }],
        userVerification: 'required',
      })
      const credential = await navigator.credentials.get({ publicKey })
      return (credential as PublicKeyCredential).toJSON() as AuthenticationResponseJSON
    },
    [base64url, credentialId] as const,
  )
  return stampFromAssertion(assertion)
}
