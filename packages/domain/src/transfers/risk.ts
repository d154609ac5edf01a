/** Why a payee can be a risk to the payer. */
export type RiskReason =
  | 'THIRD_PARTY_PAYEE'
  | 'NEW_PAYEE'
  | 'NAME_CLOSE_MATCH'
  | 'NAME_NO_MATCH'
  | 'LARGE_AMOUNT'

export type Risk = {
  level: 'LOW' | 'MEDIUM' | 'HIGH'
  reasons: RiskReason[]
  /** The partner has to say that its customer knows. */
  acknowledgementRequired: boolean
}

export type PayeeFacts = {
  isThirdParty: boolean
  /** Whether a transfer has reached the account before. */
  isKnown: boolean
  nameMatch: string
  isLarge: boolean
}

/**
 * What speaks against a payee. A large amount to a third party, or to a name that the account's bank
 * does not know, makes it high; anything else makes it medium.
 */
export function counterPartyRisk({ isThirdParty, isKnown, nameMatch, isLarge }: PayeeFacts): Risk {
  const found: [RiskReason, boolean][] = [
    ['NAME_NO_MATCH', nameMatch === 'NO_MATCH'],
    ['NAME_CLOSE_MATCH', nameMatch === 'CLOSE'],
    ['THIRD_PARTY_PAYEE', isThirdParty],
    ['NEW_PAYEE', !isKnown],
    ['LARGE_AMOUNT', isLarge],
  ]
  const reasons = found.flatMap(([reason, holds]) => (holds ? [reason] : []))
  const isHigh = isLarge && (isThirdParty || nameMatch === 'NO_MATCH')
  const level = isHigh ? 'HIGH' : reasons.length > 0 ? 'MEDIUM' : 'LOW'
  return { level, reasons, acknowledgementRequired: isHigh }
}
