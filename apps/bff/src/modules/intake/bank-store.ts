import type { BankEntry } from '@corridor/banks'
import { type Selectable, sql } from 'kysely'
import { serviceNow } from '../../db/moment.ts'
import type { Tx } from '../../db/open.ts'
import type { DB } from '../../db/schema/types.generated.ts'

export type EntryRow = Selectable<DB['bank_entry']>

/** How far a bank's statement was read; '' at the beginning. */
export async function readPosition(tx: Tx, bank: string): Promise<string> {
  const row = await tx
    .selectFrom('bank_cursor')
    .select('position')
    .where('bank', '=', bank)
    .executeTakeFirst()
  return row?.position ?? ''
}

/** Keeps the entries that are new; who reads the same at the same time keeps each of them once. */
export async function keepEntries(tx: Tx, bank: string, entries: readonly BankEntry[]) {
  const byId = new Map(entries.map((entry) => [entry.entryId, rowOf(entry)]))
  // Of a day without moments, they are taken in as the bank has them.
  const rows = [...byId.values()].map((row, place) => ({ ...row, place }))
  // In one order, so that two readers never wait for each other.
  await sql`
    insert into bank_entry as b (entry_id, bank, kind, state, country_code, routing_number,
      account_number, currency, scale, amount, sender_name, sender_account, ultimate_sender, also_named, reference,
      payout_reference, code, booked_on, booked_from, booked_at, batch_id, due_at, read_at)
    select e.entry_id, ${bank}, e.kind, 'NEW', e.country_code, e.routing_number, e.account_number,
      e.currency, e.scale, e.amount, e.sender_name, e.sender_account, u.ultimate_sender,
      array(select unnest(e.also_named) union select unnest(n.named)
        except select unnest(array[e.sender_name, u.ultimate_sender])), e.reference,
      e.payout_reference, e.code, e.booked_on, e.booked_from, coalesce(e.moment, t.at + e.place * interval '1 microsecond'), e.batch_id, t.at, t.at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (place int, entry_id text,
      kind text, country_code text, routing_number text, account_number text, currency text,
      scale int, amount numeric, sender_name text, sender_account text, ultimate_sender text,
      also_named text[], reference text, payout_reference text, code text, booked_on date, booked_from timestamptz,
      moment timestamptz, batch_id text),
      (select ${serviceNow} as at) as t,
      -- Further messages may have come before this one was read.
      lateral named_in_messages(e.entry_id) as n,
      lateral (
        select coalesce(nullif(e.ultimate_sender, ''), n.ultimate, '') as ultimate_sender) as u
    order by e.entry_id collate "C"
    -- Another message has more of a payment that nobody knew the owner of.
    on conflict (entry_id) do update
    set kind = excluded.kind, country_code = excluded.country_code,
      routing_number = excluded.routing_number, account_number = excluded.account_number,
      sender_name = excluded.sender_name, sender_account = excluded.sender_account,
      -- Whom one message names and the next does not, is named all the same.
      ultimate_sender = coalesce(nullif(excluded.ultimate_sender, ''), b.ultimate_sender),
      also_named = array(select unnest(b.also_named) union select unnest(excluded.also_named)),
      reference = excluded.reference,
      payout_reference = excluded.payout_reference, code = excluded.code,
      was_unmatched = b.was_unmatched or b.state = 'UNMATCHED', state = 'NEW', problem = '',
      due_at = excluded.due_at
    where b.state in ('NEW', 'UNMATCHED') and b.assigned_funding_id is null
      and (b.kind, b.account_number, b.sender_name, b.sender_account, b.reference,
        b.payout_reference, b.ultimate_sender, b.also_named) is distinct from (excluded.kind, excluded.account_number,
        excluded.sender_name, excluded.sender_account, excluded.reference,
        excluded.payout_reference, excluded.ultimate_sender, excluded.also_named)`.execute(tx)
}

