import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseId } from '@corridor/domain'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bankCommands } from '../src/admin/bank.ts'
import type { Site } from '../src/admin/base/site.ts'
import { clusterHome } from '../src/db/server/cluster-home.ts'
import { readPostmaster } from '../src/db/server/postmaster.ts'
import { serverUser } from '../src/db/server/server-user.ts'
import { readFeed } from '../src/modules/intake/bank-watcher.ts'
import { takeInDue } from '../src/modules/intake/bank-intake.ts'
import { type AnyBody, type Bff, type Partner, startBff } from './support/process/bff.ts'
import { camt } from './support/money/banks/camt.ts'
import { openFunding } from './support/money/funding.ts'
import { jurisdictionOf } from './support/people/customers.ts'
import { listen } from './support/events/live-reader.ts'
import { aParty, aQuote, type Side } from './support/money/ordinary.ts'
import { aPerson } from './support/people/samples.ts'
import { startServer, type Started } from './support/process/server.ts'
import { testInFull } from './support/process/tiers.ts'
import {
  expectPaidOnce,
  type Kind,
  makeTraffic,
  post,
  type Sent,
  type Traffic,
} from './support/money/traffic.ts'
import { simulatePath, transferPath } from './support/money/wallets.ts'

let bff: Bff
let partners: Partner[]
let processes: [Started, Started]
beforeAll(async () => {
  // It keeps database and chain up, and does no work in the background.
  bff = await startBff({ ROLE: 'web' }, { isShared: true })
  partners = [bff.first, bff.second]
  processes = [await startServer(bff.dataDir), await startServer(bff.dataDir)]
}, 240_000)
afterAll(async () => {
  // A suspended one would not end.
  for (const { child } of processes) child.kill('SIGCONT')
  await Promise.all(processes.map((process) => process.kill('SIGTERM')))
  await bff.close()
}, 60_000)

/** Keys that many callers use at once. */
const keys = process.env['FULL'] ? 200 : 10
/** A multiple of eight: every kind, and each of them sent twice in its turn. */
const transfers = process.env['FULL'] ? 40 : 8

const kinds: Kind[] = ['BANK', 'CHAIN', 'REFUND', 'BANK']
const urlOf = (n: number) => processes[n % processes.length]?.baseUrl ?? ''

/** Retries when asked to, unless the money has arrived after all. */
async function payIn(traffic: Traffic, n: number, sent: Sent): Promise<void> {
  for (;;) {
    const { status } = await traffic.deposit(urlOf(n), sent)
    if (status === 200) return
    expect(status).toBe(503)
    if ((await paidInAtLast(traffic)).has(sent.reference)) return
  }
}

/** What was paid in, as soon as the database says so. */
async function paidInAtLast(traffic: Traffic): Promise<Set<string>> {
  await new Promise((go) => setTimeout(go, 500))
  return traffic.paidIn().catch(() => paidInAtLast(traffic))
}

test(`two processes side by side: ${transfers} transfers, with entries reported twice and money paid twice`, async () => {
  const traffic = await makeTraffic(bff, partners)
  // A third reader of the bank's statement, which gets each entry twice and in any order.
  const { sandbox } = bff.deps.bank
  Object.assign(sandbox?.faults ?? {}, { repeatsEntries: true, shufflesEntries: true })
  const paid = []
  for (let n = 0; n < transfers; n += 1) {
    const sent = await traffic.executed(kinds[n % kinds.length] ?? 'BANK')
    paid.push(payIn(traffic, n, sent))
    if (n % 8 === 0) paid.push(traffic.deposit(urlOf(n + 1), sent))
    if (n % 4 === 0) paid.push(readFeed(bff.deps).then(() => takeInDue(bff.deps, 100)))
  }
  await Promise.all(paid)
  await expectPaidOnce(bff, traffic)
  const { rows } = await bff.deps.db.asWorker((tx) =>
    sql<{ status: string; count: number }>`
      select status, count(*)::int as count from deposit group by 1 order by 1`.execute(tx),
  )
  expect(rows).toEqual([
    { status: 'FORWARDED', count: (transfers * 3) / 4 },
    { status: 'HELD', count: transfers / 8 },
    { status: 'RETURNED', count: transfers / 4 },
  ])
}, 240_000)

