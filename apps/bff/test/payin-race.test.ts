import { parseId } from '@corridor/domain'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockRoute, updateRoute } from '../src/records/payin-routes/store.ts'
import { readFeed } from '../src/modules/intake/bank-watcher.ts'
import { takeInDue } from '../src/modules/intake/bank-intake.ts'
import { type Bff, startBff } from './support/process/bff.ts'
import { fundingPath } from './support/money/funding.ts'
import { expectConsistent } from './support/money/invariants.ts'
import { accountIn } from './support/money/ordinary.ts'
import { findDeposit, payTo } from './support/money/payin-deposits.ts'
import { aRoute, type MadeRoute, payinPath, toggleRoute } from './support/money/payin-routes.ts'
import { expectEventsPublished } from './support/events/published.ts'

const depositCount = process.env['FULL'] ? 1_000 : 60
/** So many payers pay at once, so many readers read the statement, so many people change routes. */
const payers = 8
const readers = 2

let bff: Bff
beforeAll(async () => {
  bff = await startBff()
}, 60_000)
afterAll(() => bff.close(), 60_000)

type Site = MadeRoute & {
  routingNumber: string
  accountNumber: string
  destinations: string[]
}

/** A route from a German funding account, and three accounts in Spain that it may lead to. */
async function aSite(): Promise<Site> {
  const route = await aRoute(bff, { from: 'DE', to: 'ES' })
  const ibans = ['ES7921000813610123456789', 'ES1720852066623456789011']
  const others = []
  for (const iban of ibans)
    others.push(await accountIn(bff, route.entityId, 'ES', { account: { iban } }))
  const { body } = await bff.get(`${fundingPath}/${route.fundingAccountId}`)
  const info = body.data.depositAccountInfo
  const { bank_routing_number: routingNumber, bank_account_number: accountNumber } = info
  return {
    ...route,
    routingNumber,
    accountNumber,
    destinations: [route.externalAccountId, ...others],
  }
}

