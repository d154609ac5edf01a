import { randomUUID } from 'node:crypto'
import {
  type Client,
  type CreatedWallet,
  createWallet,
  registerApiKey,
  type Stamper,
  stampWith,
  type WalletAccount,
} from '@corridor/client'
import { routes } from '@corridor/contract/routes'
import {
  attestationFromRegistration,
  generateP256KeyPair,
  type P256KeyPair,
} from '@corridor/signing'
import type { Page } from '@playwright/test'
import type { Sandbox } from './stack.ts'

const { entities, sandbox: controls, wallets } = routes

/** A person with an API key as primary method and a wallet with an account on every token. */
export type Customer = {
  entityId: string
  fullName: string
  key: P256KeyPair
  stamper: Stamper
  wallet: CreatedWallet
  /** In the order of the instance's chains: 6 decimals, then 18. */
  accounts: readonly [WalletAccount, WalletAccount]
}

/** A text that no other record of the stack has. */
export const unique = () => randomUUID().slice(0, 8)

export const anAddress = {
  addressLine1: '14 Quay Street',
  addressLine2: '',
  locality: '',
  city: 'Bristol',
  state: '',
  country: 'GB',
  postalCode: 'BS1 4QA',
}

/** The body of a new person; the last name is unique. */
export function aPerson(firstName = 'Amara') {
  const lastName = `Osei ${unique()}`
  return {
    type: 'individual' as const,
    firstName,
    lastName,
    email: `${lastName.replace(' ', '.').toLowerCase()}@example.com`,
    phoneNumber: '+447400123456',
    nationality: 'GB',
    dateOfBirth: '1990-04-12',
    permanentAddress: anAddress,
  }
}

/** A new customer with a wallet, and `amount` of each token in it. */
export async function makeCustomer(
  client: Client,
  { chains }: Sandbox,
  { amount = 0 }: { amount?: number } = {},
): Promise<Customer> {
  const person = aPerson()
  const created = await client.call(entities.create, { body: person })
  const { entityId } = created.body.data
  const key = generateP256KeyPair()
  const stamper = stampWith(key)
  await registerApiKey(client, { entityId, name: 'Server', publicKey: key.publicKey })
  const jurisdictionIds = chains.map(({ jurisdictionId }) => jurisdictionId)
  const wallet = await createWallet(client, {
    entityId,
    walletName: 'Main',
    jurisdictionIds,
    stamper,
  })
  const [first, second] = jurisdictionIds.map((id) =>
    wallet.accounts.find(({ jurisdictionId }) => jurisdictionId === id),
  )
  if (!first || !second) throw new Error('The wallet lacks an account.')
  if (amount > 0) for (const account of [first, second]) await fund(client, account, amount)
  const fullName = `${person.firstName} ${person.lastName}`
  return { entityId, fullName, key, stamper, wallet, accounts: [first, second] }
}

/** Pays test tokens to a wallet account and waits for their block. */
export async function fund(client: Client, account: WalletAccount, amount: number): Promise<void> {
  const { address, jurisdictionId } = account
  await client.call(controls.faucet, { body: { address, jurisdictionId, amount } })
}

/**
 * Makes a signing passkey on the authenticator of a page of the dashboard; the customer's API key
 * allows it. Gives its credential id.
 */
export async function addPasskey(
  page: Page,
  client: Client,
  { entityId, stamper }: Pick<Customer, 'entityId' | 'stamper'>,
): Promise<string> {
  const params = { entityId }
  const body = { authenticatorName: `Laptop ${unique()}` }
  const prepared = (await client.call(wallets.registerPasskeyPrepare, { params, body })).body.data
  const { activityId, payloadToSign, creationOptions } = prepared
  const registration = await page.evaluate(async (options) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
      options as unknown as PublicKeyCredentialCreationOptionsJSON,
    )
    const credential = await navigator.credentials.create({ publicKey })
    return (credential as PublicKeyCredential).toJSON() as RegistrationResponseJSON
  }, creationOptions)
  const submitted = await client.call(wallets.registerPasskeySubmit, {
    params,
    body: {
      activityId,
      signatureType: 'ApiKey',
      payloadSignature: await stamper.stamp(payloadToSign),
      attestation: attestationFromRegistration({ ...registration, type: 'public-key' }),
    },
  })
  return submitted.body.data.result.credentialId
}
