import type { Transfer } from '../../../../api/queries/transfers.ts'

export type Review = NonNullable<Transfer['review']>
export type Resolution = Review['allowedActions'][number]

const reasons: Record<string, readonly [string, string]> = {
  FUNDING_UNDERPAID: ['Too little arrived', 'Less arrived than was quoted. The rest may follow.'],
  FUNDING_OVERPAID: [
    'Too much arrived',
    'More arrived than was quoted, and its sender is not known.',
  ],
  FUNDING_TIMEOUT: [
    'The money came late',
    'It came after the rate had expired, and no present rate was available.',
  ],
  FUNDING_SENDER_MISMATCH: [
    'Somebody else paid',
    'The money came under another name than the payer’s.',
  ],
  COMPLIANCE_SCREENING_HIT: [
    'A name is being checked',
    'A name or address resembles one on a sanctions list.',
  ],
  COMPLIANCE_KYC_PAUSED: [
    'A verification is paused',
    'The verification of one side is paused or over. The transfer continues once it is renewed.',
  ],
  BENEFICIARY_ACCOUNT_CLOSED: [
    'The payee’s account is not enabled',
    'It was disabled or closed before the payout. Choose another account, enable it again, or return the money.',
  ],
  INTERNAL_PAYOUTS_HALTED: [
    'Payouts of this currency are halted',
    'Staff are looking into it. The transfer continues once payouts do.',
  ],
  INTERNAL_NO_COVER: [
    'The service holds too little',
    'There is too little of this currency to pay it out now. The transfer continues once there is enough.',
  ],
  INTERNAL_CREDIT_REVERSED: [
    'The bank took the money back',
    'The payer’s bank took back what was paid in, before the payout went out. Staff decide.',
  ],
}

/** Why a transfer is looked at: a title and a sentence. */
export function reasonTexts({ reason }: Pick<Review, 'reason'>): readonly [string, string] {
  return reasons[reason] ?? ['In review', `It is looked at because of ${reason}.`]
}

export type ResolutionLabels = { button: string; title: string; consequence: string }

/** What each decision is called and what it means for the money. */
export const resolutionLabels: Record<Resolution, ResolutionLabels> = {
  ACCEPT_RECEIVED: {
    button: 'Accept what arrived',
    title: 'Accept what arrived?',
    consequence: 'What arrived is paid out at the rate and fees of now, instead of the quote.',
  },
  PAY_QUOTED: {
    button: 'Pay as quoted',
    title: 'Pay as quoted?',
    consequence: 'The quote is paid out, and the rest goes back to who sent it.',
  },
  RETURN: {
    button: 'Return the money',
    title: 'Return the money?',
    consequence: 'All that arrived goes back to who sent it. The payout is cancelled for good.',
  },
}

const refusals: Record<string, string> = {
  AMOUNT_BELOW_MIN: 'What arrived is too little to be paid out.',
  AMOUNT_ABOVE_MAX: 'What arrived is more than one transfer can be.',
  LIMIT_TXN: 'What arrived is above the limit of one transfer.',
  CORRIDOR_UNAVAILABLE: 'Nothing can be paid over this corridor now.',
  PROVIDER_UNAVAILABLE: 'There is no rate now. Try again in a minute.',
}

/** Why what arrived cannot be accepted now. */
export const refusalSentence = (code: string): string =>
  refusals[code] ?? 'What arrived cannot be accepted now.'
