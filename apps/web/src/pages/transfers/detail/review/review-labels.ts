import type { Transfer } from '../../../../api/queries/transfers.ts'
import { t } from '../../../../messages/text.ts'
import { codeText } from '../../../../messages/service.ts'

export type Review = NonNullable<Transfer['review']>
export type Resolution = Review['allowedActions'][number]

const reasons: Record<string, readonly [string, string]> = {
  FUNDING_UNDERPAID: [
    t('In review: too little arrived'),
    t('Less arrived than was quoted. The rest may follow.'),
  ],
  FUNDING_OVERPAID: [
    t('In review: too much arrived'),
    t('More arrived than was quoted, and its sender is not known.'),
  ],
  FUNDING_TIMEOUT: [
    t('In review: the money came late'),
    t('It came after the rate had expired, and no present rate was available.'),
  ],
  FUNDING_SENDER_MISMATCH: [
    t('In review: somebody else paid'),
    t('The money came under another name than the payer’s.'),
  ],
  COMPLIANCE_SCREENING_HIT: [
    t('In review: a name is being checked'),
    t('A name or address resembles one on a sanctions list.'),
  ],
  COMPLIANCE_KYC_PAUSED: [
    t('In review: a verification is paused'),
    t('The verification of one side is paused or over. The transfer continues once it is renewed.'),
  ],
  BENEFICIARY_ACCOUNT_CLOSED: [
    t('In review: the payee’s account is not enabled'),
    t(
      'It was disabled or closed before the payout. Choose another account, enable it again, or return the money.',
    ),
  ],
  BENEFICIARY_NAME_UNCONFIRMED: [
    t('In review: the payee’s bank did not confirm the name'),
    t(
      'Nothing was sent. Pay it as it is, choose another account of the payee, or return the money.',
    ),
  ],
  BENEFICIARY_PROVIDER_REFUSED: [
    t('In review: the payee’s wallet provider refused it'),
    t('Nothing was sent. Choose another account, or return the money.'),
  ],
  BENEFICIARY_PROVIDER_SILENT: [
    t('In review: the payee’s wallet provider did not answer'),
    t(
      'Nothing was sent. It continues if the provider accepts it after all. Ask again, choose another account, or return the money.',
    ),
  ],
  INTERNAL_PAYOUTS_HALTED: [
    t('In review: payouts of this currency are halted'),
    t('Staff are looking into it. The transfer continues once payouts do.'),
  ],
  INTERNAL_NO_COVER: [
    t('In review: the service holds too little'),
    t(
      'There is too little of this currency to pay it out now. The transfer continues once there is enough.',
    ),
  ],
  INTERNAL_CREDIT_REVERSED: [
    t('In review: the bank took the money back'),
    t('The payer’s bank took back what was paid in, before the payout went out. Staff decide.'),
  ],
}

/** Why a transfer is looked at: a title and a sentence. */
export function reasonTexts({ reason }: Pick<Review, 'reason'>): readonly [string, string] {
  return (
    reasons[reason] ?? [
      t('In review'),
      t('It is looked at because of {reason}.', { reason: codeText(reason) }),
    ]
  )
}

export type ResolutionLabels = { button: string; title: string; consequence: string }

/** What each decision is called and what it means for the money. */
export const resolutionLabels: Record<Resolution, ResolutionLabels> = {
  ACCEPT_RECEIVED: {
    button: t('Accept what arrived'),
    title: t('Accept what arrived?'),
    consequence: t('What arrived is paid out at the current rate and fees, instead of the quote.'),
  },
  PAY_QUOTED: {
    button: t('Pay as quoted'),
    title: t('Pay as quoted?'),
    consequence: t('The quote is paid out, and the rest goes back to who sent it.'),
  },
  PAY_AS_IS: {
    button: t('Pay as it is'),
    title: t('Pay in spite of the name?'),
    consequence: t(
      'The account is paid although its bank does not have it in this name. What is paid to somebody else hardly comes back.',
    ),
  },
  RETURN: {
    button: t('Return the money'),
    title: t('Return the money?'),
    consequence: t('All that arrived goes back to who sent it. The payout is cancelled for good.'),
  },
}

const refusals: Record<string, string> = {
  AMOUNT_BELOW_MIN: t('What arrived is too little to be paid out.'),
  AMOUNT_ABOVE_MAX: t('What arrived is more than one transfer can be.'),
  LIMIT_TXN: t('What arrived is above the limit of one transfer.'),
  CORRIDOR_UNAVAILABLE: t('Nothing can be paid over this corridor now.'),
  PROVIDER_UNAVAILABLE: t('There is no rate now. Try again in a minute.'),
}

/** Why what arrived cannot be accepted now. */
export const refusalSentence = (code: string): string =>
  refusals[code] ?? t('What arrived cannot be accepted now.')
