/**
 * What becomes of the reasons that banks give (external code list of status and return reasons):
 * the failure codes of operations.md 10.
 */
const codes: Readonly<Record<string, string>> = {
  AC01: 'BENEFICIARY_ACCOUNT_INVALID',
  AC02: 'RAIL_REJECTED',
  AC03: 'BENEFICIARY_ACCOUNT_INVALID',
  AC04: 'BENEFICIARY_ACCOUNT_CLOSED',
  AC05: 'RAIL_REJECTED',
  AC06: 'BENEFICIARY_ACCOUNT_INVALID',
  AC07: 'BENEFICIARY_ACCOUNT_CLOSED',
  AC13: 'BENEFICIARY_ACCOUNT_INVALID',
  AC14: 'BENEFICIARY_ACCOUNT_INVALID',
  AG01: 'RAIL_REJECTED',
  AG02: 'RAIL_REJECTED',
  AGNT: 'BENEFICIARY_BANK_INVALID',
  AM03: 'BENEFICIARY_CURRENCY_MISMATCH',
  AM11: 'BENEFICIARY_CURRENCY_MISMATCH',
  AM16: 'RAIL_REJECTED',
  BE01: 'BENEFICIARY_NAME_MISMATCH',
  BE04: 'BENEFICIARY_NAME_MISMATCH',
  BE05: 'RAIL_REJECTED',
  BE06: 'BENEFICIARY_ACCOUNT_INVALID',
  BE07: 'BENEFICIARY_NAME_MISMATCH',
  CUST: 'BENEFICIARY_RETURNED',
  CNOR: 'BENEFICIARY_BANK_INVALID',
  FOCR: 'BENEFICIARY_RETURNED',
  FR01: 'COMPLIANCE_SCREENING_HIT',
  MS02: 'BENEFICIARY_RETURNED',
  NOAS: 'BENEFICIARY_RETURNED',
  RC01: 'BENEFICIARY_BANK_INVALID',
  RC03: 'BENEFICIARY_BANK_INVALID',
  RC04: 'BENEFICIARY_BANK_INVALID',
  RC08: 'BENEFICIARY_BANK_INVALID',
  RR01: 'COMPLIANCE_TRAVEL_RULE_MISSING',
  RR02: 'COMPLIANCE_TRAVEL_RULE_MISSING',
  RR03: 'COMPLIANCE_TRAVEL_RULE_MISSING',
  RR04: 'COMPLIANCE_SCREENING_HIT',
  TM01: 'RAIL_CUTOFF_MISSED',
  UPAY: 'BENEFICIARY_RETURNED',
}

/** Why a payment was not made; where the bank gives no reason that is known, it just rejected it. */
export const rejectionCode = (reason: string): string => codes[reason] ?? 'RAIL_REJECTED'

/** Why a payment came back; where the bank gives no reason that says more, the payee returned it. */
export function returnCode(reason: string): string {
  const code = codes[reason] ?? ''
  return code === '' || code === 'RAIL_REJECTED' ? 'BENEFICIARY_RETURNED' : code
}
