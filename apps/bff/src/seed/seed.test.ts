import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { formatId, parseId, partnerScopes, scopesOfRole } from '@corridor/domain'
import { createClient } from '@corridor/client'
import { type Endpoint, isWithin, operations } from '@corridor/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../test/support/database/database.ts'
import { makeDataDirectory } from '../../test/support/database/data-dir.ts'
import { customersOf } from '../../test/support/people/demo-customers.ts'
import { expectedDemo } from '../../test/support/people/demo.ts'
import {
  askedOfOthers,
  asking,
  moreRecords,
  refusedBefore,
} from '../../test/support/people/foreign.ts'
import { everythingRead } from '../../test/support/people/reads.ts'
import { testInFull } from '../../test/support/process/tiers.ts'
import { readConfig } from '../config/config.ts'
import { type Instance, openInstance } from '../start/instance.ts'
import { createConsoleKeys } from '../modules/access/keys/console-keys.ts'
import { insertMember } from '../modules/access/staff/member-store.ts'
import { listKeys, listPartners } from '../modules/access/listing-store.ts'
import { createAccessService } from '../modules/access/service.ts'
import { openAccount } from '../modules/accounts/external/secrets.ts'
import { verifyLedger } from '../records/ledger/verify.ts'
import { StartRefused } from '../config/start-refused.ts'
import { demoPartners } from './demo.ts'
import { printReady, seedSandbox } from './index.ts'
import { beginInPast } from './past-clock-store.ts'
import { type SandboxFile, sandboxPath } from './sandbox-file.ts'

// Every first start waits for a chain and for a month of transfers, however busy the machine is.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const { sandbox } = operations

type Place = Awaited<ReturnType<typeof openPlace>>

