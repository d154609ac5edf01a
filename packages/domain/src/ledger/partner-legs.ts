import { ledgerAccount, type Place, placeAccount } from './accounts.ts'
import { leg, type Leg, type Sum } from './postings.ts'

/** A partner's two accounts with the service; the second is deprecated and pays verifications. */
export type PartnerAccount = 'payments_account' | 'prepaid_kyc'

type PartnerSum = Sum & { partner: string }

/** A partner paid into its payments account. `partner` is a written id. */
export const paymentsDepositLegs = (of: PartnerSum & { place: Place }): Leg[] =>
  partnerDepositLegs('payments_account', of)

/** A partner paid into its prepaid account. */
export const prepaidDepositLegs = (of: PartnerSum & { place: Place }): Leg[] =>
  partnerDepositLegs('prepaid_kyc', of)

/** What a verification costs, from the account that covers it. */
export const kycFeeLegs = (of: PartnerSum & { from: PartnerAccount }): Leg[] =>
  leg('kyc_fee', of, ledgerAccount(of.from, of, of.partner), ledgerAccount('kyc_fee_income', of))

/** What a verification costs, paid by a transaction of its own. */
export const kycFeePaidLegs = (of: Sum & { place: Place }): Leg[] =>
  leg('kyc_fee', of, placeAccount(of.place, of), ledgerAccount('kyc_fee_income', of))

const partnerDepositLegs = (kind: PartnerAccount, of: PartnerSum & { place: Place }): Leg[] =>
  leg('deposit', of, placeAccount(of.place, of), ledgerAccount(kind, of, of.partner))
