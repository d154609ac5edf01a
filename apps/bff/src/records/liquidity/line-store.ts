import { openReplenishmentStates } from '@corridor/domain'
import { sql } from 'kysely'
import { batchedCall, isItem, postponedWrite } from '../../db/batch.ts'
import { serviceNow } from '../../db/moment.ts'
import { now, type Tx } from '../../db/open.ts'
import { sendTogether } from '../../db/send-together.ts'
import type { LineRow } from '../../db/schema/rows.ts'
import { insertLiquidityTarget } from '../deposits/store.ts'
import { type LiquidityTerms, liquidityTerms } from '../partners/liquidity-terms.ts'
import { listOf } from '../../db/lists.ts'

/** A partner's credit line with its terms, and the time at which it was read. */
export type Line = LineRow & { terms: LiquidityTerms; environment: string; at: Date }

type NewLine = Pick<
  LineRow,
  | 'partner_id'
  | 'jurisdiction_id'
  | 'chain_id'
  | 'token'
  | 'currency'
  | 'scale'
  | 'deposit_address'
  | 'operational_address'
>

/** Opens a credit line with its addresses watched and announced; nothing where there is one. */
export async function insertLine(tx: Tx, line: NewLine): Promise<void> {
  const { rows } = await sql<{ partner_id: string }>`
    insert into liquidity_line (partner_id, jurisdiction_id, chain_id, token, currency, scale,
      deposit_address, operational_address, usage_day, created_at)
    values (${line.partner_id}, ${line.jurisdiction_id}, ${line.chain_id}, ${line.token},
      ${line.currency}, ${line.scale}, ${line.deposit_address}, ${line.operational_address},
      (${serviceNow} at time zone 'UTC')::date, ${serviceNow})
    on conflict do nothing returning partner_id`.execute(tx)
  if (rows.length === 0) return
  await watch(tx, line)
}

