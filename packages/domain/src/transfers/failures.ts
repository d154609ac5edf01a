/** Why an execution failed; operations.md 10. */
export type FailureKind = {
  title: string
  /** Plain text for the payee's side. */
  text: string
  /** What the partner reads in `failure.message`. */
  partnerText: string
  retryable: boolean
  /** Who has to act. */
  actor: 'payer' | 'payee' | 'partner' | 'service'
  /** The operation to call next; empty where nothing is to be called. */
  suggestedCall: string
}

const simulate = 'POST /api/v1/xfer/transaction/simulate'
const retry = 'POST /api/v1/xfer/transaction/retry'
const resolve = 'POST /api/v1/xfer/payin/deposit/resolve'

type Defaults = Pick<FailureKind, 'retryable' | 'actor' | 'suggestedCall'>

/** What is to be done by default, for each family; a code may say otherwise. */
const families = {
  BENEFICIARY: { retryable: true, actor: 'partner', suggestedCall: retry },
  FUNDING: { retryable: false, actor: 'partner', suggestedCall: resolve },
  COMPLIANCE: { retryable: false, actor: 'partner', suggestedCall: '' },
  LIMIT: { retryable: true, actor: 'partner', suggestedCall: simulate },
  CHAIN: { retryable: true, actor: 'payer', suggestedCall: simulate },
  RAIL: { retryable: true, actor: 'service', suggestedCall: '' },
  SIGNING: { retryable: true, actor: 'payer', suggestedCall: simulate },
  INTERNAL: { retryable: true, actor: 'service', suggestedCall: '' },
} as const satisfies Record<string, Defaults>
export type FailureFamily = keyof typeof families

const kind = (
  family: FailureFamily,
  title: string,
  text: string,
  partnerText: string,
  other: Partial<Defaults> = {},
): FailureKind => ({ title, text, partnerText, ...families[family], ...other })

const beneficiaryFailures = {
  BENEFICIARY_ACCOUNT_INVALID: kind(
    'BENEFICIARY',
    'The account does not exist',
    'The payment could not be delivered. Please check your account details.',
    'The payee’s bank knows no such account. Correct it or choose another account.',
  ),
  BENEFICIARY_ACCOUNT_CLOSED: kind(
    'BENEFICIARY',
    'The account is closed',
    'The payment could not be delivered, because your account is closed.',
    'The payee’s account is closed. Choose another account.',
  ),
  BENEFICIARY_NAME_MISMATCH: kind(
    'BENEFICIARY',
    'The name does not fit the account',
    'The payment could not be delivered. Please check the name on your account.',
    'The payee’s bank has another name for this account. Correct the account holder.',
  ),
  BENEFICIARY_NAME_MISSING: kind(
    'BENEFICIARY',
    'The payee has no name in Latin letters',
    'The payment could not be delivered. Please give your name in Latin letters, as your bank has it.',
    'Banks take names in Latin letters only. Add the account with the holder’s name in them, and retry with it.',
  ),
  BENEFICIARY_NAME_UNCONFIRMED: kind(
    'BENEFICIARY',
    'The payee’s bank did not confirm the name',
    'The payment is on hold. Please check the name on your account.',
    'The payee’s bank does not have the account in this name, or could not be asked. Pay it as it is, choose another account, or have the money returned.',
  ),
  BENEFICIARY_BANK_INVALID: kind(
    'BENEFICIARY',
    'The bank cannot be reached',
    'The payment could not be delivered. Please check your bank’s details.',
    'The bank code is unknown or not reachable by this rail. Choose another account or rail.',
  ),
  BENEFICIARY_CURRENCY_MISMATCH: kind(
    'BENEFICIARY',
    'The account does not take this currency',
    'The payment could not be delivered, because your account does not take its currency.',
    'The payee’s account does not take this currency. Choose another account.',
  ),
  BENEFICIARY_PROVIDER_REFUSED: kind(
    'BENEFICIARY',
    'The wallet’s provider refused it',
    'The payment could not be delivered to your wallet.',
    'The provider of the payee’s wallet refused the payment. Choose another account.',
  ),
  BENEFICIARY_PROVIDER_SILENT: kind(
    'BENEFICIARY',
    'The wallet’s provider did not answer',
    'The payment could not be delivered to your wallet.',
    'The provider of the payee’s wallet did not answer. Choose another account.',
  ),
  BENEFICIARY_RETURNED: kind(
    'BENEFICIARY',
    'The payment came back',
    'The payment came back from your bank.',
    'The payee’s bank returned the payment. Ask the payee, then retry or refund.',
  ),
}

