import { type Insertable, type SqlBool, sql, type Updateable } from 'kysely'
import type { Page } from '../../api/request/paging.ts'
import { rowsOfPage } from '../../db/keyset.ts'
import { nowAfterWait, serviceNow } from '../../db/moment.ts'
import { ownedTable, rowsOf } from '../../db/owned-table.ts'
import type { Tx } from '../../db/open.ts'
import type { ReplenishQuoteRow } from '../../db/schema/rows.ts'
import type { DB } from '../../db/schema/types.generated.ts'

export type NewQuote = Omit<Insertable<DB['replenish_quote']>, 'created_at'>
export type QuoteChange = Omit<Updateable<DB['replenish_quote']>, 'partner_id' | 'id'>

const quotes = ownedTable('replenish_quote')
export const { find: findQuote, lock: lockQuote } = quotes

/** The newest quote of a drawing that is neither superseded nor expired, locked. */
export const lockLiveQuote = (tx: Tx, partnerId: string, transactionId: string) =>
  quotes
    .of(tx, partnerId)
    .where('transaction_id', '=', transactionId)
    .where('superseded_at', 'is', null)
    .where(sql<SqlBool>`valid_until > ${nowAfterWait}`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()

export const quotesOfBatch = (tx: Tx, partnerId: string, batchId: string) =>
  quotes.of(tx, partnerId).where('batch_id', '=', batchId).orderBy('id').execute()

/** Writes a quote; the ones before it that nobody used are superseded. */
export async function insertQuote(tx: Tx, quote: NewQuote): Promise<ReplenishQuoteRow> {
  await tx
    .updateTable('replenish_quote')
    .set({ superseded_at: serviceNow })
    .where((eb) => eb.and({ partner_id: quote.partner_id, transaction_id: quote.transaction_id }))
    .where('superseded_at', 'is', null)
    .where((eb) => eb.and({ is_initiated: false, fulfilled: 0n }))
    .execute()
  return tx
    .insertInto('replenish_quote')
    .values({ ...quote, created_at: serviceNow })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const updateQuote = (
  tx: Tx,
  { partner_id, id }: Pick<ReplenishQuoteRow, 'partner_id' | 'id'>,
  change: QuoteChange,
): Promise<ReplenishQuoteRow> =>
  tx
    .updateTable('replenish_quote')
    .set(change)
    .where((eb) => eb.and({ partner_id, id }))
    .returningAll()
    .executeTakeFirstOrThrow()

/** As `quoteStatus` says of a row. */
const shownStatus = sql<string>`case when fulfilled = total then 'FULFILLED'
  when is_initiated then 'INITIATED'
  when superseded_at is not null then 'SUPERSEDED'
  when valid_until <= ${serviceNow} then 'EXPIRED'
  when fulfilled > 0 then 'PARTIAL' else 'OPEN' end`

export function listQuotes(
  tx: Tx,
  partnerId: string,
  filter: { status?: string | undefined; transactionId?: string | undefined },
  page: Page,
) {
  let query = quotes.of(tx, partnerId)
  if (filter.status !== undefined)
    query = query.where(sql<SqlBool>`${shownStatus} = ${filter.status}`)
  if (filter.transactionId !== undefined)
    query = query.where('transaction_id', '=', filter.transactionId)
  return rowsOfPage(query, page)
}

/** Quotes whose payment by bank names one of these references, of whatever partner. */
export const findQuotesByReference = (tx: Tx, references: readonly string[]) =>
  references.length === 0
    ? Promise.resolve([])
    : tx
        .selectFrom('replenish_quote')
        .selectAll()
        .where('bank_reference', 'in', [...references])
        .execute()

export type NewFulfilment = Omit<Insertable<DB['fulfilment']>, 'created_at'>

/** Writes a statement of a payment; nothing where its reference was stated before. */
export const insertFulfilment = (tx: Tx, fulfilment: NewFulfilment) =>
  tx
    .insertInto('fulfilment')
    .values({ ...fulfilment, created_at: serviceNow })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

export const fulfilmentsOf = (tx: Tx, partnerId: string, quoteIds: readonly string[]) =>
  quoteIds.length === 0
    ? Promise.resolve([])
    : rowsOf(tx, 'fulfilment', { partner_id: partnerId })
        .where('quote_id', 'in', [...quoteIds])
        .orderBy('created_at')
        .execute()

/** What was fulfilled of drawings, over all their quotes. */
export async function fulfilledOf(
  tx: Tx,
  partnerId: string,
  transactionIds: readonly string[],
): Promise<Map<string, bigint>> {
  if (transactionIds.length === 0) return new Map()
  const { rows } = await sql<{ transaction_id: string; sum: bigint }>`
    select transaction_id, sum(fulfilled) as sum from replenish_quote
    where partner_id = ${partnerId} and transaction_id = any(${[...transactionIds]}::uuid[])
    group by 1`.execute(tx)
  return new Map(rows.map(({ transaction_id, sum }) => [transaction_id, sum]))
}
