import { generateP256KeyPair, stampWithApiKey } from '@corridor/signing'
import type { AnyBody, Bff, Got, Partner } from '../process/bff.ts'
import { aPerson } from '../people/samples.ts'

export type TestKey = ReturnType<typeof generateP256KeyPair>
export type TestWallet = {
  partner: Partner
  entityId: string
  key: TestKey
  walletId: string
  /** In the order of the token jurisdictions: 6 decimals, then 18. */
  accounts: {
    accountId: string
    externalAccountId: string
    jurisdictionId: string
    address: string
  }[]
}

let made = 0

/** A new person. */
export async function makeEntity(bff: Bff, partner: Partner = bff.first): Promise<string> {
  made += 1
  const answer = await bff.post(
    '/api/v1/xfer/entity/create',
    aPerson({ email: `person${made}@example.com` }),
    {},
    partner,
  )
  return answer.body.data.entityId
}

/** The chain jurisdictions of the instance, 6 decimals first. */
export async function tokens(
  bff: Bff,
): Promise<{ id: string; currency: string; currencyScale: number; tokenAddress: string }[]> {
  const { body } = await bff.get('/api/v1/xfer/utility/jurisdictions?type=blockchain')
  return body.data.toSorted(
    (a: { currencyScale: number }, b: { currencyScale: number }) =>
      a.currencyScale - b.currencyScale,
  )
}

/** Prepares, stamps with an API key, submits. */
export async function act(
  bff: Bff,
  wallet: Pick<TestWallet, 'partner' | 'entityId' | 'key'>,
  operation: string,
  body: object,
): Promise<Got> {
  const base = `/api/v1/wallets/${wallet.entityId}/${operation}`
  const prepared = await bff.post(`${base}/prepare`, body, {}, wallet.partner)
  if (prepared.status !== 200) return prepared
  const { activityId, payloadToSign } = prepared.body.data
  const stamped = {
    activityId,
    payloadSignature: stampWithApiKey(payloadToSign, wallet.key),
    signatureType: 'ApiKey',
  }
  return bff.post(`${base}/submit`, stamped, {}, wallet.partner)
}

/** A person with an API key as primary method and a wallet with an account on every token. */
export async function makeWallet(bff: Bff, partner: Partner = bff.first): Promise<TestWallet> {
  const entityId = await makeEntity(bff, partner)
  const key = generateP256KeyPair()
  const apiKey = { apiKeyName: 'test', publicKey: key.publicKey }
  await bff.post(
    `/api/v1/wallets/${entityId}/register-auth`,
    { authType: 'API_Key', apiKey },
    {},
    partner,
  )
  const accounts = (await tokens(bff)).map(({ id }) => ({ jurisdictionId: id }))
  const created = await act(bff, { partner, entityId, key }, 'create-wallet', {
    walletName: 'Treasury',
    accounts,
  })
  if (created.status !== 200) throw new Error(JSON.stringify(created.body))
  return { partner, entityId, key, ...created.body.data.result }
}

/** Pays test tokens to the first account of a wallet. */
export async function fund(bff: Bff, wallet: TestWallet, amount: number, token = 0): Promise<void> {
  const account = wallet.accounts[token]
  const paid = await bff.post('/api/v1/sandbox/chain/faucet', {
    address: account?.address,
    jurisdictionId: account?.jurisdictionId,
    amount,
  })
  if (paid.status !== 200) throw new Error(JSON.stringify(paid.body))
}

let references = 0

/** The body of a simulate between the first accounts of two wallets. */
export function aTransfer(from: TestWallet, to: TestWallet, change: Record<string, unknown> = {}) {
  references += 1
  return {
    transactionId: `T-${references}`,
    fromEntityId: from.entityId,
    fromAccountId: from.accounts[0]?.externalAccountId,
    toEntityId: to.entityId,
    toAccountId: to.accounts[0]?.externalAccountId,
    exactAmountIn: 25,
    ...change,
  }
}

export const simulatePath = '/api/v1/xfer/transaction/simulate'
export const transferPath = '/api/v1/xfer/transaction/transfer'

/** Simulates, stamps with the owner's key and executes. */
export async function transfer(
  bff: Bff,
  from: TestWallet,
  to: TestWallet,
  change: Record<string, unknown> = {},
): Promise<string> {
  const quote = await bff.post(simulatePath, aTransfer(from, to, change), {}, from.partner)
  if (quote.status !== 200) throw new Error(JSON.stringify(quote.body))
  const { executionId, payloadToSign } = quote.body
  const payloadSignature = stampWithApiKey(payloadToSign, from.key)
  const done = await bff.post(
    transferPath,
    { executionId, payloadSignature, signatureType: 'ApiKey' },
    {},
    from.partner,
  )
  if (done.status !== 200) throw new Error(JSON.stringify(done.body))
  return executionId
}

/** Reads a transfer until it has this status; the test's own time limit is the bound. */
export async function until(
  bff: Bff,
  executionId: string,
  status: string,
  partner: Partner = bff.first,
): Promise<AnyBody> {
  for (;;) {
    const { body } = await bff.get(`${transferPath}/${executionId}`, partner)
    if (body.data?.status === status) return body.data
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