const fundingFailures = {
  FUNDING_TIMEOUT: kind(
    'FUNDING',
    'The money did not arrive in time',
    'The payment was not made, because it was not funded in time.',
    'No deposit arrived before the end of the window. Simulate again.',
    { suggestedCall: simulate },
  ),
  FUNDING_UNDERPAID: kind(
    'FUNDING',
    'Too little arrived',
    'The payment is on hold, because too little arrived.',
    'The deposit is below the quoted amount. Have it completed or returned.',
  ),
  FUNDING_OVERPAID: kind(
    'FUNDING',
    'Too much arrived',
    'The payment is on hold, because too much arrived.',
    'The deposit is above the quoted amount. Decide about the rest.',
  ),
  FUNDING_WRONG_ASSET: kind(
    'FUNDING',
    'Another currency arrived',
    'The payment is on hold, because another currency arrived.',
    'The deposit is of another asset than quoted. Have it returned.',
  ),
  FUNDING_WRONG_NETWORK: kind(
    'FUNDING',
    'The money came over another network',
    'The payment is on hold, because the money came over another network.',
    'The deposit came over another network than quoted. Have it returned.',
  ),
  FUNDING_MEMO_MISSING: kind(
    'FUNDING',
    'The reference is missing',
    'The payment is on hold, because its reference is missing.',
    'The deposit carries no reference. Say which transfer it belongs to.',
  ),
  FUNDING_SENDER_MISMATCH: kind(
    'FUNDING',
    'Somebody else paid',
    'The payment is on hold, because it was paid from another account.',
    'The deposit’s sender is not the payer of the quote. Have it returned or accepted.',
  ),
}

const complianceFailures = {
  COMPLIANCE_RFI_EXPIRED: kind(
    'COMPLIANCE',
    'A question was not answered in time',
    'The payment was not made.',
    'Information was asked for and did not come in time. The money goes back.',
  ),
  COMPLIANCE_SCREENING_HIT: kind(
    'COMPLIANCE',
    'The payment was stopped by a check',
    'The payment was not made.',
    'A check stopped the transfer. It cannot be repeated as it is.',
  ),
  COMPLIANCE_PURPOSE_REJECTED: kind(
    'COMPLIANCE',
    'The purpose is not allowed',
    'The payment was not made.',
    'The purpose is not allowed on this route. Choose another purpose or route.',
  ),
  COMPLIANCE_KYC_PAUSED: kind(
    'COMPLIANCE',
    'The customer’s verification is paused',
    'The payment was not made, because a customer record must be completed.',
    'The verification of one side is paused. Complete it, then simulate again.',
  ),
  COMPLIANCE_TRAVEL_RULE_MISSING: kind(
    'COMPLIANCE',
    'Details of the sender are missing',
    'The payment was not made, because details of the sender are missing.',
    'The data that must travel with the payment are incomplete. Add them and simulate again.',
  ),
}

const limitFailures = {
  LIMIT_DAILY: kind(
    'LIMIT',
    'The daily limit is reached',
    'The payment was not made today.',
    'The daily limit is used up. Wait until 00:00 UTC or have it raised.',
  ),
  LIMIT_TXN: kind(
    'LIMIT',
    'The amount is above the limit',
    'The payment was not made.',
    'The amount is above the limit for one transfer. Split it or have the limit raised.',
  ),
}

