import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bff, startBff } from './support/process/bff.ts'
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

test('kill -9 wherever a deposit is decided about or moves on: each ends once, as its route was', async () => {
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
  const server = await startServer(bff.dataDir)
  const expected = { count: paid / 3, executions: paid / 3, payouts: paid / 3 }
  await expect.poll(outcomes, { timeout: 60_000, interval: 250 }).toEqual([
    { status: 'FORWARDED', ...expected },
    { status: 'HELD', ...expected, executions: 0, payouts: 0 },
    { status: 'RETURNED', ...expected },
  ])
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

/** What the last one left may bring it to its point before it says that it is ready. */
async function startedOrKilled(settings: Record<string, string>): Promise<Started | undefined> {
  try {
    return await startServer(bff.dataDir, settings)
  } catch (error) {
    expect(String(error)).toContain('the server ended (SIGKILL)')
    return undefined
  }
}
