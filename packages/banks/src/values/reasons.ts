/**
 * What becomes of the reasons that banks give (external code lists of status and return reasons of
 * ISO 20022): the failure codes of operations.md 10. A reason about our own side, about the form of
 * the order, or that says nothing is RAIL_REJECTED, and so is not in it.
 */
const codes: Readonly<Record<string, string>> = {
  ...named(
    'BENEFICIARY_ACCOUNT_INVALID',
    'AC01 AC03 AC06 AC14 AC15 AC16 AC17 BE06 BE23 MD07 NOCM UCRD',
  ),
  ...named('BENEFICIARY_ACCOUNT_CLOSED', 'AC04 AC07'),
  ...named(
    'BENEFICIARY_BANK_INVALID',
    'AC08 AG06 AG11 AGNT CNOR RC01 RC02 RC04 RC05 RC07 RC08 RC10',
  ),
  ...named('BENEFICIARY_CURRENCY_MISMATCH', 'AC09 AC11 AM03 AM11 CURR'),
  ...named('BENEFICIARY_NAME_MISMATCH', 'BE01 BE04 BE11 BE14 BE17 BE21 BE22'),
  ...named('BENEFICIARY_RETURNED', 'MS02 NOAS UPAY'),
  ...named('COMPLIANCE_PURPOSE_REJECTED', 'FF07'),
  ...named('COMPLIANCE_SCREENING_HIT', 'AM07 FR01 FRAD RR04'),
  ...named(
    'COMPLIANCE_TRAVEL_RULE_MISSING',
    'BE07 BE08 BE10 BE13 BE16 RR01 RR02 RR03 RR05 RR06 RR12',
  ),
  ...named('LIMIT_TXN', 'AM02 AM13 AM14 AM21 AM23'),
  ...named('RAIL_CUTOFF_MISSED', 'DT05 TM01'),
}

function listOf(reasons: string): string[] {
  return reasons.split(' ')
}

function named(code: string, reasons: string): Record<string, string> {
  return Object.fromEntries(listOf(reasons).map((reason) => [reason, code]))
}

/**
 * Reasons that pass: time-outs and failures on the way, closing times and days, what we hold at the
 * bank, what a period may have, a signature that was missing.
 */
const passing: ReadonlySet<string> = new Set(
  listOf(
    'AB01 AB02 AB03 AB04 AB05 AB06 AB07 AB08 AB09 AB10 AB11 AM04 CH04 DS18 DS24 DT03 DT05 ED05 ED06 FF10 ID01 SL15 SL16 TA01 TM01',
  ),
)

/**
 * Reasons by which a bank calls a payment a second one. What it rejects is then the copy, and the
 * first may have been paid.
 */
const doubles: ReadonlySet<string> = new Set(
  listOf('AB12 AM05 DS15 DU01 DU02 DU03 DU04 DU05 DUPL RF01'),
)

export const isDouble = (reason: string): boolean => doubles.has(reason)

/** Why a payment was not made; where the bank gives no reason that is known, it just rejected it. */
export const rejectionCode = (reason: string): string => codes[reason] ?? 'RAIL_REJECTED'

/**
 * Whether a reason says that trying again helps: the same payment later, or, where it is about the
 * payee, one to an account that is put right.
 */
export const isRetryableReason = (reason: string): boolean =>
  passing.has(reason) || (reason !== 'MD07' && rejectionCode(reason).startsWith('BENEFICIARY_'))

/** What a return has under the same code for another reason: the fault was the bank's. */
const onlyOfStatuses: ReadonlySet<string> = new Set(['BE08'])

/** Why a payment came back; where the bank gives no reason that says more, the payee returned it. */
export function returnCode(reason: string): string {
  const code = onlyOfStatuses.has(reason) ? '' : (codes[reason] ?? '')
  return /^(BENEFICIARY|COMPLIANCE)_/.test(code) ? code : 'BENEFICIARY_RETURNED'
}
