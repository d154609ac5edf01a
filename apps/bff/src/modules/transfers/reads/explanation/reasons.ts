const reasons: Record<string, string> = {
  FUNDING_UNDERPAID: 'less arrived than was quoted',
  FUNDING_OVERPAID: 'more arrived than was quoted, from a sender who is not known',
  FUNDING_TIMEOUT: 'the money came after the rate had expired',
  FUNDING_SENDER_MISMATCH: 'the money came under another name than the payer’s',
  COMPLIANCE: 'a compliance check',
  COMPLIANCE_SCREENING_HIT: 'a name or address resembles one on a sanctions list',
  COMPLIANCE_KYC_PAUSED: 'the verification of one side is paused or over',
  BENEFICIARY_ACCOUNT_CLOSED: 'the payee’s account is not enabled',
  INTERNAL_PAYOUTS_HALTED: 'payouts of this currency are halted',
  INTERNAL_NO_COVER: 'the service holds too little of this currency',
  INTERNAL_CREDIT_REVERSED: 'the payer’s bank took the money back',
  ROUTE_INACTIVE: 'the pay-in route is inactive',
  BELOW_MINIMUM: 'the deposit is below the minimum',
  ABOVE_MAXIMUM: 'the deposit is above the maximum',
  LIMIT: 'it would exceed a limit of the workspace',
  DESTINATION_UNAVAILABLE: 'the destination cannot be paid',
  UNKNOWN_SENDER: 'the sender is not known',
}

/** Why something is held, as part of a sentence; an unknown reason keeps its code. */
export const reasonText = (reason: string): string =>
  reasons[reason] ?? reason.toLowerCase().replaceAll('_', ' ')
