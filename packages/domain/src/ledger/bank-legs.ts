import { ledgerAccount, placeAccount } from './accounts.ts'
import { leg, type Leg, type Sum } from './postings.ts'

/** An entry of a bank's statement; `country` is that of the account it is about. */
type EntrySum = Sum & { country: string; entryId: string }

const bankOf = (of: EntrySum) => placeAccount({ kind: 'BANK', country: of.country }, of)
const suspenseOf = (of: EntrySum) => ledgerAccount('bank_suspense', of, of.entryId)

/** Money came in without an owner: the service has it at its bank, and owes it. */
export const unmatchedLegs = (of: EntrySum): Leg[] =>
  leg('unmatched', of, bankOf(of), suspenseOf(of))

/** Its owner became known, in whose books it arrives; so it leaves the service's own. */
export const assignedLegs = (of: EntrySum): Leg[] => leg('assigned', of, suspenseOf(of), bankOf(of))
