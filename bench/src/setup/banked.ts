import { routes } from '@corridor/contract/routes'
import { adminUrl } from '../measure/admin.ts'
import { askChild } from '../load/child.ts'
import type { FlowJob, FlowResult } from '../load/flow-child.ts'
import { postRequest } from '../load/load.ts'
import { type BenchStack, customer, type Program, startBenchStack } from './partner.ts'

const { accounts, entities, sandbox, transfers } = routes
const amount = 100
const limitUsd = '900000000000'

/** Payer and payee of a transfer by bank: two verified customers with an account each. */
export type Parties = {
  fromEntityId: string
  fromAccountId: string
  toEntityId: string
  toAccountId: string
}

/** The real program with customers that pay each other by bank, and no limit of the day in the way. */
export async function startBankedStack(
  count: number,
  program?: Program,
  settings?: Record<string, string>,
): Promise<{ stack: BenchStack; parties: Parties[] }> {
  const stack = await startBenchStack(program, settings)
  return { stack, parties: await bankedParties(stack, count) }
}

/** Customers that pay each other by bank, of the first partner or of another whose key the stack has. */
export async function bankedParties(stack: BenchStack, count: number, at = 0): Promise<Parties[]> {
  const partner = stack.sandbox().partners[at]?.svcPartnerId ?? ''
  await stack.admin(['limits', 'set', '--partner', partner, '--daily-limit', limitUsd])
  const countries = await stack.client.call(accounts.listJurisdictions, { query: { limit: 200 } })
  const idOf = (code: string): string =>
    countries.body.data.find(({ countryCode }) => countryCode === code)?.id ?? ''
  const [german, spanish] = [idOf('DE'), idOf('ES')]
  const parties: Parties[] = []
  while (parties.length < count) {
    const from = await banked(stack, german, 'DE89370400440532013000')
    const to = await banked(stack, spanish, 'ES9121000418450200051332')
    parties.push({
      fromEntityId: from.entityId,
      fromAccountId: from.accountId,
      toEntityId: to.entityId,
      toAccountId: to.accountId,
    })
  }
  return parties
}

async function banked({ client }: BenchStack, jurisdictionId: string, iban: string) {
  const { body } = await client.call(entities.create, { body: customer() })
  const { entityId } = body.data
  await client.call(sandbox.decideKyc, { params: { entityId }, body: { decision: 'APPROVED' } })
  const added = await client.call(accounts.addExternal, {
    body: { entityId, jurisdictionId, type: 'BANK', ownership: 'SELF', account: { iban } },
  })
  return { entityId, accountId: added.body.data.accountId ?? '' }
}

/** One request to simulate for each pair; each time it is sent it asks under a new id. */
export const simulateRequests = ({ apiToken }: BenchStack, parties: readonly Parties[]) =>
  quotesOf(parties).map((quote) =>
    postRequest(
      transfers.simulate.path,
      { transactionId: '{{uuid}}', ...quote },
      { 'x-api-token': apiToken },
    ),
  )

/** What a quote for each pair asks, beside an id. */
const quotesOf = (parties: readonly Parties[]) =>
  parties.map((pair) => ({ ...pair, exactAmountIn: amount }))

/** What an execution says beside which quote it means. */
const acknowledged = (version: string) => ({
  transferAcknowledgement: version,
  counterPartyRiskAcknowledged: true,
})

/** Flows by bank, so many beside each other, each from its quote until it is COMPLETED. */
export async function flows(stack: BenchStack, { parties, version, lanes, seconds }: FlowsAsked) {
  const { count, errors, ...took } = await askChild<FlowResult>('flow-child.ts', {
    port: stack.port,
    apiToken: stack.apiToken,
    svcPartnerId: stack.sandbox().partners[0]?.svcPartnerId ?? '',
    databaseUrl: adminUrl(stack.dataDir, 'corridor'),
    lanes,
    seconds,
    quotes: quotesOf(parties),
    simulatePath: transfers.simulate.path,
    executePath: transfers.execute.path,
    depositPath: sandbox.depositForTransfer.path,
    acknowledged: acknowledged(version),
  } satisfies FlowJob)
  const { p50Ms, p99Ms, maxMs } = took
  const rate = count / took.seconds
  return { 'rate/s': rate, 'p50 ms': p50Ms, 'p99 ms': p99Ms, 'max ms': maxMs, errors }
}

type FlowsAsked = { parties: readonly Parties[]; version: string; lanes: number; seconds: number }

/** What finds the id of a quote in an answer. */
export const quoteId = '"executionId":"(exec_[0-9a-z]+)"'

/** One request to execute for each quote. */
export const executeRequests = (
  { apiToken }: BenchStack,
  version: string,
  ids: readonly string[],
): string[] =>
  ids.map((executionId) =>
    postRequest(
      transfers.execute.path,
      { executionId, ...acknowledged(version) },
      { 'x-api-token': apiToken },
    ),
  )

/** A quote as a partner's program asks for one. */
export async function simulated({ client }: BenchStack, pair: Parties) {
  const body = { transactionId: crypto.randomUUID(), ...pair, exactAmountIn: amount }
  const quote = await client.call(transfers.simulate, { body })
  if (!('data' in quote.body)) throw new Error('Between two banks there is no stamp.')
  const { executionId, transferAcknowledgement } = quote.body.data
  return { executionId, version: transferAcknowledgement.version }
}

/** Quotes and executes: the transfer waits for its deposit. Gives its id. */
export async function started(stack: BenchStack, pair: Parties | undefined): Promise<string> {
  if (!pair) throw new Error('no parties')
  const { executionId, version } = await simulated(stack, pair)
  const body = { executionId, ...acknowledged(version) }
  await stack.client.call(transfers.execute, { body })
  return executionId
}
