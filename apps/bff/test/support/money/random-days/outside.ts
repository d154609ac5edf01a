import { sql } from 'kysely'
import { fromWire, convertDown, readRate } from '@corridor/domain'
import type { AnyBody, Bff } from '../../process/bff.ts'
import { devChainOf, rpc } from '../chain-rpc.ts'

/** Minor units by asset; what is zero is left out. */
export type Sums = Record<string, bigint>

const sumsOf = (rows: readonly { asset: string; amount: string | bigint }[]): Sums => {
  const sums: Sums = {}
  for (const { asset, amount } of rows) add(sums, asset, BigInt(amount))
  return sums
}
export function add(sums: Sums, asset: string, amount: bigint): void {
  const sum = (sums[asset] ?? 0n) + amount
  if (sum === 0n) delete sums[asset]
  else sums[asset] = sum
}

/** What is booked on all accounts of a kind, credits less debits. */
export async function booked({ deps }: Bff, kind: string): Promise<Sums> {
  const { rows } = await deps.db.asWorker((tx) =>
    sql<{ asset: string; amount: bigint }>`select a.asset,
        sum(case when p.credit_account = a.id then p.amount else -p.amount end) as amount
      from ledger_account a join posting p on p.partner_id = a.partner_id
        and p.kind in ('single', 'post') and a.id in (p.debit_account, p.credit_account)
      where a.kind = ${kind} group by a.asset`.execute(tx),
  )
  return sumsOf(rows)
}

/** What the bank's own books say it holds for the service. */
export async function atBanks({ deps }: Bff): Promise<Sums> {
  const { rows } = await deps.db.asWorker((tx) =>
    sql<{ asset: string; amount: bigint }>`select asset, sum(amount) as amount from (
      select entry->>'currency' as asset, (entry->>'minor')::numeric
        * case when entry->>'kind' in ('CHARGE', 'REVERSAL') then -1 else 1 end as amount
      from simulated_bank_entry
      union all
      select instruction->>'currency', -(instruction->>'minor')::numeric
      from simulated_bank_payout where code = '' and settles_at <= service_now()) as e
      group by asset`.execute(tx),
  )
  return sumsOf(rows)
}

type Held = { address: string; token: string; booked: bigint; opening: bigint }

/** Where the chain holds something else at an address than the ledger says, as sentences. */
export async function wrongOnChain(bff: Bff): Promise<string[]> {
  const { definition } = devChainOf(bff.deps)
  const places = definition.tokens.map(({ address, symbol }) => ({
    token: address.toLowerCase(),
    asset: `${symbol}@${definition.chainId}`,
  }))
  const { rows } = await bff.deps.db.asWorker((tx) =>
    sql<Held>`select a.owner as address, t.token,
        sum(case when p.debit_account = a.id then p.amount else -p.amount end) as booked,
        coalesce((select o.amount from custody_opening o where o.address = a.owner
          and o.token = t.token), 0) as opening
      from unnest(${places.map(({ token }) => token)}::text[],
        ${places.map(({ asset }) => asset)}::text[]) as t (token, asset)
      join ledger_account a on a.kind = 'custody' and a.asset = t.asset
      join posting p on p.partner_id = a.partner_id and p.kind in ('single', 'post')
        and a.id in (p.debit_account, p.credit_account)
      group by a.owner, t.token`.execute(tx),
  )
  const wrong: string[] = []
  for (const { address, token, booked: amount, opening } of rows) {
    const data = `0x70a08231${address.slice(2).toLowerCase().padStart(64, '0')}`
    const answer = await rpc(bff.deps, 'eth_call', { to: token, data }, 'latest')
    const held = BigInt(String(answer))
    const expected = amount + opening
    if (held !== expected) wrong.push(`${address}: ${held} on the chain, ${expected} in the ledger`)
  }
  if (rows.length === 0) wrong.push('no address of a chain was compared')
  return wrong
}

const minorOf = (amount: number, currency: string, scale: number): bigint => {
  const money = fromWire(amount, currency, scale)
  if (!money.ok) throw new Error(`${amount} ${currency}`)
  return money.value.minor
}

/** Adds what a transfer exchanged to the position, worked out of its record alone. */
export function addExchanged(
  position: Sums,
  record: AnyBody,
  scaleOf: (currency: string) => { asset: string; scale: number },
): void {
  const { from, to, fees, rateDetails } = record
  const [source, target] = [scaleOf(from.currency), scaleOf(to.currency)]
  const net =
    minorOf(from.amount, from.currency, source.scale) -
    minorOf(fees.totalFees.amount, from.currency, source.scale)
  const rate = readRate(String(rateDetails.midRate))
  add(position, source.asset, net)
  add(position, target.asset, -convertDown(net, rate, { from: source.scale, to: target.scale }))
}
