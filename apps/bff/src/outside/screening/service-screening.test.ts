import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AnyBody } from '../../../test/support/process/bff.ts'
import { readConfig } from '../../config/config.ts'
import { createLog } from '../../config/log.ts'
import { StaleList } from './fresh.ts'
import { openScreening } from './open.ts'
import { createServiceScreening } from './service-screening.ts'

/** What the API answers, in the form of yente 5; `asked` is what it was asked. */
let answers: (path: string, body: Record<string, unknown>) => [status: number, body: unknown]
let asked: { path: string; key: string | undefined; body: AnyBody }[] = []
let base = ''

const server = createServer((request, response) => void answer(request, response))
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let text = ''
  for await (const part of request) text += String(part)
  const path = request.url ?? ''
  const body = text === '' ? {} : JSON.parse(text)
  asked.push({ path, key: request.headers.authorization, body })
  const [status, reply] = answers(path, body)
  if (status === 0) return
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(reply))
}

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((closed) => server.close(closed))
})

const catalog = {
  datasets: [
    { name: 'other', title: 'Other', version: '20260101000000-aaa' },
    {
      name: 'sanctions',
      title: 'Consolidated sanctions',
      version: '20261128120000-bbb',
      index_version: '20261128060000-abc',
      last_export: '2026-11-28T06:00:00',
    },
  ],
}
const putin = {
  id: 'Q7747',
  caption: 'Vladimir Putin',
  schema: 'Person',
  score: 0.93,
  match: true,
  datasets: ['us_ofac_sdn', 'eu_fsf'],
  properties: { birthDate: ['1952-10-07'], country: ['ru'], programId: ['US-RUSHAR'] },
  explanations: {
    name_match: { score: 0.93, detail: 'VladimirPutin ~ Vladimir Putin' },
    country_disjoint: { score: 0, detail: null },
  },
}
/** Each query has the results that a function gives for it. */
const matching =
  (resultsOf: (query: AnyBody) => unknown[]): typeof answers =>
  (path, body) => {
    if (path === '/catalog') return [200, catalog]
    const queries = Object.entries(body['queries'] as Record<string, AnyBody>)
    return [
      200,
      {
        limit: 100,
        responses: Object.fromEntries(
          queries.map(([name, query]) => {
            const results = resultsOf(query)
            return [
              name,
              { status: 200, results, total: { value: results.length, relation: 'eq' }, query },
            ]
          }),
        ),
      },
    ]
  }

const service = (timeoutMs = 2_000) =>
  createServiceScreening({ url: `${base}/match/sanctions`, key: 'secret-key', timeoutMs })

beforeEach(() => {
  asked = []
  answers = matching((query) => (query['properties'].name?.[0] === 'VladimirPutin' ? [putin] : []))
})

const failedQuery = { responses: { 0: { status: 500, results: [] } } }

