import type { PayoutInstruction, PayoutState } from '../port/bank.ts'
import type { KeptPayout, SimulatedBooks } from '../books/simulated-books.ts'
import { drawFrom } from '../accounts/draw.ts'

/** How long a payment takes to settle where nobody says otherwise. */
export const settlesInMsUsually = 250
const slowMs = 86_400_000
const returnsInMs = 2_000
const defaultCode = 'BENEFICIARY_ACCOUNT_INVALID'

/**
 * What the name of a payee makes of a payment: `FAIL <CODE>` is refused, `RETURN <CODE>` is paid
 * and comes back, `SLOW` takes a day. Everyone else is paid at once.
 */
export function readMagic(name: string, settlesInMs = settlesInMsUsually) {
  const [outcome = '', code = ''] = name.trim().toUpperCase().split(/\s+/)
  const known = /^[A-Z]+(_[A-Z]+)+$/.test(code) ? code : defaultCode
  if (outcome === 'FAIL') return { code: known, inMs: settlesInMs }
  if (outcome === 'RETURN') return { code: '', returnCode: known, inMs: settlesInMs }
  if (outcome === 'SLOW' && code === '') return { code: '', inMs: slowMs }
  return { code: '', inMs: settlesInMs }
}

/** Whether a payee's name is no person's, but says what becomes of a payment. */
export const isMagicName = (name: string): boolean =>
  /^\s*(?:(?:FAIL|RETURN)(?:\s|$)|SLOW\s*$)/i.test(name)

/** Takes a payment; under a reference that is known it is the payment taken before. */
export function takePayout(
  books: SimulatedBooks,
  instruction: PayoutInstruction,
  settlesInMs: number,
): Promise<KeptPayout> {
  const { code, returnCode, inMs } = readMagic(instruction.beneficiary.name, settlesInMs)
  return books.keepPayout({
    instruction,
    bankReference: `CRDR${drawFrom(`payout\n${instruction.reference}`)(16)}`,
    settlesInMs: inMs,
    code,
    ...(returnCode === undefined ? {} : { returnsInMs }),
    returnCode: returnCode ?? '',
  })
}

export function stateOf({ payout, at }: KeptPayout): PayoutState {
  const { bankReference, code } = payout
  if (at < payout.settlesAt) return { status: 'PENDING', bankReference }
  return code === ''
    ? { status: 'CONFIRMED', bankReference }
    : { status: 'REJECTED', bankReference, code }
}
