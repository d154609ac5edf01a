import { routes } from '@corridor/contract/routes'
import { createCustomerDatabase } from '../baselines/customers.ts'
import { type BaseServer, startHono } from '../baselines/hono.ts'
import type { Bench, BenchOptions } from '../measure/bench.ts'
import { bankAccount, customerCount, germany, plantCustomers } from '../setup/customers.ts'
import { getRequest, load } from '../load/load.ts'
import { lanes } from '../measure/loops.ts'
import { type Series, alternate, judged } from '../measure/measure.ts'
import { type BenchStack, customer, startBenchStack } from '../setup/partner.ts'

const { accounts, entities } = routes
const writers = 16
/** Latency is what one reader sees; more of them would queue for the same two cores. */
const readers = 1
const many = 16
const path = '/api/v1/xfer/entity'
const goalMs = 50
const deepPages = 40

/** What people ask a list of customers for: one filter, several, rare ones, none that match. */
const questions = [
  '',
  'sort=name',
  'sort=-name&type=business',
  'kycStatus=APPROVED&country=GB',
  'kycStatus=PAUSED',
  'country=FO&sort=name',
  'type=individual&kycStatus=UNDER_REVIEW&country=DE&hasWallet=false&sort=name',
  'hasWallet=true&createdTo=2200-01-01T00:00:00Z',
  'missing=document:identity&sort=name',
  'missing=taxId',
  'q=okonkwo',
  'q=ada&kycStatus=APPROVED&sort=name',
  'q=ref-77777',
  'q=nobody+at+all',
]

/** Writes against one insert each; lists of 100,000 against the newest 50 of 100,000, and a limit. */
export const entitiesBench: Bench = {
  name: 'entities',
  what: `create entity and add account, ${writers} at once; list of ${customerCount} with filters and sorts`,
  run: async (options) => {
    const stack = await startBenchStack()
    const database = await createCustomerDatabase(stack.dataDir, customerCount)
    const hono = await startHono('customers', database.url)
    try {
      const writing = await writes(stack, hono, options)
      await plantCustomers(stack)
      const reading = await reads(stack, hono, options)
      const limit: Series = { contender: 'limit', metric: 'p95 ms', values: [goalMs] }
      const series = [...writing, ...reading, limit]
      const listing = {
        metric: 'p95 ms',
        better: 'less' as const,
        base: 'limit',
        must: 1,
        aim: 0.5,
      }
      return judged(series, [
        {
          ours: 'entity and account',
          base: 'Hono + pg, two inserts',
          metric: 'rate/s',
          better: 'more',
          must: 0.35,
          aim: 0.5,
        },
        { ...listing, ours: 'list, first page' },
        { ...listing, ours: 'list, deep page' },
        {
          ours: 'list, c=16',
          base: 'Hono + pg, newest 50, c=16',
          metric: 'rate/s',
          better: 'more',
          must: 0.5,
          aim: 0.7,
        },
      ])
    } finally {
      await hono.stop()
      await database.drop()
      await stack.remove()
    }
  },
}

async function writes(stack: BenchStack, hono: BaseServer, { rounds, seconds }: BenchOptions) {
  const { client } = stack
  const jurisdictionId = await germany(stack)
  const ours = async () => {
    const started = performance.now()
    const { body } = await client.call(entities.create, { body: customer() })
    const { entityId } = body.data
    const created = performance.now()
    await client.call(accounts.addExternal, { body: bankAccount(entityId, jurisdictionId) })
    return { create: created - started, add: performance.now() - created }
  }
  const base = `http://localhost:${hono.port}/customers`
  const bare = async () => {
    const started = performance.now()
    const { data } = await post<{ data: { id: string } }>(base, customer())
    const created = performance.now()
    await post(`${base}/${data.id}/accounts`, bankAccount(data.id, jurisdictionId))
    return { create: created - started, add: performance.now() - created }
  }
  return alternate(
    [
      { name: 'entity and account', run: () => lanes(writers, seconds, ours) },
      { name: 'Hono + pg, two inserts', run: () => lanes(writers, seconds, bare) },
    ],
    rounds,
  )
}

async function reads(stack: BenchStack, hono: BaseServer, { rounds, seconds }: BenchOptions) {
  const headers = { 'x-api-token': stack.apiToken }
  const asked = (queries: string[]) =>
    queries.map((query) => getRequest(`${path}?${query}`, headers))
  const deep = (await Promise.all(questions.map((query) => deepCursor(stack, query)))).flat()
  const run = (port: number, requests: string[], connections: number) => () =>
    load({ port, requests, connections, warmUpMs: 1000, durationMs: seconds * 1000 })
  const bare = [getRequest('/customers')]
  return alternate(
    [
      { name: 'list, first page', run: run(stack.port, asked(questions), readers) },
      { name: 'list, deep page', run: run(stack.port, asked(deep), readers) },
      { name: 'list, c=16', run: run(stack.port, asked(['']), many) },
      { name: 'Hono + pg, newest 50, c=16', run: run(hono.port, bare, many) },
    ],
    rounds,
  )
}

/** The question again, thousands of records further on; none where its list is shorter. */
async function deepCursor({ baseUrl, apiToken }: BenchStack, query: string): Promise<string[]> {
  let cursor = ''
  for (let page = 0; page < deepPages; page += 1) {
    const url = `${baseUrl}${path}?${query}&limit=200${cursor}`
    const answer = await fetch(url, { headers: { 'x-api-token': apiToken } })
    const { pagination } = (await answer.json()) as { pagination: { nextCursor: string | null } }
    if (pagination.nextCursor === null) return []
    cursor = `&cursor=${encodeURIComponent(pagination.nextCursor)}`
  }
  return [`${query}${cursor}`]
}

async function post<T>(url: string, body: object): Promise<T> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return (await answer.json()) as T
}
