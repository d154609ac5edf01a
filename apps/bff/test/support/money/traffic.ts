import { sql } from 'kysely'
import { parseId } from '@corridor/domain'
import type { Bff, Partner } from '../process/bff.ts'
import { expect } from 'vitest'
import { rpc } from './chain-rpc.ts'
import { expectConsistent } from './invariants.ts'
import { aParty, aQuote, quote, type Side } from './ordinary.ts'
import { takeUp } from './ordinary-flow.ts'
import { tokens, transferPath } from './wallets.ts'

export type Kind = 'BANK' | 'CHAIN' | 'REFUND'
/** A transfer under way; `reference` is what its payer names. */
export type Sent = {
  executionId: string
  kind: Kind
  partner: Partner
  body: object
  reference: string
}

type Customer = { partner: Partner; from: Side; to: Record<Kind, Side> }

/**
 * Transfers of 20 EUR out of Germany: to Spain, to a wallet, or to a payee whom the bank refuses so
 * that the money goes back. Each partner's turn comes in order, since they share no rows.
 */
export async function makeTraffic(bff: Bff, partners: readonly Partner[]) {
  const [token] = await tokens(bff)
  const customers: Customer[] = []
  for (const partner of partners) customers.push(await customerOf(partner))
  const all: Sent[] = []
  return { all, quoted, execute, executed, deposit, paidIn, logsOf, statuses }

  async function customerOf(partner: Partner): Promise<Customer> {
    const accountHolder = { name: 'FAIL RAIL_REJECTED', type: 'individual' }
    const [from, bank, chain, refund] = await Promise.all([
      aParty(bff, 'DE', {}, partner),
      aParty(bff, 'ES', {}, partner),
      aParty(bff, token?.id ?? '', {}, partner),
      aParty(bff, 'ES', { ownership: 'THIRD_PARTY', accountHolder }, partner),
    ])
    return { partner, from, to: { BANK: bank, CHAIN: chain, REFUND: refund } }
  }

  async function quoted(kind: Kind): Promise<Sent> {
    const customer = customers[all.length % customers.length]
    if (!customer) throw new Error('no customers')
    const { partner, from, to } = customer
    const answer = await quote(bff, aQuote(from, to[kind], { exactAmountIn: 20 }), partner)
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
    const { executionId, depositAccount } = answer.body.data
    const { reference } = depositAccount
    const sent = { executionId, kind, partner, body: takeUp(answer.body.data), reference }
    all.push(sent)
    return sent
  }

  /** Under a key of its own: it may be sent again. */
  function execute(baseUrl: string, { executionId, partner, body }: Sent): Promise<Response> {
    return post(baseUrl + transferPath, partner, body, { 'idempotency-key': executionId })
  }

  async function executed(kind: Kind): Promise<Sent> {
    const sent = await quoted(kind)
    const { executionId, partner, body } = sent
    const key = { 'idempotency-key': executionId }
    const answer = await bff.post(transferPath, body, key, partner)
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
    return sent
  }

  /** The payer's money arrives; the process that is notified takes it in. */
  function deposit(baseUrl: string, { executionId, partner }: Sent): Promise<Response> {
    return post(`${baseUrl}/api/v1/sandbox/transfer/${executionId}/deposit`, partner, {})
  }

  /** Statuses by execution id. */
  async function statuses(): Promise<Map<string, string>> {
    const rows = await bff.deps.db.asWorker((tx) =>
      tx.selectFrom('transfer').select(['id', 'status']).execute(),
    )
    const byId = new Map(rows.map(({ id, status }) => [id, status]))
    return new Map(
      all.map(({ executionId }) => [
        executionId,
        byId.get(parseId('exec', executionId) ?? '') ?? '',
      ]),
    )
  }

  /** What the bank's own books say has arrived, by reference. */
  async function paidIn(): Promise<Set<string>> {
    const { rows } = await bff.deps.db.asWorker((tx) =>
      sql<{ reference: string }>`
        select entry->>'reference' as reference from simulated_bank_entry`.execute(tx),
    )
    return new Set(rows.map(({ reference }) => reference))
  }

  /** What the chain's own logs say was paid to the payees: how often for each transaction. */
  async function logsOf(): Promise<string[]> {
    const topic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
    const payees = await Promise.all(
      customers.map(({ partner, to }) => addressOf(partner, to.CHAIN)),
    )
    const topics = [
      topic,
      null,
      payees.map((payee) => `0x${payee.slice(2).toLowerCase().padStart(64, '0')}`),
    ]
    const logs = (await rpc(bff.deps, 'eth_getLogs', {
      fromBlock: '0x0',
      toBlock: 'latest',
      topics,
    })) as {
      transactionHash: string
    }[]
    return logs.map(({ transactionHash }) => transactionHash.toLowerCase())
  }

  async function addressOf(partner: Partner, { accountId }: Side): Promise<string> {
    const { body } = await bff.get(`/api/v1/xfer/accounts/external/${accountId}`, partner)
    return body.data.wallet.walletAddress
  }
}

/** What the bank's own books say was paid, by remittance text: how often. */
export async function bankPayouts(bff: Bff): Promise<Map<string, number>> {
  const { rows } = await bff.deps.db.asWorker((tx) =>
    sql<{ remittance: string; count: number }>`
      select instruction->>'remittance' as remittance, count(*)::int as count
      from simulated_bank_payout where code = '' group by 1`.execute(tx),
  )
  return new Map(rows.map(({ remittance, count }) => [remittance, count]))
}

const ended = ['COMPLETED', 'REFUNDED', 'FAILED', 'EXPIRED', 'CANCELLED']

/** All have ended as they should, and bank and chain paid for each just once. */
export async function expectPaidOnce(bff: Bff, traffic: Traffic): Promise<void> {
  const open = async () =>
    [...(await traffic.statuses()).values()].filter((status) => !ended.includes(status))
  await expect.poll(open, { timeout: 90_000 }).toEqual([])
  const statuses = await traffic.statuses()
  const expected: Record<string, number> = {}
  const hashes: string[] = []
  for (const { executionId, kind, partner } of traffic.all) {
    const end = kind === 'REFUND' ? 'REFUNDED' : 'COMPLETED'
    expect([executionId, kind, statuses.get(executionId)]).toEqual([executionId, kind, end])
    if (kind === 'BANK') expected[executionId] = 1
    if (kind === 'REFUND') expected[`Refund ${executionId}`] = 1
    if (kind !== 'CHAIN') continue
    const { body } = await bff.get(`${transferPath}/${executionId}`, partner)
    hashes.push(body.data.transactionHash.toLowerCase())
  }
  const ids = new Set(traffic.all.map(({ executionId }) => executionId))
  const own = [...(await bankPayouts(bff))].filter(([text]) => ids.has(text.replace('Refund ', '')))
  expect(Object.fromEntries(own)).toEqual(expected)
  expect((await traffic.logsOf()).toSorted()).toEqual(hashes.toSorted())
  await expectConsistent(bff)
}

export function post(
  url: string,
  { apiToken }: Partner,
  body: object,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'x-api-token': apiToken, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

export type Traffic = Awaited<ReturnType<typeof makeTraffic>>