test('a file of the bank that programs, folder and commands bring at once: each line is booked once', async () => {
  const germany = await jurisdictionOf(bff, 'DE')
  const { depositAccountInfo } = await openFunding(bff, germany.id)
  const account = bff.deps.bankFiles.accounts.find(({ countryCode }) => countryCode === 'DE')
  if (!account) throw new Error('no account')
  const lines = Array.from({ length: 40 }, (_, n) => ({
    // Every second one is like the one before.
    amount: `${41 + Math.floor(n / 2)}.00`,
    day: '2026-08-03',
    payee: depositAccountInfo.bank_account_number,
  }))
  const text = camt('054', account, lines)
  const inbox = join(bff.dataDir, 'bank-files', 'in')
  const beside = join(bff.dataDir, 'beside.xml')
  mkdirSync(inbox, { recursive: true })
  for (const path of [join(inbox, 'a.xml'), join(inbox, 'b.xml'), beside]) writeFileSync(path, text)
  const site = { ...bff.deps, published: () => bff.deps.wake.notify('events') }
  const command = bankCommands['bank import'].onSite(site as unknown as Site, { file: beside })
  const answers = await Promise.all(
    [0, 1, 0, 1].map((n) =>
      post(`${urlOf(n)}/api/v1/sandbox/bank/file`, bff.first, { name: 'c.xml', text }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await command).toMatchObject({ entries: 40 })
  await expect.poll(() => readdirSync(inbox), { timeout: 30_000, interval: 250 }).toEqual(['done'])
  const counted = () =>
    bff.deps.db.asWorker(async (tx) => {
      const { rows } = await sql`
        select count(*)::int as payments, count(distinct position)::int as positions,
          sum((select count(*) from bank_evidence e where e.payment_id = p.id))::int as messages,
          sum((select count(*) from deposit d where d.bank_entry = p.id))::int as deposits,
          (select count(*) from bank_file_in)::int as files
        from bank_payment p where booked_on = '2026-08-03'`.execute(tx)
      return rows
    })
  const each = { payments: 40, positions: 40, messages: 40, deposits: 40, files: 1 }
  await expect.poll(counted, { timeout: 30_000, interval: 250 }).toEqual([each])
}, 120_000)

testInFull(
  'the database is restarted at once under running transfers: 503, then all continues',
  async () => {
    const traffic = await makeTraffic(bff, partners)
    const waiting = []
    for (const kind of [...kinds, ...kinds, ...kinds]) waiting.push(await traffic.executed(kind))
    const deposits = waiting.map((sent, n) => payIn(traffic, n, sent))
    await Promise.race(deposits)
    const home = clusterHome(bff.dataDir, serverUser(), (bytes) => randomBytes(bytes))
    const running = readPostmaster(join(realpathSync(home), 'postgres'))
    process.kill(running?.pid ?? 0, 'SIGQUIT')
    const read = `${transferPath}/${waiting[0]?.executionId ?? ''}`
    const seen = await Promise.all([0, 1].map((n) => untilBack(urlOf(n) + read)))
    expect(seen.flat()).toContain(503)
    await Promise.all(deposits)
    await expectPaidOnce(bff, traffic)
  },
  240_000,
)

testInFull(
  'the leader is suspended with payouts under way: another takes over, and it writes nothing more',
  async () => {
    const traffic = await makeTraffic(bff, partners)
    // All others stop first, so that the one that will stand still leads.
    await Promise.all(processes.map((process) => process.kill('SIGTERM')))
    const points = ['payout_submitted:before_effect*4', 'payout_submitted:after_effect*4']
    const frozen = await startServer(bff.dataDir, { CRASH_AT: `${points.join(',')}!` })
    processes = [frozen, await startServer(bff.dataDir)]
    for (let n = 0; n < 8; n += 1) {
      const sent = await traffic.executed(n % 2 === 0 ? 'BANK' : 'CHAIN')
      void traffic.deposit(frozen.baseUrl, sent).catch(() => undefined)
    }
    // Only the process beside it can show this: it finishes everything.
    await expectPaidOnce(bff, traffic)
    const before = await written()
    frozen.child.kill('SIGCONT')
    const [, other] = processes
    const more = await traffic.executed('CHAIN')
    expect((await traffic.deposit(frozen.baseUrl, more)).status).toBe(200)
    await expectPaidOnce(bff, traffic)
    expect(other.child.exitCode).toBeNull()
    expect((await written()).filter((row) => row.id !== parseId('exec', more.executionId))).toEqual(
      before,
    )
  },
  240_000,
)

/** What one process answers until it answers well, having answered otherwise. */
async function untilBack(url: string): Promise<number[]> {
  const seen: number[] = []
  while (seen.length < 20 || seen.at(-1) !== 200) {
    const answer = await fetch(url, { headers: { 'x-api-token': bff.first.apiToken } })
    const retryAfter = answer.headers.get('retry-after')
    await answer.arrayBuffer()
    seen.push(answer.status)
    if (answer.status !== 200) expect([answer.status, retryAfter]).toEqual([503, '1'])
  }
  return seen
}

/** Versions, fences and ledger entries of all transfers. */
async function written(): Promise<{ id: string; text: string }[]> {
  const { rows } = await bff.deps.db.asWorker((tx) =>
    sql<{ id: string; text: string }>`
      select t.id::text, concat_ws(' ', t.version, t.fence, t.status, (
        select count(*) from posting_group e where e.transfer_id = t.id)) as text
      from transfer t order by t.created_at`.execute(tx),
  )
  return rows
}

describe('a storm of identical calls over three processes', () => {
  let third: Started
  let from: Side
  let to: Side
  beforeAll(async () => {
    third = await startServer(bff.dataDir, { ROLE: 'web' })
    from = await aParty(bff, 'DE')
    to = await aParty(bff, 'ES')
  }, 60_000)
  afterAll(() => third.kill('SIGTERM'))

  test(`${keys} keys with 50 calls each: ${keys} effects, one answer to a key; ${Math.min(keys, 50)} keys with another body: none`, async () => {
    const traffic: Traffic = await makeTraffic(bff, [bff.first])
    const before = await counts()
    const calls: { path: string; body: object }[] = []
    for (let n = 0; n < keys / 5; n += 1)
      calls.push({ path: transferPath, body: (await traffic.quoted('BANK')).body })
    for (let n = 0; n < (keys / 5) * 4; n += 1)
      calls.push({ path: simulatePath, body: aQuote(from, to) })
    for (const [n, call] of calls.entries()) await storm(call, `storm-${n}`)
    const after = await counts()
    expect([after.transfers - before.transfers, after.taken - before.taken]).toEqual([
      keys,
      keys / 5,
    ])

    const others = calls.slice(0, 50).map((call, n) => ({ ...call, key: `storm-${n}` }))
    const refused = await Promise.all(
      others.map(({ path, body, key }, n) =>
        send(n, { path, body: { ...body, ...changes[path] } }, key),
      ),
    )
    for (const { status, text } of refused)
      expect([status, JSON.parse(text).error.code]).toEqual([422, 'IDEMPOTENCY_MISMATCH'])
    expect(await counts()).toEqual(after)
  }, 240_000)

  test('readers of one process receive what others change; killed, they resume at another and miss and repeat nothing', async () => {
    const [former, two] = processes
    let open = () => {}
    const isOpen = new Promise<void>((resolve) => {
      open = resolve
    })
    // The reader's process dies under it, between two events.
    const first = listen(third.baseUrl, bff.first, {
      isOpen: open,
      isEnough: (received) => {
        if (received.length >= 10) third.child.kill('SIGKILL')
        return false
      },
    })
    await isOpen
    const made = Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        const body = aPerson({ email: `live-${n}@example.com` })
        const { baseUrl } = n % 2 === 0 ? former : two
        const answer = await post(`${baseUrl}/api/v1/xfer/entity/create`, bff.first, body)
        const { data }: AnyBody = await answer.json()
        return String(data.entityId)
      }),
    )
    const before = await first
    const ids = new Set(await made)
    expect(ids.size).toBe(40)
    const after = await listen(former.baseUrl, bff.first, {
      after: before.at(-1)?.sequence,
      isEnough: (received) =>
        [...before, ...received].filter(({ id }) => ids.has(id)).length >= ids.size,
    })
    expect(before.length).toBeGreaterThanOrEqual(10)
    const all = [...before, ...after]
    const start = all[0]?.sequence ?? 0
    expect(all.map(({ sequence }) => sequence)).toEqual(all.map((_, n) => start + n))
    const changed = all.filter(({ kind, id }) => kind === 'entity' && ids.has(id))
    expect(changed.map(({ id }) => id).toSorted()).toEqual([...ids].toSorted())
  }, 60_000)

  const changes: Record<string, object> = {
    [transferPath]: { counterPartyRiskAcknowledged: false },
    [simulatePath]: { exactAmountIn: 101 },
  }

  type Call = { path: string; body: object }

  async function storm(call: Call, key: string): Promise<void> {
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => send(n, call, key)))
    const good = answers.filter(({ status }) => status === 200)
    expect(good.length).toBeGreaterThan(0)
    expect(new Set(good.map(({ text }) => text)).size).toBe(1)
    for (const { status, retryAfter } of answers)
      if (status !== 200) expect([status, retryAfter]).toEqual([409, '1'])
  }

  async function send(n: number, { path, body }: Call, key: string) {
    const { baseUrl } = [...processes, third][n % 3] ?? third
    const answer = await post(baseUrl + path, bff.first, body, { 'idempotency-key': key })
    const retryAfter = answer.headers.get('retry-after')
    return { status: answer.status, retryAfter, text: await answer.text() }
  }

  async function counts(): Promise<{ transfers: number; taken: number }> {
    const { rows } = await bff.deps.db.asWorker((tx) =>
      sql<{ transfers: number; taken: number }>`
        select count(*)::int as transfers, (count(*) filter (where status = 'PENDING'))::int as taken
        from transfer`.execute(tx),
    )
    return rows[0] ?? { transfers: 0, taken: 0 }
  }
})