describe('the match API', () => {
  test('is asked by name, birth and country, and gives hits as the list does', async () => {
    const report = await service().screen([
      { name: 'Ada Lovelace' },
      { name: 'VladimirPutin', dateOfBirth: '1952-10-07', country: 'DE' },
    ])
    expect(report).toEqual({
      list: 'Consolidated sanctions',
      publishedAt: '2026-11-28T06:00:00.000Z',
      version: '20261128060000-abc',
      threshold: 70,
      hits: [
        {
          subject: 1,
          name: 'VladimirPutin',
          score: 93,
          listedName: 'Vladimir Putin',
          program: 'US-RUSHAR',
          reference: 'Q7747',
          dateOfBirth: 'SAME',
          country: 'DIFFERENT',
          because: ['VladimirPutin ~ Vladimir Putin'],
        },
      ],
    })
    const [, match] = asked
    expect(match?.path).toBe('/match/sanctions?threshold=0.7&limit=100')
    expect(match?.key).toBe('ApiKey secret-key')
    expect(match?.body['queries']).toEqual({
      0: { schema: 'LegalEntity', properties: { name: ['Ada Lovelace'] } },
      1: {
        schema: 'Person',
        properties: { name: ['VladimirPutin'], birthDate: ['1952-10-07'], country: ['de'] },
      },
    })
  })

  test('a wallet is a hit by its address alone', async () => {
    const address = '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf'
    const wallet = (publicKey: string) => ({
      ...putin,
      properties: { publicKey: [publicKey] },
      explanations: {},
    })
    answers = matching(() => [wallet(address.toLowerCase()), wallet(`${address.slice(0, -1)}0`)])
    const { hits } = await service().screen([{ address }])
    expect(hits).toMatchObject([{ name: address, because: ['the same address'] }])
    expect(asked.at(-1)?.body['queries'][0].schema).toBe('CryptoWallet')
  })

  test('what is no match is no hit', async () => {
    answers = matching(() => [{ ...putin, match: false, score: 0.4 }])
    expect((await service().screen([{ name: 'Wladimir' }])).hits).toEqual([])
  })

  test('many subjects are asked by the hundred, and keep their places', async () => {
    const subjects = Array.from({ length: 101 }, (_, at) => ({
      name: at === 100 ? 'VladimirPutin' : `Ada ${at}`,
    }))
    expect((await service().screen(subjects)).hits).toMatchObject([{ subject: 100 }])
    expect(asked.filter(({ path }) => path.startsWith('/match'))).toHaveLength(2)
  })

  test('nobody asked still gives the list and its version', async () => {
    expect(await service().screen([])).toMatchObject({ version: '20261128060000-abc', hits: [] })
  })

  test.each([
    ['an error', 500, { detail: 'no' }, 'answered 500'],
    ['a refusal', 401, {}, 'answered 401'],
    ['another form', 200, { responses: { 0: 'none' } }, 'invalid_type'],
    ['no answer to a query', 200, { responses: {} }, 'not answered'],
    ['a query that failed', 200, failedQuery, 'not answered'],
    ['a redirect', 307, {}, 'fetch failed'],
    ['no answer in time', 0, {}, 'timeout'],
  ] as const)('%s throws, so that money waits', async (_, status, body, message) => {
    answers = (path) => (path === '/catalog' ? [200, catalog] : [status, body])
    const waitMs = status === 0 ? 100 : 10_000
    await expect(service(waitMs).screen([{ name: 'Ada Lovelace' }])).rejects.toThrow(message)
  })

  test('a list that the service does not have throws', async () => {
    answers = () => [200, { datasets: [] }]
    await expect(service().screen([])).rejects.toThrow('no such list')
  })
})

const opened = (fallback: 'none' | 'list', more: Record<string, string> = {}) => {
  const url = `${base}/match/sanctions`
  const settings = { SCREENING_URL: url, SCREENING_FALLBACK: fallback, ...more }
  const parts = { config: readConfig(settings, tmpdir()), log: createLog('silent') }
  return openScreening({ ...parts, realTime: () => new Date('2026-11-30T05:59:00Z') }, [])
}

describe('what the service has in its index', () => {
  const own = {
    name: 'sanctions',
    version: '20261130000000-ccc',
    last_export: '2026-11-30T00:00:00',
  }
  const all = { name: 'default', children: ['regional'], index_version: '20261128060000-abc' }
  const regional = { name: 'regional', children: ['sanctions'], index_version: null }

  test.each([
    ['itself', [{ ...own, index_version: '20261128060000-abc' }]],
    ['in a collection', [{ ...own, index_version: null }, regional, all]],
  ])('is what is looked up: %s', async (_, datasets) => {
    answers = () => [200, { datasets }]
    const report = await service().screen([])
    expect(report).toMatchObject({
      version: '20261128060000-abc',
      publishedAt: '2026-11-28T06:00:00.000Z',
    })
  })

  test('has an age at which money stops', async () => {
    const hours = (SCREENING_LIST_HOURS: string) => ({ SCREENING_LIST_HOURS })
    expect(await (await opened('none', hours('48'))).screen([])).toMatchObject({ hits: [] })
    expect(await (await opened('none')).screen([])).toMatchObject({ hits: [] })
    await expect((await opened('none', hours('47'))).screen([])).rejects.toThrow(StaleList)
  })

  test('is nothing where it was not read yet', async () => {
    answers = () => [200, { datasets: [{ ...own, index_version: null }, regional] }]
    await expect(service().screen([])).rejects.toThrow('not read')
  })
})

describe('the fallback', () => {
  test('is the embedded list where the operator says so', async () => {
    answers = () => [503, {}]
    const report = await (await opened('list')).screen([{ name: 'VladimirPutin' }])
    expect(report).toMatchObject({ list: 'Corridor sandbox sample', hits: [{ subject: 0 }] })
  })

  test('is none by default', async () => {
    answers = () => [503, {}]
    await expect((await opened('none')).screen([{ name: 'VladimirPutin' }])).rejects.toThrow('503')
  })
})