const rowOf = (entry: BankEntry) => ({
  entry_id: entry.entryId,
  kind: entry.kind,
  country_code: entry.countryCode,
  routing_number: entry.routingNumber,
  account_number: entry.accountNumber,
  currency: entry.currency,
  scale: entry.scale,
  amount: String(entry.minor),
  sender_name: entry.sender.name,
  sender_account: entry.sender.account,
  ultimate_sender: entry.sender.ultimate ?? '',
  also_named: entry.sender.others ?? [],
  reference: entry.reference,
  payout_reference: entry.payoutReference,
  code: entry.code,
  booked_on: entry.bookedOn,
  booked_from: entry.bookedFrom,
  moment: entry.moment ?? null,
  batch_id: entry.batchId,
})

/** Moves the cursor, unless another process has moved it. */
export async function movePosition(tx: Tx, bank: string, from: string, to: string): Promise<void> {
  await tx
    .insertInto('bank_cursor')
    .values({ bank, position: to, updated_at: serviceNow })
    .onConflict((conflict) =>
      conflict
        .column('bank')
        .doUpdateSet({ position: to, updated_at: serviceNow })
        .where('bank_cursor.position', '=', from),
    )
    .execute()
}

export type DueEntry = Pick<
  EntryRow,
  | 'entry_id'
  | 'kind'
  | 'assigned_funding_id'
  | 'reference'
  | 'sender_name'
  | 'ultimate_sender'
  | 'also_named'
  | 'batch_id'
  | 'was_unmatched'
>

const newEntries = (tx: Tx) =>
  tx
    .selectFrom('bank_entry')
    .select(['entry_id', 'kind', 'assigned_funding_id', 'reference', 'sender_name'])
    .select(['ultimate_sender', 'also_named', 'batch_id', 'was_unmatched'])
    .where('state', '=', 'NEW')
    .orderBy('booked_at')
    .orderBy('entry_id')

/** Entries to take in now, in the order in which they were booked. */
export const findDueEntries = (tx: Tx, limit: number): Promise<DueEntry[]> =>
  newEntries(tx).where('due_at', '<=', serviceNow).limit(limit).execute()

/** Those of these that nobody has taken in, in the same order. */
export const findNewEntries = (tx: Tx, entryIds: readonly string[]): Promise<DueEntry[]> =>
  newEntries(tx)
    .where(sql<boolean>`entry_id = any(${entryIds}::text[])`)
    .execute()