const railFailures = {
  RAIL_CUTOFF_MISSED: kind(
    'RAIL',
    'The bank’s closing time was missed',
    'The payment goes out on the next business day.',
    'The rail closed before the payout. It goes out with the next run.',
  ),
  RAIL_TIMEOUT_UNKNOWN: kind(
    'RAIL',
    'The bank has not answered',
    'The payment is being looked into.',
    'The rail gave no answer. The payout is neither repeated nor failed before that is known.',
  ),
  RAIL_REJECTED: kind(
    'RAIL',
    'The bank refused the payment',
    'The payment was not made.',
    'The rail refused the payout. Check account and rail, then retry.',
    { actor: 'partner', suggestedCall: retry },
  ),
  RAIL_CHANNEL_DOWN: kind(
    'RAIL',
    'The connection to the bank is down',
    'The payment waits for the bank.',
    'The rail cannot be reached. The payout waits.',
  ),
}

const chainFailures = {
  CHAIN_REVERTED: kind(
    'CHAIN',
    'The token refused the transfer',
    'The transfer was not made. Nothing was sent.',
    'The token contract reverted the transaction. The tokens stayed in the wallet; the service paid the gas. Check the balance and the receiver, then simulate again.',
  ),
  CHAIN_DROPPED: kind(
    'CHAIN',
    'The network does not accept the transaction',
    'The transfer was not made. Nothing was sent.',
    'The chain refuses the signed transaction as it is. Simulate again and have it signed anew.',
  ),
  CHAIN_REORG: kind(
    'CHAIN',
    'The network took the transfer back',
    'The transfer was undone by the network. Nothing was sent.',
    'The block with the transaction is no longer part of the chain. Simulate again.',
  ),
  CHAIN_INSUFFICIENT_GAS: kind(
    'CHAIN',
    'The network fee could not be paid',
    'The transfer was not made. Nothing was sent.',
    'The wallet lacked native coin for the gas although it was topped up. Simulate again.',
  ),
  CHAIN_NONCE_CONFLICT: kind(
    'CHAIN',
    'Another transaction of the wallet came first',
    'The transfer was not made, because the wallet sent something else first.',
    'The wallet used the transaction’s number for another one. Simulate again and have it signed anew.',
  ),
}

const signingFailures = {
  SIGNING_EXPIRED: kind(
    'SIGNING',
    'The signature came too late',
    'The transfer was not made. Please sign again.',
    'The signature is older than the quote allows. Simulate again.',
  ),
  SIGNING_REVOKED_KEY: kind(
    'SIGNING',
    'The signing key was revoked',
    'The transfer was not made, because its key is no longer valid.',
    'The key that signed was revoked. Sign with another credential of the wallet.',
  ),
  SIGNING_POLICY_DENIED: kind(
    'SIGNING',
    'The wallet’s rules do not allow this',
    'The transfer was not made, because the wallet’s rules forbid it.',
    'The signer’s policy denied the signature.',
    { retryable: false },
  ),
}

const internalFailures = {
  INTERNAL_ERROR: kind(
    'INTERNAL',
    'Something failed on our side',
    'The payment was not made. We are looking into it.',
    'A step failed for a reason of our own. It is repeated where that is safe.',
  ),
  INTERNAL_NO_COVER: kind(
    'INTERNAL',
    'The service holds too little to pay this now',
    'The payment waits. It goes out as soon as it can.',
    'The service holds too little of this currency now. The payout goes out when there is enough.',
  ),
  INTERNAL_CREDIT_REVERSED: kind(
    'INTERNAL',
    'The payer’s bank took the money back',
    'The payment is being looked into.',
    'The bank took back what was paid in, before the payout went out. Staff decide about it.',
  ),
  INTERNAL_PAYOUTS_HALTED: kind(
    'INTERNAL',
    'Payouts of this currency are halted',
    'The payment waits. It goes out as soon as it can.',
    'Payouts of this currency are halted until staff have looked at them, and then go on.',
  ),
}

/** Every failure code of an execution, with what each side is shown and who has to act. */
export const failureKinds = {
  ...beneficiaryFailures,
  ...fundingFailures,
  ...complianceFailures,
  ...limitFailures,
  ...chainFailures,
  ...railFailures,
  ...signingFailures,
  ...internalFailures,
}
export type ExecutionFailureCode = keyof typeof failureKinds

/** The family of a code, e.g. `CHAIN`. */
export const failureFamily = (code: ExecutionFailureCode): FailureFamily => {
  const [family = ''] = code.split('_')
  return family in families ? (family as FailureFamily) : 'INTERNAL'
}
