import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { routes } from '@corridor/contract/routes'
import type { Client } from 'pg'
import { asAdmin } from '../measure/admin.ts'
import { type BenchStack, customer } from './partner.ts'

const { accounts, entities, payinRoutes, sandbox } = routes
const lookMs = 50
const deadlineMs = 240_000
const iban = 'ES9121000418450200051332'

/** The numbers of a customer's account at the simulated bank. */
export type PaidInto = { fundingAccountId: string; routingNumber: string; accountNumber: string }

/** Accounts of customers in Germany; with a route on to an account of each in Spain, or without. */
export async function openAccounts(stack: BenchStack, count: number, isRouted: boolean) {
  const { client } = stack
  const countries = await client.call(accounts.listJurisdictions, { query: { limit: 200 } })
  const idOf = (code: string): string =>
    countries.body.data.find(({ countryCode }) => countryCode === code)?.id ?? ''
  const opened: PaidInto[] = []
  while (opened.length < count) {
    const { body } = await client.call(entities.create, { body: customer() })
    const { entityId } = body.data
    await client.call(sandbox.decideKyc, { params: { entityId }, body: { decision: 'APPROVED' } })
    const funding = await client.call(accounts.createFunding, {
      body: { entityId, jurisdictionId: idOf('DE') },
    })
    const { fundingAccountId, depositAccountInfo: info } = funding.body.data
    if (isRouted) await route(stack, { entityId, fundingAccountId, spain: idOf('ES') })
    opened.push({
      fundingAccountId,
      routingNumber: textOf(info, 'bank_routing_number'),
      accountNumber: textOf(info, 'bank_account_number'),
    })
  }
  return opened
}

async function route(
  { client }: BenchStack,
  of: { entityId: string; fundingAccountId: string; spain: string },
): Promise<void> {
  const { entityId, fundingAccountId, spain: jurisdictionId } = of
  const added = await client.call(accounts.addExternal, {
    body: { entityId, jurisdictionId, type: 'BANK', ownership: 'SELF', account: { iban } },
  })
  const externalAccountId = added.body.data.accountId ?? ''
  await client.call(payinRoutes.create, { body: { fundingAccountId, externalAccountId } })
}

function textOf(info: object | undefined, name: string): string {
  const value: unknown = info && Object.entries(info).find(([key]) => key === name)?.[1]
  if (typeof value !== 'string' || value === '') throw new Error(`The account has no ${name}`)
  return value
}

/**
 * Deposits on these accounts in turn, all on the bank's statement at one moment, until each is
 * FORWARDED to a bank. Gives milliseconds until all were taken in, and until all were done.
 */
export function forwardDeposits(stack: BenchStack, paidInto: readonly PaidInto[], count: number) {
  const run = `bench/${randomUUID()}/`
  return asAdmin(stack.dataDir, 'corridor', async (admin) => {
    const begun = performance.now()
    await admin.query(booking, [JSON.stringify(paidInto), count, run])
    const taken = "select from bank_entry where state = 'NEW' limit 1"
    const open = `select from deposit where status in ('RECEIVED', 'SCREENING', 'FORWARDING') limit 1`
    await untilNone(admin, { left: taken, count, run })
    const takenMs = performance.now() - begun
    await untilNone(admin, { left: open, count, run })
    const doneMs = performance.now() - begun
    const { rows } = await admin.query("select from deposit where status <> 'FORWARDED' limit 1")
    if (rows.length > 0) throw new Error('a deposit was not forwarded')
    return { takenMs, doneMs }
  })
}

/** Until nothing of the kind is left, and all have come. */
async function untilNone(
  admin: Client,
  { left, count, run }: { left: string; count: number; run: string },
): Promise<void> {
  const begun = performance.now()
  for (;;) {
    const { rows } = await admin.query(left)
    const come = await admin.query<{ count: string }>(
      'select count(*) from bank_entry where entry_id like $1',
      [`${run}%`],
    )
    if (rows.length === 0 && Number(come.rows[0]?.count) === count) return
    if (performance.now() - begun > deadlineMs)
      throw new Error('the deposits were not forwarded in time')
    await sleep(lookMs)
  }
}

/** What payers send to the accounts in turn, as entries of the simulated bank. */
const booking = `
  with paid as (
    select n, ($1::jsonb)->(n % jsonb_array_length($1::jsonb)) as account
    from generate_series(0, $2::int - 1) as n),
  moved as (
    update simulated_bank_position set last = last + $2 returning last - $2 as base)
  insert into simulated_bank_entry (position, entry_id, entry)
  select base + n + 1, $3 || n, jsonb_build_object('entryId', $3 || n, 'kind', 'CREDIT',
    'countryCode', 'DE', 'routingNumber', account->>'routingNumber',
    'accountNumber', account->>'accountNumber', 'currency', 'EUR', 'minor', '10000', 'scale', 2,
    'sender', jsonb_build_object('name', 'Ada Okonkwo', 'account', ''), 'reference', '',
    'payoutReference', '', 'code', '', 'bookedAt', now())
  from paid, moved`