/** Locks entries that no process has taken in or is taking in, in booking order. */
export async function lockNewEntries(tx: Tx, entryIds: readonly string[]): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select * from bank_entry where entry_id = any(${entryIds}::text[]) and state = 'NEW'
    order by booked_at, entry_id for update skip locked`.execute(tx)
  return rows
}

/** Who sent what an entry brings, where nobody has taken it in. */
export const findNewEntry = (tx: Tx, entryId: string) =>
  tx
    .selectFrom('bank_entry')
    .select(['sender_name', 'ultimate_sender', 'also_named'])
    .where((eb) => eb.and({ entry_id: entryId, state: 'NEW' }))
    .executeTakeFirst()

/** Locks an entry that was not taken in yet; waits for a process that is about to. */
export const lockNewEntry = (tx: Tx, entryId: string): Promise<EntryRow | undefined> =>
  tx
    .selectFrom('bank_entry')
    .selectAll()
    .where((eb) => eb.and({ entry_id: entryId, state: 'NEW' }))
    .forUpdate()
    .executeTakeFirst()

/** What an entry says came back is that payment. */
export const endAsReturn = (tx: Tx, entryId: string, payout: { partner_id: string; id: string }) =>
  tx
    .updateTable('bank_entry')
    .set({
      state: 'RETURN',
      partner_id: payout.partner_id,
      subject_id: payout.id,
      problem: '',
      was_unmatched: false,
    })
    .where('entry_id', '=', entryId)
    .execute()

/** It was booked, and became nothing else; `creditId` is that of the credit which it took back. */
export const endAsBooked = (tx: Tx, entryId: string, creditId: string) =>
  tx
    .updateTable('bank_entry')
    .set({ state: 'BOOKED', payout_reference: creditId, problem: '', was_unmatched: false })
    .where('entry_id', '=', entryId)
    .execute()

/**
 * The credit that a bank took back: the newest one of this amount on the account that carries the same
 * text, or names the same sender where there is no text, and was not taken back before.
 */
export const findReversed = (tx: Tx, entry: EntryRow): Promise<EntryRow | undefined> =>
  tx
    .selectFrom('bank_entry as e')
    .selectAll('e')
    .where('e.kind', '=', 'CREDIT')
    .where('e.state', 'in', ['DEPOSIT', 'UNMATCHED'])
    .where('e.country_code', '=', entry.country_code)
    .where('e.account_number', '=', entry.account_number)
    .where('e.currency', '=', entry.currency)
    .where('e.amount', '=', entry.amount)
    .where(sql<boolean>`case when ${entry.reference} <> '' then e.reference = ${entry.reference}
      else e.sender_account = ${entry.sender_account} and e.sender_account <> '' end`)
    .where(sql<boolean>`not exists (select from bank_entry r where r.kind = 'REVERSAL'
      and r.payout_reference = e.entry_id)`)
    .orderBy('e.booked_at', 'desc')
    .orderBy('e.read_at', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()

/** The deposit that an entry became. */
export const lockDepositOf = (tx: Tx, entryId: string) =>
  tx
    .selectFrom('deposit')
    .selectAll()
    .where('bank_entry', '=', entryId)
    .forUpdate()
    .executeTakeFirst()

export const lockDeposit = (tx: Tx, partnerId: string, id: string) =>
  tx
    .selectFrom('deposit')
    .selectAll()
    .where((eb) => eb.and({ partner_id: partnerId, id }))
    .forUpdate()
    .executeTakeFirstOrThrow()

/** A payment of several, while it is not listed or assigned; waits for who is about to take it. */
export const lockBatch = (tx: Tx, entryId: string) =>
  tx
    .selectFrom('bank_entry')
    .selectAll()
    .where((eb) => eb.and({ entry_id: entryId, kind: 'BATCH' }))
    .forUpdate()
    .executeTakeFirst()

/** The payout that a payer's text names, where the service has ordered and paid it. */
export async function findPaidPayout(tx: Tx, ids: readonly string[]): Promise<string | undefined> {
  if (ids.length === 0) return undefined
  const row = await tx
    .selectFrom('payout')
    .select('id')
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .where('status', '=', 'CONFIRMED')
    .executeTakeFirst()
  return row?.id
}

/** It matches no account that the service knows. */
export const endUnmatched = (tx: Tx, entryId: string, problem: string, payout = '') =>
  tx
    .updateTable('bank_entry')
    .set({
      state: 'UNMATCHED',
      problem,
      was_unmatched: false,
      ...(payout === '' ? {} : { payout_reference: payout }),
    })
    .where('entry_id', '=', entryId)
    .execute()

/** Says of many that each became a deposit. */
export async function endAsDeposits(
  tx: Tx,
  deposits: readonly { bank_entry: string; partner_id: string; id: string }[],
): Promise<void> {
  const of = (name: keyof (typeof deposits)[number]) => deposits.map((deposit) => deposit[name])
  await sql`
    update bank_entry e set state = 'DEPOSIT', partner_id = d.partner_id, subject_id = d.id,
      problem = '', was_unmatched = false
    from unnest(${of('bank_entry')}::text[], ${of('partner_id')}::uuid[], ${of('id')}::uuid[])
      as d (entry_id, partner_id, id)
    where e.entry_id = d.entry_id`.execute(tx)
}

/** Leaves an entry for later: twice as long each time, an hour at most. */
export const postponeEntry = (tx: Tx, entryId: string, problem: string) =>
  tx
    .updateTable('bank_entry')
    .set({
      problem: problem.slice(0, 500),
      attempts: sql<number>`attempts + 1`,
      due_at: sql<Date>`${serviceNow} + least(power(2, least(attempts, 12)), 3600) * interval '1 second'`,
    })
    .where((eb) => eb.and({ entry_id: entryId, state: 'NEW' }))
    .execute()

/** Unmatched entries, the oldest first: of all partners' accounts, for the operator. */
export const listUnmatched = (tx: Tx, limit: number): Promise<EntryRow[]> =>
  tx
    .selectFrom('bank_entry')
    .selectAll()
    .where('state', '=', 'UNMATCHED')
    .orderBy('read_at')
    .limit(limit)
    .execute()