/** An instance that has not been seeded yet, with what its seeding goes through. */
async function openPlace(settings: Record<string, string> = {}) {
  const dataDir = makeDataDirectory('seed')
  const config = readConfig(
    { DATA_DIR: dataDir, LOG_LEVEL: 'silent', STANDSTILL_MS: '60000', ...settings },
    dataDir,
  )
  const database = createTestDatabase()
  const instance: Instance = await openInstance(config, { isReady: () => true }, { database })
  const fetch = (request: Request) => Promise.resolve(instance.app.all.fetch(request))
  const access = createAccessService(instance.deps)
  const seed = (through = fetch) => seedSandbox(instance.deps, access, through)
  const close = async () => {
    await instance.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { dataDir, instance, deps: instance.deps, access, fetch, seed, close }
}

const stored = (place: Place): SandboxFile =>
  JSON.parse(readFileSync(sandboxPath(place.dataDir), 'utf8')) as SandboxFile

/** What exists once nothing changes any more, independent of how it came about. */
async function inventory(place: Place) {
  await vi.waitFor(async () => expect(await moving(place)).toBe(0), { timeout: 30_000 })
  const count = async (table: string) => {
    const { rows } = await place.deps.db.asWorker((tx) =>
      sql<{ n: number }>`select count(*)::int as n from ${sql.ref(table)}`.execute(tx),
    )
    return rows[0]?.n
  }
  const tables = [
    'partner',
    'entity',
    'kyc_submission',
    'kyc_document',
    'wallet',
    'wallet_account',
    'external_account',
    'funding_account',
    'deposit',
    'fee_deposit',
    'payin_route',
    'transfer',
    'reserve_frame',
    'liquidity_transaction',
    'replenish_quote',
    'replenishment',
    'fulfilment',
    'liquidity_payment',
  ]
  const counts = await Promise.all(
    tables.map(async (table) => [table, await count(table)] as const),
  )
  const customers = await Promise.all(
    stored(place).partners.map((partner) => customersOf(place, partner.apiToken)),
  )
  return { counts: Object.fromEntries(counts), customers }
}

/** How many transfers and drawings are on their way; no start waits for them. */
const moving = (place: Place) =>
  place.deps.db.asWorker(async (tx) => {
    const count = sql<number>`count(*)::int`.as('n')
    const transfer = await tx
      .selectFrom('transfer')
      .select(count)
      .where('status', 'in', ['PROCESSING', 'REFUNDING'])
      .executeTakeFirstOrThrow()
    const drawing = await tx
      .selectFrom('liquidity_transaction')
      .select(count)
      .where(
        sql<boolean>`status in ('INITIATED', 'BROADCAST')
          or (status = 'DISBURSED' and due_at < service_now() + interval '1 minute')`,
      )
      .executeTakeFirstOrThrow()
    return transfer.n + drawing.n
  })

let place: Place
let first: Awaited<ReturnType<Place['seed']>>
beforeAll(async () => {
  // One reader asks for everything there is; the other places keep their limits.
  place = await openPlace({ RATE_LIMIT: 'off' })
  first = await place.seed()
})
afterAll(() => place.close())

test('a first start fills the sandbox through real operations, and the ledger holds', async () => {
  expect(await inventory(place)).toEqual(expectedDemo)
  expect(await place.deps.db.asWorker(verifyLedger)).toEqual([])
})

test('the demo data reach back a month by a clock that ends at the real time and does not go back', async () => {
  const { rows } = await place.deps.db.asWorker((tx) =>
    sql<{ first: Date; last: Date; days: number; now: Date; slowest: number }>`
      select min(created_at) as first, max(created_at) as last,
        count(distinct created_at::date)::int as days, service_now() as now,
        max(extract(epoch from completed_at - started_at))::float8 as slowest
      from transfer where started_at is not null`.execute(tx),
  )
  const [{ first: from, last, days, now, slowest }] = rows as [(typeof rows)[number]]
  const daysAgo = (at: Date) => (Date.now() - at.getTime()) / 86_400_000
  expect(daysAgo(from)).toBeGreaterThan(25)
  expect(daysAgo(from)).toBeLessThan(31)
  expect(Math.abs(daysAgo(now))).toBeLessThan(0.01)
  expect(last.getTime()).toBeLessThanOrEqual(now.getTime())
  expect(days).toBeGreaterThanOrEqual(20)
  // A payer took his time, and nothing was dated by a later day than its own.
  expect(slowest).toBeGreaterThan(20 * 60)
  expect(slowest).toBeLessThan(30 * 60)
  expect(await place.deps.db.asWorker((tx) => beginInPast(tx, 30))).toBe(false)
})

testInFull(
  'a viewer of the dashboard finds no whole account number in anything that can be read',
  async () => {
    for (const { svcPartnerId, apiToken } of first.file.partners) {
      const numbers = await wholeNumbers(svcPartnerId)
      expect(numbers.size).toBeGreaterThan(4)
      const found = async (headers: Record<string, string>) => {
        const { texts, answered } = await everythingRead(async (path) => {
          const url = new URL(path, place.deps.config.BASE_URL)
          const answer = await place.fetch(new Request(url, { headers }))
          return { status: answer.status, text: await answer.text() }
        })
        // Forms show the published examples of their country, which the demo data uses.
        const ofRecords = [...texts].filter(([path]) => !/\/requirements(\?|$)/.test(path))
        const places = ofRecords.flatMap(([path, text]) => {
          const plain = text.replaceAll(/[\s-]/g, '')
          return [...numbers].flatMap((item) =>
            plain.includes(item) ? [[item, path] as const] : [],
          )
        })
        return { places, answered }
      }
      const ofPartner = parseId('par', svcPartnerId) ?? ''
      const viewer = await found({
        'x-api-token': (await createConsoleKeys(place.deps).of(ofPartner)) ?? '',
        'x-acting-member': formatId('mem', place.deps.ids.uuid()),
        'x-acting-scopes': scopesOfRole.viewer.join(' '),
      })
      expect(viewer.places).toEqual([])
      // A key that may read them would have been found out.
      const key = await found({ 'x-api-token': apiToken })
      expect(new Set(key.places.map(([item]) => item))).toEqual(numbers)
      // Neither the audit log nor the log of requests has one, whoever reads it.
      expect(key.places.filter(([, path]) => /\/(audit|requests)/.test(path))).toEqual([])
      const unasked = [...key.answered].filter((id) => !viewer.answered.has(id))
      // A viewer, who reads addresses masked, has none to ask by; the answer is a customer as elsewhere.
      expect(unasked.filter((id) => mayView.has(id) && id !== 'entities.readByEmail')).toEqual([])
    }
  },
)

const viewerScopes = new Set(scopesOfRole.viewer)
const mayView = new Set(
  Object.values(operations)
    .flatMap((ofModule): Endpoint[] => Object.values(ofModule))
    .filter((endpoint) => isWithin(endpoint, viewerScopes))
    .map(({ id }) => id),
)

/** The numbers of the accounts at other banks that answers mask, as they were entered. */
async function wholeNumbers(svcPartnerId: string): Promise<Set<string>> {
  const rows = await place.deps.db.asWorker((tx) =>
    tx
      .selectFrom('external_account')
      .selectAll()
      .where('partner_id', '=', parseId('par', svcPartnerId) ?? '')
      .where('sealed_account', 'is not', null)
      .execute(),
  )
  return new Set(
    rows.flatMap((row) => {
      const whole = openAccount(place.deps.kek, row, row.sealed_account ?? Buffer.alloc(0))
      const shown = row.account as typeof whole
      const pairs = [
        ...Object.entries({ ...whole, additionalDetails: '' }).map(
          ([name, value]) => [value, shown[name as 'bankIban']] as const,
        ),
        ...Object.entries(whole.additionalDetails).map(
          ([name, value]) => [value, shown.additionalDetails[name]] as const,
        ),
      ]
      return pairs.flatMap(([value, masked]) =>
        typeof value === 'string' && typeof masked === 'string' && masked.startsWith('••••')
          ? [value.replaceAll(/[\s-]/g, '')]
          : [],
      )
    }),
  )
}

test('sandbox.json holds what the first start made, readable by its owner alone', async () => {
  expect(first.isFirstStart).toBe(true)
  expect(stored(place)).toEqual(first.file)
  expect(statSync(sandboxPath(place.dataDir)).mode & 0o777).toBe(0o600)
  expect(first.file.partners.map(({ partnerName }) => partnerName)).toEqual([
    'Halden Remit',
    'Kestrel Pay',
  ])
  expect(first.file.baseUrl).toBe('http://localhost:8787')
  const keys = await place.deps.db.asWorker(listKeys)
  expect(keys.map(({ scopes }) => scopes.toSorted())).toEqual([
    partnerScopes.toSorted(),
    partnerScopes.toSorted(),
  ])
  for (const { enrolmentUrl } of first.file.partners)
    expect(enrolmentUrl).toMatch(/^http:\/\/localhost:8787\/enrol\/[0-9a-z]{26}$/)
  const [partner] = first.file.partners
  const { call } = createClient({
    baseUrl: first.file.baseUrl,
    apiToken: partner?.apiToken,
    fetch: place.fetch,
  })
  expect((await call(sandbox.chains)).body.data).toEqual(first.file.chains)
})

test('later starts keep tokens, partners and records, and bring the address up to date', async () => {
  const before = await inventory(place)
  const deps = {
    ...place.deps,
    config: { ...place.deps.config, BASE_URL: 'http://localhost:9999' },
  }
  const later = await seedSandbox(deps, place.access, place.fetch)
  expect(later.isFirstStart).toBe(false)
  const moved = JSON.stringify(first.file).replaceAll('localhost:8787', 'localhost:9999')
  expect(later.file).toEqual(JSON.parse(moved))
  expect(stored(place)).toEqual(later.file)
  expect(await inventory(place)).toEqual(before)
})

test('the first start prints the links, later ones the address alone', () => {
  const { config } = place.deps
  const ready = 'Corridor is ready at http://localhost:8787\n'
  for (const later of [{ ...first, isFirstStart: false }, undefined])
    expect(printReady(config, later)).toBe(ready)
  const text = printReady(config, first)
  expect(text.startsWith(ready)).toBe(true)
  for (const { partnerName, enrolmentUrl, apiToken } of first.file.partners) {
    expect(text).toContain(`${partnerName.padEnd(12)}  ${enrolmentUrl}\n`)
    expect(text).not.toContain(apiToken)
  }
})

test('a file that belongs to another database, or is damaged, stops the start', async () => {
  const [partner] = first.file.partners
  if (!partner) throw new Error('no partner')
  const foreign = { ...partner, svcPartnerId: 'par_00000000000000000000000000' }
  const texts = [JSON.stringify({ ...first.file, partners: [foreign] }), '{"baseUrl":', '[]']
  for (const text of texts) {
    writeFileSync(sandboxPath(place.dataDir), text)
    await expect(place.seed()).rejects.toThrow(StartRefused)
  }
  writeFileSync(sandboxPath(place.dataDir), JSON.stringify(first.file))
})

test('without its file a start finds the partners again and gives them new tokens alone', async () => {
  rmSync(sandboxPath(place.dataDir))
  const again = await place.seed()
  expect(again.file.partners.map(({ svcPartnerId }) => svcPartnerId)).toEqual(
    first.file.partners.map(({ svcPartnerId }) => svcPartnerId),
  )
  expect(await inventory(place)).toEqual(expectedDemo)
  const keys = await place.deps.db.asWorker(listKeys)
  expect(keys.map(({ revokedAt }) => revokedAt === null)).toEqual([false, false, true, true])
})

/** Each try gets so many answers more than the one before and then dies: its last answers are lost. */
testInFull(
  'a seeding that dies after any answer is made good by the next, without duplicates',
  async () => {
    const mortal = await openPlace()
    let tries = 0
    try {
      for (let isDone = false; !isDone; tries += 1) {
        let answersLeft = tries * 20
        const inFlight = new Set<Promise<unknown>>()
        const dying = async (request: Request) => {
          const answer = mortal.fetch(request)
          inFlight.add(answer)
          const response = await answer
          answersLeft -= 1
          return answersLeft < 0 ? new Response('', { status: 418 }) : response
        }
        isDone = await mortal.seed(dying).then(
          () => true,
          () => false,
        )
        await Promise.allSettled(inFlight)
        if (!isDone) expect(() => stored(mortal)).toThrow('ENOENT')
      }
      expect(tries).toBeGreaterThan(8)
      expect(await inventory(mortal)).toEqual(expectedDemo)
      expect(await mortal.deps.db.asWorker(verifyLedger)).toEqual([])
    } finally {
      await mortal.close()
    }
  },
  400_000,
)

test('without demo data two processes that start at once make the partners once', async () => {
  const bare = await openPlace({ SEED: 'none' })
  try {
    const both = await Promise.all([bare.seed(), bare.seed()])
    expect(both.filter(({ isFirstStart }) => isFirstStart)).toHaveLength(1)
    expect(both[0].file).toEqual(both[1].file)
    expect((await inventory(bare)).counts).toEqual({ ...zeroes, partner: 3 })
    expect((await bare.deps.db.asWorker(listPartners)).map(({ name }) => name)).toEqual(
      demoPartners.map(({ name }) => name),
    )
  } finally {
    await bare.close()
  }
})

const zeroes = Object.fromEntries(Object.keys(expectedDemo.counts).map((table) => [table, 0]))

test('a record of another partner is not found by any id that any operation takes', async () => {
  const [former, other] = stored(place).partners
  if (!former || !other) throw new Error('there are no two partners')
  const halden = asking(place, { 'x-api-token': former.apiToken })
  // A member with every scope, who has confirmed it: some operations are for members alone.
  const partnerId = parseId('par', other.svcPartnerId) ?? ''
  const memberId = place.deps.ids.uuid()
  const person = { name: 'Nora', role: 'owner', userHandle: Buffer.from(memberId) } as const
  await place.deps.db.asWorker((tx) =>
    insertMember(tx, { partnerId, memberId, ...person }, place.deps.realTime()),
  )
  const kestrel = asking(place, {
    'x-api-token': (await createConsoleKeys(place.deps).of(partnerId)) ?? '',
    'x-acting-member': formatId('mem', memberId),
    'x-acting-scopes': partnerScopes.join(' '),
    'x-acting-step-up': new Date().toISOString(),
  })
  const ids = async (ask: typeof halden, seen: string[] = []) =>
    (await everythingRead((path) => ask({ method: 'GET', path, body: undefined }), seen)).known
  const own = await ids(kestrel)
  const others = await ids(halden, await moreRecords(halden, await ids(halden)))
  const { pairs, unasked } = await askedOfOthers(kestrel, { own, others })
  for (const { id, place: at, foreign, unknown } of pairs) {
    const where = `${id} ${at.name}`
    expect([where, foreign]).toEqual([where, unknown])
    // A list that is narrowed to it is empty; the given operations say not found with their own status.
    const isRefused = foreign.status === 404 || foreign.text.includes('_NOT_FOUND"')
    const isEmpty = at.where === 'query' && foreign.text.includes('"data":[]')
    expect([where, isRefused || isEmpty || refusedBefore.has(where)]).toEqual([where, true])
  }
  expect(pairs.length).toBeGreaterThan(150)
  // The demo has none of these; the tests of their modules ask by another partner's.
  expect(unasked.filter((name) => !/ (lineId|proofId)$/.test(name))).toEqual([
    'liquidity.replenishBatch batchQuoteId',
    'liquidity.readReplenish replenishTxnHash',
    'wallets.endSession sessionId',
    'wallets.deletePasskeyPrepare authenticatorId',
    'approvals.answer questionId',
  ])
})
