import { codeLabel } from '../../messages/service.ts'
import { t } from '../../messages/text.ts'

const meanings = { PROVED: 'done', CLAIMED: 'hand', REFUSED: 'fail' } as const

/** Whether an account is proved to be the customer's own, as its pill shows it. */
export const proofPill = (status: keyof typeof meanings) => ({
  status,
  label: codeLabel(status),
  meaning: meanings[status],
})

const methods: Record<string, string> = {
  MICRO_DEPOSIT: t('Small payment to it'),
  WALLET_SIGNATURE: t('Signature of the wallet'),
  TEST_PAYMENT: t('Test payment from it'),
  DOCUMENT: t('Documents'),
  BANK_LINK: t('The customer at the bank'),
  NAME_CHECK: t('Name check of the bank'),
  OWN_WALLET: t('Wallet created here'),
}

/** How an account was proved, or is being proved. */
export const proofMethod = (method: string): string => methods[method] ?? method

const needs: Record<string, string> = {
  REFUND_TARGET: t('refunds to it'),
  RETURN_TARGET: t('returns to it'),
  PAYER_MATCHING: t('recognising deposits by its number'),
  ABOVE_1000_USD: t('more than its limit at once or within 30 days'),
}

/** What an account is not used for before it is proved, as a list in a sentence. */
export const neededText = (needed: readonly string[]): string =>
  needed.map((need) => needs[need] ?? need).join(', ')

const reasons: Record<string, string> = {
  WRONG_ANSWERS: t('Three wrong answers.'),
  NAME_MISMATCH: t('The bank of the account has it in another name.'),
  PAYMENT_REFUSED: t('The bank of the account refused the payment.'),
  PAYMENT_RETURNED: t('The bank of the account sent the payment back.'),
}

/** Why an attempt was refused. */
export const proofReason = (reason: string): string => reasons[reason] ?? reason
