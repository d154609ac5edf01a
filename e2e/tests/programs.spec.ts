// The same transfer by programs: the typed client, and the public stampers that partners use already.
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import {
  type Client,
  createWallet,
  isRefusal,
  registerEmail,
  type Stamper,
  startEmailSession,
  transferBetweenWallets,
  waitForTransfer,
} from '@corridor/client'
import { routes } from '@corridor/contract/routes'
import { expect, type Page } from '@playwright/test'
import { ApiKeyStamper } from '@turnkey/api-key-stamper'
import { decryptCredentialBundle, generateP256KeyPair, getPublicKey } from '@turnkey/crypto'
import type * as webauthnStamperPackage from '@turnkey/webauthn-stamper'
import { loggedTransfers } from '../support/chain.ts'
import {
  addPasskey,
  aPerson,
  type Customer,
  fund,
  makeCustomer,
  unique,
} from '../support/customers.ts'
import { strangerTest } from '../support/journey.ts'
import { programTest as test } from '../support/test.ts'
import type { Sandbox } from '../support/stack.ts'

const { entities, sandbox: controls, wallets, transfers } = routes
const folder = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** Sends 12.5 of the first token and follows it to the chain's own record. */
async function sendAndCheck(
  { client, sandbox }: { client: Client; sandbox: Sandbox },
  from: Pick<Customer, 'entityId' | 'accounts'>,
  stamper: Stamper,
): Promise<void> {
  const to = await makeCustomer(client, sandbox)
  const { executionId } = await transferBetweenWallets(client, {
    transactionId: `program-${unique()}`,
    from: { entityId: from.entityId, accountId: from.accounts[0].externalAccountId },
    to: { entityId: to.entityId, accountId: to.accounts[0].externalAccountId },
    exactAmountIn: 12.5,
    stamper,
  })
  const done = await waitForTransfer(client, executionId, { timeoutMs: 20_000 })
  expect(done).toMatchObject({ status: 'COMPLETED', direction: 'CRYPTO_TO_CRYPTO' })
  expect(done.details.map(({ status }) => status)).not.toContain('pending')
  expect(await loggedTransfers(sandbox, done.transactionHash)).toEqual({
    status: 'success',
    transfers: [
      {
        token: sandbox.chains[0]?.tokenAddress.toLowerCase(),
        from: from.accounts[0].address.toLowerCase(),
        to: to.accounts[0].address.toLowerCase(),
        value: 12_500_000n,
      },
    ],
  })
}

/** The code of the newest mail to this address, as its reader would copy it. */
async function codeFrom(client: Client, to: string): Promise<string> {
  const { body } = await client.call(controls.outbox, { query: { channel: 'EMAIL', to, limit: 1 } })
  const code = body.data[0]?.code
  if (code === undefined) throw new Error(`No code was sent to ${to}.`)
  return code
}

test('the typed client with an API key @full', async ({ client, sandbox }) => {
  const customer = await makeCustomer(client, sandbox, { amount: 100 })
  await sendAndCheck({ client, sandbox }, customer, customer.stamper)
})

test('the typed client with an e-mail session @full', async ({ client, sandbox }) => {
  const customer = await makeCustomer(client, sandbox, { amount: 100 })
  const { entityId } = customer
  const email = `${unique()}@example.com`
  await registerEmail(client, { entityId, email, stamper: customer.stamper })
  const session = await startEmailSession(client, {
    entityId,
    readCode: () => codeFrom(client, email),
  })
  await sendAndCheck({ client, sandbox }, customer, session.stamper)
})

test('the public API-key stamper @full', async ({ client, sandbox }) => {
  const customer = await makeCustomer(client, sandbox, { amount: 100 })
  const { publicKey: apiPublicKey, privateKey: apiPrivateKey } = customer.key
  const stamper = new ApiKeyStamper({ apiPublicKey, apiPrivateKey })
  await sendAndCheck({ client, sandbox }, customer, {
    signatureType: 'ApiKey',
    stamp: async (payload) => (await stamper.stamp(payload)).stampHeaderValue,
  })
})