/** The same choices in each run, whatever the machine does between them. */
function choices(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

test(`${depositCount} deposits, reported twice and in any order, beside toggles and changes of destination`, async () => {
  const sites = await Promise.all(Array.from({ length: 6 }, aSite))
  const [off, paused] = sites
  if (!off || !paused) throw new Error('no site')
  const { sandbox } = bff.deps.bank
  if (!sandbox) throw new Error('no simulated bank')
  Object.assign(sandbox.faults, { repeatsEntries: true, shufflesEntries: true })
  let paid = 0
  let changes = 0
  const isPaying = () => paid < depositCount
  const closed = Promise.withResolvers<void>()

  const creditFor = (n: number, site: Site) => ({
    entryId: `race/${n}`,
    countryCode: 'DE',
    routingNumber: site.routingNumber,
    accountNumber: site.accountNumber,
    currency: 'EUR',
    minor: BigInt(500 + n),
    scale: 2,
    sender: { name: 'Ada Okonkwo', account: 'DE89370400440532013000' },
    reference: `payment ${n}`,
  })
  const pay = async (seed: number) => {
    const choose = choices(seed)
    while (isPaying()) {
      const n = (paid += 1)
      // However fast the payers are, one deposit is taken in while an account is closed.
      if (n > depositCount / 2) await closed.promise
      const credit = creditFor(n, sites[choose(sites.length)] ?? off)
      await sandbox.credit(credit)
      if (choose(8) === 0) await sandbox.credit(credit)
    }
  }
  const read = async () => {
    while (isPaying() || !(await allTaken())) {
      await readFeed(bff.deps)
      await takeInDue(bff.deps, 40)
    }
  }
  const change = async (seed: number) => {
    const choose = choices(seed)
    while (isPaying() || changes <= 20) {
      const { teleportId, destinations } = sites[choose(sites.length)] ?? off
      const externalAccountId = destinations[choose(destinations.length)]
      const answer = await (choose(3) > 0
        ? bff.post(`${payinPath}/update`, { teleportId, externalAccountId })
        : toggleRoute(bff, teleportId, choose(3) === 0 ? 'inactive' : 'active'))
      // A route is locked as long as its account is off, and does not go elsewhere.
      expect([200, 400, 422]).toContain(answer.status)
      changes += answer.status === 200 ? 1 : 0
    }
  }
  /** One account is off while a fifth of the deposits comes; its money goes back. */
  const close = async () => {
    const { fundingAccountId, teleportId } = off
    const until = (count: number) =>
      expect.poll(() => paid, { timeout: 60_000, interval: 20 }).toBeGreaterThan(count)
    await until(depositCount * 0.4)
    await bff.post(`${fundingPath}/deactivate`, { fundingAccountId })
    const entry = creditFor((paid += 1), off)
    await sandbox.credit(entry)
    await expect.poll(() => isTaken(entry.entryId), { timeout: 60_000, interval: 20 }).toBe(true)
    closed.resolve()
    await until(depositCount * 0.6)
    await bff.post(`${fundingPath}/activate`, { fundingAccountId })
    await toggleRoute(bff, teleportId, 'active')
  }
  // The first deposit finds its route off, so that one is held whatever the pace of the changes.
  expect((await toggleRoute(bff, paused.teleportId, 'inactive')).status).toBe(200)
  await sandbox.credit(creditFor((paid += 1), paused))
  await readFeed(bff.deps)
  await takeInDue(bff.deps, 40)
  expect(await outcomes()).toMatchObject([{ entry: 'race/1', status: 'HELD' }])
  await Promise.all([
    ...Array.from({ length: payers }, (_, n) => pay(n + 1)),
    ...Array.from({ length: readers }, read),
    ...[101, 102, 103].map(change),
    close(),
  ])
  await allEnded()

  expect(changes).toBeGreaterThan(20)
  const rows = await outcomes()
  expect(new Set(rows.map((row) => row.entry)).size).toBe(depositCount)
  expect(rows).toHaveLength(depositCount)
  const counts = new Map<string, number>()
  for (const row of rows) {
    counts.set(row.status, (counts.get(row.status) ?? 0) + 1)
    expect([row.entry, row.version]).toEqual([row.entry, row.valid_version])
    const isPaid = row.status !== 'HELD'
    expect([row.entry, row.executions, row.payouts, row.at_bank]).toEqual([
      row.entry,
      ...(isPaid ? [1, 1, 1] : [0, 0, 0]),
    ])
    if (row.status === 'FORWARDED')
      expect([row.entry, row.paid_to]).toEqual([row.entry, row.valid_account])
    else expect(row.paid_to).toBeNull()
    expect(row.held_reason === '').toBe(row.status !== 'HELD')
  }
  expect([...counts.keys()].toSorted()).toEqual(['FORWARDED', 'HELD', 'RETURNED'])
  // The bank has made no other payment, and nothing is left in transit.
  expect(await paymentsAtBank()).toBe(rows.filter(({ status }) => status !== 'HELD').length)
  await expectConsistent(bff)
  await expectEventsPublished(bff, { 'payin_deposit.initiated': 'funds_received' })
}, 120_000)

test('a deposit waits for a change of its route that is under way, and goes where that leads', async () => {
  const { teleportId, fundingAccountId, destinations } = await aSite()
  const [, destination = ''] = destinations
  const [changed, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { svcPartnerId } = bff.first
  const changing = bff.deps.db.asWorker(async (tx) => {
    const [partnerId, id] = [parseId('par', svcPartnerId) ?? '', parseId('tele', teleportId) ?? '']
    const route = await lockRoute(tx, partnerId, id)
    if (!route) throw new Error('no route')
    await updateRoute(tx, route, {
      external_account_id: parseId('acc', destination) ?? '',
      destination_version: 2,
    })
    changed.resolve()
    await released.promise
  })
  await changed.promise
  const paying = payTo(bff, fundingAccountId, { currency: 'EUR' })
  await new Promise((resolve) => setTimeout(resolve, 400))
  released.resolve()
  await changing
  const { depositId } = await paying
  expect((await findDeposit(bff, depositId)).destination).toEqual({
    externalAccountId: destination,
    destinationVersion: 2,
  })
})

const query = async <R>(statement: ReturnType<typeof sql<R>>): Promise<R[]> =>
  (await bff.deps.db.asWorker((tx) => statement.execute(tx))).rows

/** Everything that the bank has booked has become a deposit. */
async function allTaken(): Promise<boolean> {
  const [row] = await query(sql<{ count: number }>`select count(*)::int as count from deposit`)
  return row?.count === depositCount
}

const isTaken = async (entry: string): Promise<boolean> =>
  (await query(sql`select 1 from deposit where bank_entry = ${entry}`)).length > 0

/** Nothing is on its way any more. */
const allEnded = () =>
  expect
    .poll(
      () =>
        query(sql<{ count: number }>`select count(*)::int as count from deposit
          where status not in ('FORWARDED', 'HELD', 'RETURNED')`),
      { timeout: 90_000, interval: 250 },
    )
    .toEqual([{ count: 0 }])

type Outcome = {
  entry: string
  status: string
  held_reason: string
  version: number
  /** Computed here from the route's destinations, not by the code under test. */
  valid_version: number
  valid_account: string
  executions: number
  payouts: number
  at_bank: number
  paid_to: string | null
}

const outcomes = () =>
  query(sql<Outcome>`
    select d.bank_entry as entry, d.status, d.held_reason, d.destination_version as version,
      v.version as valid_version, v.external_account_id as valid_account,
      (select count(*)::int from transfer t where t.deposit_id = d.id) as executions,
      (select count(*)::int from payout p where p.transfer_id = d.transfer_id
        and p.status = 'CONFIRMED') as payouts,
      (select count(*)::int from simulated_bank_payout s join payout p on p.id::text = s.reference
        where p.transfer_id = d.transfer_id and s.code = '') as at_bank,
      (select p.account_id from payout p where p.transfer_id = d.transfer_id
        and p.step = 'payout_submitted') as paid_to
    from deposit d cross join lateral (
      select version, external_account_id from payin_destination
      where route_id = d.route_id
        and (valid_from <= d.received_at or version = 1)
      order by version desc limit 1) v`)

async function paymentsAtBank(): Promise<number> {
  const [row] = await query(
    sql<{ count: number }>`select count(*)::int as count from simulated_bank_payout`,
  )
  return row?.count ?? 0
}
