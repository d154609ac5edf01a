import { ledgerAccount, type Place, placeAccount } from './accounts.ts'
import { leg, type Leg, type Sum } from './postings.ts'

/** A partner's two accounts with the service; the second is deprecated and pays verifications. */
export type PartnerAccount = 'payments_account' | 'prepaid_kyc'

type PartnerSum = Sum & { partner: string }

/** A partner paid into its payments account. `partner` is a written id. */
export const paymentsDepositLegs = (sum: PartnerSum & { place: Place }): Leg[] =>
  partnerDepositLegs('payments_account', sum)

/** A partner paid into its prepaid account. */
export const prepaidDepositLegs = (sum: PartnerSum & { place: Place }): Leg[] =>
  partnerDepositLegs('prepaid_kyc', sum)

/** What a verification costs, from the account that covers it. */
export const kycFeeLegs = (sum: PartnerSum & { from: PartnerAccount }): Leg[] =>
  leg(
    'kyc_fee',
    sum,
    ledgerAccount(sum.from, sum, sum.partner),
    ledgerAccount('kyc_fee_income', sum),
  )

/** What a verification costs, paid by a transaction of its own. */
export const kycFeePaidLegs = (sum: Sum & { place: Place }): Leg[] =>
  leg('kyc_fee', sum, placeAccount(sum.place, sum), ledgerAccount('kyc_fee_income', sum))

/** What a partner earned by its own fees goes to its payments account. */
export const settleFeesLegs = (sum: PartnerSum): Leg[] =>
  leg(
    'partner_fees_settled',
    sum,
    ledgerAccount('partner_fee_payable', sum, sum.partner),
    ledgerAccount('payments_account', sum, sum.partner),
  )

const partnerDepositLegs = (kind: PartnerAccount, sum: PartnerSum & { place: Place }): Leg[] =>
  leg('deposit', sum, placeAccount(sum.place, sum), ledgerAccount(kind, sum, sum.partner))
