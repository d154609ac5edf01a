import { whoRaises } from '../../../../features/actions/who-raises.ts'
import { accounts, type AnswerOf, call, transfers } from '../../../../api/call.ts'
import type { ApiError } from '@corridor/client/http'
import { fieldErrors, isApiError } from '../../../../api/errors.ts'
import { serviceNow } from '../../../../api/clock.ts'
import { amountText } from '../../../../ui/format/numbers.ts'
import { type Draft, type DraftDeclarations, type TransferForm, wishOf } from './draft.ts'
import { isWallet, type Party } from '../../../../features/transfers/signing/parties.ts'
import type {
  QuoteFacts,
  WalletQuote,
  WalletQuoted,
} from '../../../../features/transfers/signing/quoted.ts'
import { t } from '../../../../messages/text.ts'

type OrdinaryQuote = Exclude<AnswerOf<typeof transfers.simulate>, WalletQuote>['data']

type Wished = {
  wish: string
  /** How it differs from the one before, as text. */
  changes?: string | undefined
}

/** A quote with the wish it answers. */
export type Quoted = WalletWish | OrdinaryQuoted
type WalletWish = WalletQuoted & Wished
export type OrdinaryQuoted = QuoteFacts &
  Wished & {
    kind: 'ordinary'
    answer: OrdinaryQuote
    from: Party
    to: Party
  }
export type Wish = { draft: Draft; from: Party; to: Party; amount: string }

/** Asks for a quote. The reference names it, so a repeat with the same wish is the same quote. @throws {ApiError} */
export async function askForQuote({ draft, from, to, amount }: Wish): Promise<Quoted> {
  const exact = Number(amount)
  const payeeCheckToken = isWallet(to) ? undefined : await checkOf(to)
  const answer = await call(transfers.simulate, {
    body: {
      transactionId: draft.transactionId.trim(),
      fromEntityId: from.account.entityId,
      fromAccountId: from.account.accountId,
      toEntityId: to.account.entityId,
      toAccountId: to.account.accountId,
      ...(draft.amountMeans === 'in' ? { exactAmountIn: exact } : { exactAmountOut: exact }),
      ...(isDirect(from, to) ? {} : declarationsOf(draft)),
      ...(payeeCheckToken === undefined ? {} : { payeeCheckToken }),
    },
  })
  const facts = (validUntil: string) => ({
    wish: wishOf(draft),
    asked: { means: draft.amountMeans, amount },
    totalMs: Date.parse(validUntil) - serviceNow(),
  })
  if (!('payloadToSign' in answer))
    return { kind: 'ordinary', answer: answer.data, from, to, ...facts(answer.data.validUntil) }
  if (!isWallet(from) || !isWallet(to)) throw new TypeError('A payload to sign is for two wallets')
  return { kind: 'wallet', answer, from, to, ...facts(answer.validUntil) }
}

/** Has the payee's bank asked before the quote; where that is refused, it is asked before the payment. */
async function checkOf({ account: { accountId } }: Party): Promise<string | undefined> {
  try {
    return (await call(accounts.checkExternal, { body: { accountId } })).data.token
  } catch (error) {
    if (isApiError(error)) return undefined
    throw error
  }
}

/** From wallet to wallet, by a signature. */
export const isDirect = (from: Party, to: Party): boolean => isWallet(from) && isWallet(to)

const declarationsOf = ({ purposeCode, sourceOfFunds, payeeReference }: Draft) => ({
  ...(purposeCode ? { purposeCode } : {}),
  ...(sourceOfFunds ? { sourceOfFunds } : {}),
  ...(payeeReference.trim() ? { reference: payeeReference.trim() } : {}),
})

/** What a person must know before they go on with a new quote in the place of an expired one. */
export function changesText(before: Quoted['answer'], after: Quoted['answer']): string {
  const { inAmount, outAmount, exchangeRate } = after.quote
  const was = before.quote
  const text = ({ amount, currency }: typeof inAmount) => amountText(amount, currency)
  const changes = [
    inAmount.amount !== was.inAmount.amount &&
      t('You send {amount}, previously {previous}.', {
        amount: text(inAmount),
        previous: text(was.inAmount),
      }),
    outAmount.amount !== was.outAmount.amount &&
      t('They receive {amount}, previously {previous}.', {
        amount: text(outAmount),
        previous: text(was.outAmount),
      }),
    exchangeRate.rate !== was.exchangeRate.rate &&
      t('The rate is {rate}, previously {previous}.', {
        rate: exchangeRate.conversion,
        previous: was.exchangeRate.conversion,
      }),
  ].filter((change) => change !== false)
  if (changes.length > 0) return changes.join(' ')
  return t('Nothing changed: {sent} leaves, {received} arrives.', {
    sent: text(inAmount),
    received: text(outAmount),
  })
}

export type FieldName = keyof TransferForm | keyof DraftDeclarations
export type FieldMessages = Partial<Record<FieldName, string | undefined>>

const fieldOfPath: Record<string, FieldName> = {
  fromEntityId: 'fromAccountId',
  fromAccountId: 'fromAccountId',
  toEntityId: 'toAccountId',
  toAccountId: 'toAccountId',
  exactAmountIn: 'amount',
  exactAmountOut: 'amount',
  transactionId: 'transactionId',
  reference: 'payeeReference',
  purposeCode: 'purposeCode',
  sourceOfFunds: 'sourceOfFunds',
}

/** A refused quote as messages of fields; what belongs to none is in `rest`. */
export function refusalOf(error: ApiError): { fields: FieldMessages; rest: string[] } {
  const { byField, rest } = fieldErrors(error, Object.keys(fieldOfPath))
  const fields: FieldMessages = {}
  for (const [path, message] of byField) {
    // The account holds too little for the amount: it is the amount that a person changes.
    const field = error.code === 'INSUFFICIENT_BALANCE' ? 'amount' : fieldOfPath[path]
    if (field) fields[field] = [message, whoRaises(error)].filter(Boolean).join(' ')
  }
  if (error.code === 'POLICY_BLOCKED') {
    // Several sentences about one wallet: what is too much, and the rule that says so.
    fields.fromAccountId = error.details.map(({ message }) => message).join(' ')
  }
  if (error.code === 'TRANSACTION_ID_USED') {
    fields.transactionId = t(
      'This reference is already used by another transfer. Choose another one.',
    )
  }
  return { fields, rest: Object.keys(fields).length > 0 && error.details.length === 0 ? [] : rest }
}