async function watch(tx: Tx, line: NewLine): Promise<void> {
  const { chain_id, deposit_address, operational_address } = line
  await tx
    .insertInto('watched_address')
    .values([deposit_address, operational_address].map((address) => ({ chain_id, address })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await insertLiquidityTarget(tx, line.partner_id, `chain:${chain_id}:${deposit_address}`)
}

/** Another token than before, while nothing is under way in it; the addresses stay. */
export async function changeAsset(tx: Tx, line: NewLine): Promise<void> {
  // What was drawn today counts in the new token's units.
  const shift = sql`power(10::numeric, ${line.scale}::int - scale)`
  await tx
    .updateTable('liquidity_line')
    .set({
      jurisdiction_id: line.jurisdiction_id,
      chain_id: line.chain_id,
      token: line.token,
      currency: line.currency,
      scale: line.scale,
      used_today: sql<bigint>`ceil(used_today * ${shift})`,
      largest_today: sql<bigint>`ceil(largest_today * ${shift})`,
    })
    .where('partner_id', '=', line.partner_id)
    .execute()
  await watch(tx, line)
}

/** Frames that hold credit, and payments that are waited for: all in the line's token. */
export async function countUnderWay(tx: Tx, partnerId: string) {
  const { rows } = await sql<{ frames: number; payments: number }>`
    select (select count(*)::int from reserve_frame where partner_id = ${partnerId}
        and (status = 'PENDING_CONFIRMATION' or (status = 'ACCEPTED' and published_phase <> 'ENDED')
          or (status = 'QUOTED' and valid_until > ${serviceNow}))) as frames,
      (select count(*)::int from replenishment where partner_id = ${partnerId}
        and status in ${listOf(openReplenishmentStates)})
      + (select count(*)::int from operational_withdrawal where partner_id = ${partnerId}
        and status = 'PENDING') as payments`.execute(tx)
  return rows[0] ?? { frames: 0, payments: 0 }
}

type Read = LineRow & { settings: unknown; environment: string }

async function read(tx: Tx, partnerId: string, isLocked: boolean): Promise<Line | undefined> {
  const lock = isLocked ? sql`for update of l` : sql``
  // The clock is read after the lock was had: a day or an hour may end meanwhile.
  const { found, at } = await sendTogether({
    found: sql<Read>`
      select l.*, p.settings, p.environment from liquidity_line l
      join partner p on p.id = l.partner_id where l.partner_id = ${partnerId} ${lock}`.execute(tx),
    at: now(tx),
  })
  const [row] = found.rows
  if (!row) return undefined
  const { settings, environment, ...line } = row
  return { ...line, environment, terms: liquidityTerms(settings, environment), at }
}

export const findLine = (tx: Tx, partnerId: string) => read(tx, partnerId, false)

/** Whatever takes credit or gives it back holds the line until its transaction ends. */
export async function lockLine(tx: Tx, partnerId: string): Promise<Line> {
  const line = await read(tx, partnerId, true)
  if (!line) throw new Error(`the partner ${partnerId} has no credit line`)
  return line
}

/** The lines that a batch holds for several drawings. */
const shared = new WeakMap<Tx, Map<string, Promise<Line>>>()

/**
 * As `lockLine`, for drawings that share a transaction: they have the same line, locked once, which
 * `changeLine` changes for all of them at once. So each decides about what those before it left, as
 * long as it awaits nothing between its decision and its change. Outside a batch it is locked and read
 * each time: what was changed may have been undone, to a savepoint.
 */
export const shareLine = (tx: Tx, partnerId: string): Promise<Line> =>
  isItem(tx) ? sharedLine(tx, partnerId) : lockLine(tx, partnerId)

const sharedLine = batchedCall<string, Line>(async (tx, partnerIds) => {
  const lines = shared.get(tx) ?? new Map<string, Promise<Line>>()
  shared.set(tx, lines)
  for (const id of [...new Set(partnerIds)].toSorted())
    if (!lines.has(id)) lines.set(id, lockLine(tx, id))
  const locked = new Map<string, Line>()
  for (const [id, line] of lines) locked.set(id, await line)
  return partnerIds.map((id) => locked.get(id) as Line)
})

/** Whose operational wallets are among some addresses of a chain. */
export async function findOperational(tx: Tx, chainId: string, addresses: readonly string[]) {
  if (addresses.length === 0) return []
  return tx
    .selectFrom('liquidity_line')
    .select(['partner_id', 'operational_address as address'])
    .where('chain_id', '=', chainId)
    .where('operational_address', 'in', addresses)
    .execute()
}

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** What was drawn on the day of `at`, and the largest drawing of it. */
export const usedOn = ({ usage_day, used_today, largest_today }: LineRow, at: Date) =>
  usage_day === dayOf(at) ? { used: used_today, largest: largest_today } : { used: 0n, largest: 0n }

type Change = {
  /** Principal taken (above zero) or given back. */
  borrowed?: bigint
  /** Counted for the day of `at`; below zero where a drawing of that day was not paid. */
  used?: { amount: bigint; at: Date }
  /** Whether it is a new drawing. */
  isNew?: boolean
}

/** Changes a locked line, at once for all who have it, and writes it. */
export async function changeLine(tx: Tx, line: Line, change: Change): Promise<Line> {
  const { borrowed = 0n, used, isNew = false } = change
  const before = used ? usedOn(line, used.at) : usedOn(line, line.at)
  const amount = used?.amount ?? 0n
  const after = before.used + amount
  line.borrowed += borrowed
  line.transactions += isNew ? 1 : 0
  line.usage_day = used ? dayOf(used.at) : dayOf(line.at)
  line.used_today = after > 0n ? after : 0n
  line.largest_today = amount > before.largest ? amount : before.largest
  await writeLine(tx, line)
  return line
}

const writeLine = postponedWrite<Line>(writeOne, async (tx, lines) => {
  const ordered = [...new Set(lines)].toSorted((a, b) => (a.partner_id < b.partner_id ? -1 : 1))
  await Promise.all(ordered.map((line) => writeOne(tx, line)))
})

function writeOne(tx: Tx, line: Line) {
  const { borrowed, transactions, usage_day, used_today, largest_today } = line
  return tx
    .updateTable('liquidity_line')
    .set({ borrowed, transactions, usage_day, used_today, largest_today })
    .where('partner_id', '=', line.partner_id)
    .execute()
}

type OwnAddress = { partnerId: string; address: string }

/** Whether an address is the service's, of whatever partner: none of them is paid by a drawing. */
export const isOwnAddress = batchedCall<OwnAddress, boolean>(async (tx, asked) => {
  const { rows } = await sql<{ is_own: boolean }>`
    select exists (select from liquidity_line l, is_own_address(l.chain_id, array[g.address])
      where l.partner_id = g.partner) as is_own
    from unnest(${asked.map(({ partnerId }) => partnerId)}::uuid[],
      ${asked.map(({ address }) => address.toLowerCase())}::text[])
      with ordinality as g (partner, address, nth)
    order by g.nth`.execute(tx)
  return rows.map(({ is_own }) => is_own)
})

/** Shares of a limit that were not published on the day yet; they are from now on. */
export async function claimShares(
  tx: Tx,
  { partner_id }: Pick<LineRow, 'partner_id'>,
  of: { name: 'credit' | 'daily'; day: string; shares: readonly number[] },
): Promise<number[]> {
  const { rows } = await sql<{ share: number }>`
    insert into liquidity_limit_alert (partner_id, day, name, share)
    select ${partner_id}, ${of.day}::date, ${of.name}, share
    from unnest(${[...of.shares]}::int[]) as share order by share
    on conflict do nothing returning share`.execute(tx)
  return rows.map(({ share }) => share)
}
