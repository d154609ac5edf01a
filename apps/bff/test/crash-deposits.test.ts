import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bff, startBff } from './support/process/bff.ts'
import { camt } from './support/money/banks/camt.ts'
import { fundingPath } from './support/money/funding.ts'
import { expectConsistent } from './support/money/invariants.ts'
import { aRoute, toggleRoute } from './support/money/payin-routes.ts'
import { startServer, type Started } from './support/process/server.ts'
import { sampled } from './support/process/tiers.ts'
import { expectEventsPublished } from './support/events/published.ts'

/** Deposits are taken in, routed and moved on in the transactions that end at these points. */
const times = process.env['FULL'] ? '*3' : ''
const kills = sampled(
  [
    `bank_entry:before_commit${times}`,
    `bank_entry:after_commit${times}`,
    `payout_confirmed:before_commit${times && '*2'}`,
    'refund_confirmed:before_commit',
  ],
  1,
)

/** A file of the bank is kept, joined, booked, closes its day and is put away between these. */
const fileKills = sampled(
  [
    'bank_message:after_commit',
    'bank_piece:after_commit',
    'bank_evidence:before_commit',
    'bank_evidence:after_commit',
    'bank_entry:before_commit',
    'bank_close:before_commit',
    'bank_close:after_commit',
    'bank_import:before_commit',
    'bank_import:after_commit',
    'bank_file_in:after_commit',
  ],
  1,
)

let bff: Bff
beforeAll(async () => {
  // It keeps database and chain up, and does no work in the background.
  bff = await startBff({ ROLE: 'web' }, { isShared: true })
}, 240_000)
afterAll(() => bff.close(), 60_000)

type Site = Awaited<ReturnType<typeof aSite>>
const aSite = async () => {
  const route = await aRoute(bff, { from: 'DE', to: 'ES' })
  const { body } = await bff.get(`${fundingPath}/${route.fundingAccountId}`)
  return { ...route, info: body.data.depositAccountInfo }
}

test('kill -9 wherever a deposit is decided about or moves on, or a file is taken in: each ends once, as its route was', async () => {
  const [on, off, closed] = [await aSite(), await aSite(), await aSite()]
  await toggleRoute(bff, off.teleportId, 'inactive')
  const { fundingAccountId } = closed
  expect((await bff.post(`${fundingPath}/deactivate`, { fundingAccountId })).status).toBe(200)
  let paid = 0
  const pay = async ({ info }: Site) => {
    paid += 1
    await bff.deps.bank.sandbox?.credit({
      entryId: `crash/${paid}`,
      countryCode: 'DE',
      routingNumber: info.bank_routing_number,
      accountNumber: info.bank_account_number,
      currency: 'EUR',
      minor: 2_000n,
      scale: 2,
      sender: { name: 'Ada Okonkwo', account: 'DE89370400440532013000' },
      reference: '',
    })
  }
  for (const at of kills) {
    const server = await startedOrKilled({ CRASH_AT: at })
    while (server?.child.exitCode === null && server.child.signalCode === null) {
      for (const site of [on, off, closed]) await pay(site)
      await new Promise((resolve) => setTimeout(resolve, 400))
    }
    if (server) expect(await server.exited).toBe('SIGKILL')
  }
  const days = fileKills.map((_, n) => `2026-09-${String(n + 1).padStart(2, '0')}`)
  for (const [n, at] of fileKills.entries()) {
    putFiles(days[n] ?? '', off)
    const cut = await startedOrKilled({ CRASH_AT: at })
    if (cut) expect([at, await cut.exited]).toEqual([at, 'SIGKILL'])
  }
  const server = await startServer(bff.dataDir)
  const expected = { count: paid / 3, executions: paid / 3, payouts: paid / 3 }
  await expect.poll(outcomes, { timeout: 60_000, interval: 250 }).toEqual([
    { status: 'FORWARDED', ...expected },
    { status: 'HELD', count: expected.count + 2 * days.length, executions: 0, payouts: 0 },
    { status: 'RETURNED', ...expected },
  ])
  await expect
    .poll(fromFiles, { timeout: 60_000, interval: 250 })
    .toEqual(
      days.map((day) => ({ day, payments: 2, messages: 4, deposits: 2, isClosed: true, open: 0 })),
    )
  await expectConsistent(bff)
  await expectEventsPublished(bff, {
    'payin_deposit.initiated': 'funds_received',
    'payin_deposit.transitioned': 'payment_processed refunded',
    'payin_deposit.action_required': 'held',
  })
  await server.kill('SIGTERM')

  async function outcomes() {
    const { rows } = await bff.deps.db.asWorker((tx) =>
      sql<{ status: string; count: number }>`
        select d.status, count(*)::int as count,
          count(t.id)::int as executions, coalesce(sum(p.payouts), 0)::int as payouts
        from deposit d left join transfer t on t.deposit_id = d.id
        left join lateral (select count(*) as payouts from payout o
          join simulated_bank_payout s on s.reference = o.id::text and s.code = ''
          where o.transfer_id = t.id and o.status = 'CONFIRMED') p on true
        group by 1 order by 1`.execute(tx),
    )
    return rows
  }
}, 240_000)

/** A notification and the statement of its day, each lying there twice. */
function putFiles(day: string, { info }: Site): void {
  const account = bff.deps.bankFiles.accounts.find(({ countryCode }) => countryCode === 'DE')
  if (!account) throw new Error('no account')
  const entries = ['31.00', '32.00'].map((amount) => ({
    amount,
    day,
    payee: info.bank_account_number,
    endToEndId: `${day}-${amount}`,
  }))
  const balance = (code: string, amount: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`
  const balances = balance('OPBD', '0.00') + balance('CLBD', '63.00')
  const folder = join(bff.dataDir, 'bank-files', 'in')
  mkdirSync(folder, { recursive: true })
  const notice = camt('054', account, entries)
  const statement = camt('053', account, entries, { balances })
  for (const [name, text] of [
    ['a-notice', notice],
    ['b-statement', statement],
    ['c-notice-again', notice],
    ['d-statement-again', statement],
  ] as const)
    writeFileSync(join(folder, `${day}-${name}.xml`), text)
}

/** What became of the files, by day. */
async function fromFiles() {
  const { rows } = await bff.deps.db.asWorker((tx) =>
    sql<{ day: string }>`
      select p.booked_on::text as day, count(*)::int as payments,
        sum((select count(*) from bank_evidence e where e.payment_id = p.id))::int as messages,
        sum((select count(*) from deposit d where d.bank_entry = p.id))::int as deposits,
        bool_and(exists (select from bank_closed_day c
          where c.account = p.account and c.day = p.booked_on)) as "isClosed",
        (select count(*) from bank_file_in where imported_at is null)::int as open
      from bank_payment p where p.state = 'BOOKED' group by 1 order by 1`.execute(tx),
  )
  return rows
}

/** What the last one left may bring it to its point before it says that it is ready. */
async function startedOrKilled(settings: Record<string, string>): Promise<Started | undefined> {
  try {
    return await startServer(bff.dataDir, settings)
  } catch (error) {
    expect(String(error)).toContain('the server ended (SIGKILL)')
    return undefined
  }
}
