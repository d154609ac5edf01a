import { type Client, isRefusal } from '@corridor/client'
import { routes } from '@corridor/contract/routes'
import { transferAcknowledgement } from '@corridor/domain'
import type { JurisdictionIds } from './accounts.ts'
import type { DemoEnd, DemoOrdinary, DemoPlace } from './demo-records.ts'
import type { SeededWallet } from './wallets.ts'

export type SeededEntity = { key: string; entityId: string; wallet: SeededWallet | undefined }
export type Place = { ids: JurisdictionIds; entities: readonly SeededEntity[] }

/**
 * Orders the partner's transfers by bank and chain and pays them in, all at once; they come to their
 * ends by themselves, and no start waits for that. What a start before this one has done is found.
 */
export async function seedOrdinary(
  client: Client,
  place: Place,
  transfers: readonly DemoOrdinary[],
): Promise<void> {
  await Promise.all(transfers.map((demo) => seedOne(client, place, demo)))
}

async function seedOne(client: Client, place: Place, demo: DemoOrdinary): Promise<void> {
  const { executionId, isQuote } = await order(client, place, demo)
  if (demo.ends === 'PENDING' || !(isQuote || (await isPending(client, executionId)))) return
  await payIn(client, executionId, demo)
}

/** The transfer's quote, executed; of what a start before this one has done, only the id. */
export async function order(client: Client, place: Place, demo: DemoOrdinary) {
  const { transactionId, ends } = demo
  const quoted = await simulate(client, place, demo)
  const { executionId, isQuote } = quoted
  if (!isQuote) return quoted
  const body = orders[ends]
  const params = { executionId }
  const idempotencyKey = `seed:order:${transactionId}`
  if (body) await client.call(routes.sandbox.failTransfer, { params, body, idempotencyKey })
  await execute(client, executionId)
  return quoted
}

/** Pays an ordered transfer in, or cancels it, as the demo wants it to end. */
export async function payIn(
  client: Client,
  executionId: string,
  { transactionId, ends, amount }: DemoOrdinary,
): Promise<void> {
  const key = (what: string) => ({ idempotencyKey: `seed:${what}:${transactionId}` })
  if (ends === 'CANCELLED') {
    const body = { executionId, reason: 'Ordered twice' }
    await client.call(routes.transfers.cancel, { body, ...key('cancel') })
    return
  }
  const body = ends === 'IN_REVIEW' ? { amount: amount - shortBy } : {}
  const params = { executionId }
  await client.call(routes.sandbox.depositForTransfer, { params, body, ...key('deposit') })
}

export async function isPending(client: Client, executionId: string): Promise<boolean> {
  const { body } = await client.call(routes.transfers.read, { params: { executionId } })
  return body.data.status === 'PENDING'
}

/** What the sandbox makes of a transfer that is to end badly. */
const orders: Partial<Record<DemoEnd, { step: string; failureCode: string }>> = {
  FAILED: { step: 'payout_confirmed', failureCode: 'BENEFICIARY_ACCOUNT_CLOSED' },
  REFUNDED: { step: 'payout_confirmed', failureCode: 'RAIL_REJECTED' },
}
/** So much less arrives that staff have to review it. */
const shortBy = 40

/** A transaction id names one transfer for ever: the one that a start before this one has executed, too. */
async function simulate(client: Client, place: Place, demo: DemoOrdinary) {
  const [from, to] = await Promise.all([
    endOf(client, place, demo.from),
    endOf(client, place, demo.to),
  ])
  const { transactionId, amount: exactAmountIn, reference, purposeCode } = demo
  const body = {
    transactionId,
    fromEntityId: from.entityId,
    fromAccountId: from.accountId,
    toEntityId: to.entityId,
    toAccountId: to.accountId,
    exactAmountIn,
    purposeCode,
    ...(reference === undefined ? {} : { reference }),
  }
  try {
    const { body: quote } = await client.call(routes.transfers.simulate, { body })
    const { executionId } = 'payloadToSign' in quote ? quote : quote.data
    return { executionId, isQuote: true }
  } catch (error) {
    const existingId = isRefusal(error, 'TRANSACTION_ID_USED') && error.details[0]?.['existingId']
    if (typeof existingId === 'string') return { executionId: existingId, isQuote: false }
    throw error
  }
}

/** The answer of an earlier start may have been lost; then it is executed already. */
async function execute(client: Client, executionId: string): Promise<void> {
  const body = {
    executionId,
    transferAcknowledgement: transferAcknowledgement.version,
    counterPartyRiskAcknowledged: true,
  }
  try {
    await client.call(routes.transfers.execute, { body })
  } catch (error) {
    if (!isRefusal(error, 'EXECUTION_ALREADY_EXECUTED')) throw error
  }
}

/** The customer's account in a country, or its wallet on the first token. */
export async function endOf(client: Client, { ids, entities }: Place, end: DemoPlace) {
  const customer = entities.find(({ key }) => key === end.customer)
  if (!customer) throw new Error(`the demo data names no customer ${end.customer}`)
  const { entityId, wallet } = customer
  if (end.at === 'wallet') {
    const account = wallet?.accounts[0]
    if (!account) throw new Error(`the customer ${end.customer} has no wallet`)
    return { entityId, accountId: account.externalAccountId }
  }
  const query = { jurisdictionId: ids(end.at), kind: 'BANK' as const }
  const params = { entityId }
  const { body } = await client.call(routes.accounts.listExternalOfEntity, { params, query })
  const [account] = body.data
  if (!account) throw new Error(`the customer ${end.customer} has no account in ${end.at}`)
  return { entityId, accountId: account.accountId }
}
