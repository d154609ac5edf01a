import { toText } from '@corridor/domain'
import { listUnmatched } from '../modules/intake/bank-store.ts'
import { bankAssign } from './bank-assign.ts'
import { bankExport, bankFiles, bankImport } from './bank-files.ts'
import type { Command } from './command.ts'

const listedMax = 1_000

const bankUnmatched: Command = {
  summary: 'list unassigned incoming payments, oldest first',
  options: [],
  onSite: ({ db }) =>
    db.asWorker(async (tx) => {
      const rows = await listUnmatched(tx, listedMax)
      return rows.map((row) => ({
        entryId: row.entry_id,
        bank: row.bank,
        kind: row.kind,
        amount: toText(row.amount, row.scale),
        currency: row.currency,
        account: { country: row.country_code, number: row.account_number },
        sender: { name: row.sender_name, account: row.sender_account },
        reference: row.reference,
        payoutReference: row.payout_reference,
        problem: row.problem,
        bookedAt: row.booked_at.toISOString(),
      }))
    }),
}

export const bankCommands = {
  'bank unmatched': bankUnmatched,
  'bank assign': bankAssign,
  'bank import': bankImport,
  'bank export': bankExport,
  'payouts export': bankExport,
  'bank files': bankFiles,
}
