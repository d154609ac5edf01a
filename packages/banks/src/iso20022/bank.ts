import type { BankAdapter, BankRail, PayoutInstruction, PayoutState } from '../port/bank.ts'
import type { FileBooks, FilePayment } from '../books/file-books.ts'
import type { OperatorAccount } from '../accounts/operator-accounts.ts'
import { endToEndIdOf } from '../values/ids.ts'
import { unpayable } from './payments/payee.ts'
import { openVirtualAccount } from '../accounts/virtual.ts'

/**
 * A bank that is reached by files alone. Orders wait in the books for the next payment file; what
 * the bank says of them and what it books comes by the files that `importFile` takes in.
 * @throws RangeError where the prefix of an operator account leaves too few numbers for customers
 */
export function createFileBank({
  books,
  accounts,
  name = 'iso20022',
}: {
  books: FileBooks
  accounts: readonly OperatorAccount[]
  name?: string
}): BankAdapter & BankRail {
  for (const operatorAccount of accounts)
    openVirtualAccount(accounts, { ...operatorAccount, reference: 'is there room' })
  return {
    name,
    simulated: false,
    openAccount: (request) => Promise.resolve(openVirtualAccount(accounts, request)),
    submitPayout,
    // A customer of a bank has no message of its own for a return: it is a payment to the sender
    // that names the entry.
    returnEntry: ({ entryId, ...instruction }) =>
      submitPayout({
        ...instruction,
        remittance: `RETURN ${originalReference(entryId)} ${instruction.remittance}`.trim(),
      }),
    payoutState: async (reference) => {
      const payment = await books.findPayment(reference)
      return answer(payment ? stateOf(payment) : { status: 'UNKNOWN' })
    },
    entries: async (after, limit) => {
      const rows = await books.read(after === '' ? 0n : BigInt(after), limit)
      return answer(rows.map(({ position, entry }) => ({ ...entry, position: String(position) })))
    },
  }

  async function submitPayout(instruction: PayoutInstruction) {
    const known = await books.findPayment(instruction.reference)
    if (known) return answer(stateOf(known))
    const code = unpayable(accounts, instruction)
    if (code !== '') return answer({ status: 'REJECTED' as const, bankReference: '', code })
    return answer(stateOf(await books.keepPayment(instruction)))
  }
}

/** The bank's own reference within the id of an entry: account, direction, reference, amount. */
const originalReference = (entryId: string) => entryId.split('/').slice(2, -1).join('/') || entryId

const answer = <T>(value: T) => ({ ok: true as const, value })

/** The end-to-end id is the reference: it goes with the payment to the payee's bank and back. */
function stateOf({ instruction, status, code, isRetryable, last }: FilePayment): PayoutState {
  const bankReference = endToEndIdOf(instruction.reference)
  const followed = last ? { last } : {}
  if (status === 'REJECTED')
    return {
      status,
      bankReference,
      code,
      ...(isRetryable === undefined ? {} : { isRetryable }),
      ...followed,
    }
  return { status: status === 'CONFIRMED' ? 'CONFIRMED' : 'PENDING', bankReference, ...followed }
}
