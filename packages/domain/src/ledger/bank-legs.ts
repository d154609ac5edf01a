import { ledgerAccount, placeAccount } from './accounts.ts'
import { leg, type Leg, type Sum } from './postings.ts'

/** An entry of a bank's statement; `country` is that of the account it is about. */
type EntrySum = Sum & { country: string; entryId: string }

const bankOf = (entry: EntrySum) => placeAccount({ kind: 'BANK', country: entry.country }, entry)
const suspenseOf = (entry: EntrySum) => ledgerAccount('bank_suspense', entry, entry.entryId)

/** Money came in without an owner: the service has it at its bank, and owes it. */
export const unmatchedLegs = (entry: EntrySum): Leg[] =>
  leg('unmatched', entry, bankOf(entry), suspenseOf(entry))

/** Its owner became known, in whose books it arrives; so it leaves the service's own. */
export const assignedLegs = (entry: EntrySum): Leg[] =>
  leg('assigned', entry, suspenseOf(entry), bankOf(entry))
