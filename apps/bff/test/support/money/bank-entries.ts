import { setTimeout as sleep } from 'node:timers/promises'
import type { Bff } from '../process/bff.ts'
import { rowOf } from './ordinary.ts'

export type BankEntry = Parameters<NonNullable<Bff['deps']['bank']['sandbox']>['book']>[0]

/** Has the bank book an entry, and waits until it was taken in: the state it has then. */
export async function bookEntry({ deps }: Bff, entry: BankEntry): Promise<string> {
  await deps.bank.sandbox?.book(entry)
  deps.wake.notify('bank')
  for (;;) {
    const row = await deps.db.asWorker((tx) =>
      tx
        .selectFrom('bank_entry')
        .select('state')
        .where('entry_id', '=', entry.entryId)
        .executeTakeFirst(),
    )
    if (row && row.state !== 'NEW') return row.state
    await sleep(50)
  }
}

/** The first entry with which the transfer was paid, as the bank takes it back. */
export async function reversalOf(bff: Bff, executionId: string) {
  const { id, partner_id } = await rowOf(bff, executionId)
  const entry = await bff.deps.db.asWorker((tx) =>
    tx
      .selectFrom('bank_entry as e')
      .innerJoin('deposit as d', 'd.bank_entry', 'e.entry_id')
      .selectAll('e')
      .where('d.transfer_id', '=', id)
      .orderBy('d.received_at')
      .orderBy('d.id')
      .executeTakeFirstOrThrow(),
  )
  return {
    partnerId: partner_id,
    entry: {
      kind: 'REVERSAL' as const,
      countryCode: entry.country_code,
      routingNumber: entry.routing_number,
      accountNumber: entry.account_number,
      currency: entry.currency,
      minor: entry.amount,
      scale: entry.scale,
      sender: { name: entry.sender_name, account: entry.sender_account },
      reference: entry.reference,
    },
  }
}
