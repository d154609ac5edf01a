import type {
  BookedPayout,
  KeptPayout,
  NewPayout,
  SimulatedBooks,
  UnbookedEntry,
} from '@corridor/banks'
import { type Selectable, sql } from 'kysely'
import { entryOf, entryText } from './entry-text.ts'
import { nowAfterWait, serviceNow } from '../../db/moment.ts'
import { type ServiceDatabase, type Tx } from '../../db/open.ts'
import type { DB } from '../../db/schema/types.generated.ts'
import { batchedCall } from '../../db/batch.ts'
import { inTurns } from '../../engine/turns.ts'

type PayoutRow = Selectable<DB['simulated_bank_payout']>
type Instruction = BookedPayout['instruction']
/** JSON has no whole numbers of this size: they are kept as texts. */
type Kept<T, K extends keyof T> = Omit<T, K> & { [N in K]: string }

/** The books of the simulated bank, in tables of their own. */
export function createSimulatedBooks(
  db: Pick<ServiceDatabase, 'asWorker' | 'readingAll' | 'groupCommit'>,
): SimulatedBooks {
  return {
    keepPayout: (payout) => db.groupCommit((tx) => keepPayout(tx, payout)),
    findPayout: (reference) =>
      db.groupCommit(async (tx) => {
        const row = await findRow(tx, reference)
        return row && { payout: payoutOf(row), at: row.at }
      }),
    refusePayout: (reference, code) => db.asWorker((tx) => refusePayout(tx, reference, code)),
    dueReturns: () => db.readingAll(dueReturns),
    book: inTurns(async (entries) => {
      await db.asWorker((tx) => bookAll(tx, entries))
      return entries.map(() => undefined)
    }),
    read: (after, limit) => db.readingAll((tx) => read(tx, after, limit)),
  }
}

const readAt = serviceNow.as('at')

type FoundRow = PayoutRow & { at: Date }

const findRow = batchedCall<string, FoundRow | undefined>(async (tx, references) => {
  const rows = await tx
    .selectFrom('simulated_bank_payout')
    .selectAll()
    .select(readAt)
    .where(sql<boolean>`reference = any(${references}::text[])`)
    .execute()
  const found = new Map(rows.map((row) => [row.reference, row]))
  return references.map((reference) => found.get(reference))
})

async function keepPayout(tx: Tx, payout: NewPayout): Promise<KeptPayout> {
  const { reference } = payout.instruction
  const row = (await insertPayout(tx, payout)) ?? (await findRow(tx, reference))
  if (!row) throw new Error(`the payment ${reference} was not kept`)
  return { payout: payoutOf(row), at: row.at }
}

const insertPayout = batchedCall<NewPayout, FoundRow | undefined>(async (tx, payouts) => {
  const given = payouts.map(({ instruction, ...payout }) => ({
    ...payout,
    reference: instruction.reference,
    instruction: { ...instruction, minor: String(instruction.minor) },
    returnsInMs: payout.returnsInMs ?? null,
  }))
  const { rows } = await sql<FoundRow>`
    insert into simulated_bank_payout as p (reference, bank_reference, instruction, accepted_at,
      settles_at, code, returns_at, return_code)
    select g.reference, g."bankReference", g.instruction, t.at,
      t.at + make_interval(secs => g."settlesInMs" / 1000), g.code,
      t.at + make_interval(secs => (g."settlesInMs" + g."returnsInMs") / 1000), g."returnCode"
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (reference text,
      "bankReference" text, instruction jsonb, "settlesInMs" double precision, code text,
      "returnsInMs" double precision, "returnCode" text), (select ${serviceNow} as at) as t
    order by g.reference
    -- Whichever of its two references meets the other call's row first, it is the same order.
    on conflict do nothing
    returning p.*, ${serviceNow} as at`.execute(tx)
  const kept = new Map(rows.map((row) => [row.reference, row]))
  return payouts.map(({ instruction }) => kept.get(instruction.reference))
})

async function refusePayout(tx: Tx, reference: string, code: string): Promise<void> {
  await tx
    .updateTable('simulated_bank_payout')
    .set({ code, settles_at: serviceNow, returns_at: null, return_code: '' })
    .where('reference', '=', reference)
    .where('settles_at', '>', nowAfterWait)
    .execute()
}

function payoutOf(row: PayoutRow): BookedPayout {
  const instruction = row.instruction as Kept<Instruction, 'minor'>
  return {
    instruction: { ...instruction, minor: BigInt(instruction.minor) },
    bankReference: row.bank_reference,
    acceptedAt: row.accepted_at,
    settlesAt: row.settles_at,
    code: row.code,
    ...(row.returns_at === null ? {} : { returnsAt: row.returns_at }),
    returnCode: row.return_code,
  }
}

async function dueReturns(tx: Tx): Promise<BookedPayout[]> {
  const rows = await tx
    .selectFrom('simulated_bank_payout as p')
    .selectAll()
    .where('p.returns_at', '<=', serviceNow)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('simulated_bank_entry as e')
            .select('e.position')
            .where('e.entry_id', '=', sql<string>`'return/' || p.bank_reference`),
        ),
      ),
    )
    .orderBy('p.returns_at')
    .execute()
  return rows.map(payoutOf)
}

/** The position is taken under a lock that lasts until the commit: whoever reads on misses none. */
async function bookAll(tx: Tx, entries: readonly UnbookedEntry[]): Promise<void> {
  await sql`
    with next as (
      update simulated_bank_position set last = last + ${entries.length}
      returning last - ${entries.length} as before
    )
    insert into simulated_bank_entry (position, entry_id, entry)
    select next.before + e.place, e.id, e.entry || jsonb_build_object('bookedAt',
      to_char(${serviceNow} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    from next, unnest(${entries.map(({ entryId }) => entryId)}::text[],
      ${entries.map(entryText)}::jsonb[]) with ordinality as e (id, entry, place)
    order by e.place
    on conflict (entry_id) do nothing`.execute(tx)
}

async function read(tx: Tx, after: bigint, limit: number) {
  const rows = await tx
    .selectFrom('simulated_bank_entry')
    .select(['position', 'entry'])
    .where('position', '>', Number(after))
    .orderBy('position')
    .limit(limit)
    .execute()
  return rows.map(({ position, entry }) => ({ position: BigInt(position), entry: entryOf(entry) }))
}