test('a session opened by the public cryptography makes the wallet and sends', async ({
  client,
  sandbox,
}) => {
  const person = aPerson('Wen')
  const { email } = person
  const { entityId } = (await client.call(entities.create, { body: person })).body.data
  await registerEmail(client, { entityId, email })

  const params = { entityId }
  const target = generateP256KeyPair()
  const { otpId } = (await client.call(wallets.initiateOtp, { params, body: {} })).body.data
  const otpCode = await codeFrom(client, email)
  const body = { targetPublicKey: target.publicKeyUncompressed, otpId, otpCode }
  const started = (await client.call(wallets.startSession, { params, body })).body.data
  const apiPrivateKey = decryptCredentialBundle(started.credentialBundle ?? '', target.privateKey)
  const apiPublicKey = Buffer.from(getPublicKey(apiPrivateKey)).toString('hex')
  expect(apiPublicKey).toBe(started.sessionPublicKey)

  const keyStamper = new ApiKeyStamper({ apiPublicKey, apiPrivateKey })
  const stamper: Stamper = {
    signatureType: 'ApiKey',
    stamp: async (payload) => (await keyStamper.stamp(payload)).stampHeaderValue,
  }
  const jurisdictionIds = sandbox.chains.map(({ jurisdictionId }) => jurisdictionId)
  const wallet = await createWallet(client, {
    entityId,
    walletName: 'Opened by mail',
    jurisdictionIds,
    stamper,
  })
  const [account] = wallet.accounts
  if (!account) throw new Error('The wallet has no account.')
  await fund(client, account, 50)
  await sendAndCheck({ client, sandbox }, { entityId, accounts: [account, account] }, stamper)
})

/** The public passkey stamper as a module for the page, made by the dashboard's own bundler. */
async function stamperModule(): Promise<string> {
  const { resolve } = createRequire(folder('apps/web/package.json'))
  const vite = (await import(pathToFileURL(resolve('vite')).href)) as {
    build: (config: object) => Promise<{ output: { code?: string }[] }[]>
  }
  const entry = fileURLToPath(import.meta.resolve('@turnkey/webauthn-stamper'))
  const [built] = await vite.build({
    configFile: false,
    root: folder('e2e'),
    logLevel: 'error',
    build: { write: false, minify: false, lib: { entry, formats: ['es'] } },
  })
  return built?.output[0]?.code ?? ''
}

/** A page of the same origin that holds the public stamper and nothing else. */
async function openStamperPage(page: Page): Promise<void> {
  const code = await stamperModule()
  const html = `<title>A partner's page</title><script type="module">
    import * as stamper from '/partner/stamper.js'
    window.stamper = stamper</script>`
  await page.route('**/partner/*', (route) =>
    route.request().url().endsWith('.js')
      ? route.fulfill({ contentType: 'text/javascript', body: code })
      : route.fulfill({ contentType: 'text/html', body: html }),
  )
  await page.goto('/partner/page')
  await page.waitForFunction(() => 'stamper' in window)
}

declare global {
  interface Window {
    stamper: typeof webauthnStamperPackage
  }
}

strangerTest(
  'the public passkey stamper in a page @full',
  async ({ page, client, sandbox, authenticator }) => {
    const customer = await makeCustomer(client, sandbox, { amount: 100 })
    await openStamperPage(page)
    const credentialId = await addPasskey(page, client, customer)
    expect(await authenticator.credentials()).toHaveLength(1)
    await sendAndCheck({ client, sandbox }, customer, {
      signatureType: 'WebAuthn',
      stamp: (payload) =>
        page.evaluate(
          async ([text, id]) => {
            const bytes = (base64url: string) =>
              Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
                letter.charCodeAt(0),
              )
            const stamper = new window.stamper.WebauthnStamper({
              rpId: 'localhost',
              userVerification: 'required',
              allowCredentials: [{ id: bytes(id), type: 'public-key' }],
            })
            return (await stamper.stamp(text)).stampHeaderValue
          },
          [payload, credentialId] as const,
        ),
    })
  },
)

test('a stamp over another text moves nothing', async ({ client, sandbox }) => {
  const from = await makeCustomer(client, sandbox, { amount: 100 })
  const to = await makeCustomer(client, sandbox)
  const refused = await transferBetweenWallets(client, {
    transactionId: `program-${unique()}`,
    from: { entityId: from.entityId, accountId: from.accounts[0].externalAccountId },
    to: { entityId: to.entityId, accountId: to.accounts[0].externalAccountId },
    exactAmountIn: 12.5,
    stamper: { ...from.stamper, stamp: (payload) => from.stamper.stamp(`${payload} `) },
  }).then(
    () => 'sent',
    (error: unknown) => (isRefusal(error, 'SIGNATURE_INVALID') ? 'refused' : String(error)),
  )
  expect(refused).toBe('refused')
  const listed = await client.call(transfers.listOfEntity, {
    params: { entityId: from.entityId },
  })
  expect(listed.body.data).toEqual([])
})
