import type { InputOf, liquidity } from '../../../api/call.ts'
import type { LineAsset } from '../../../features/liquidity/asset.ts'
import type { FixedErrors } from '../../../ui/fields/use-fixed-form.ts'
import { parseAmount } from '../../../ui/format/parse-amount.ts'
import { t } from '../../../messages/text.ts'

type Body = InputOf<typeof liquidity.fulfilQuote>['body']

/** As typed. */
export type FulfilValues = {
  amount: string
  type: Body['fulfillmentType']
  by: 'BANK' | 'CHAIN'
  accountNumber: string
  accountName: string
  id: string
  hash: string
}

export const emptyFulfilment: FulfilValues = {
  amount: '',
  type: 'PRINCIPAL_AND_FEE',
  by: 'BANK',
  accountNumber: '',
  accountName: '',
  id: '',
  hash: '',
}

const hashPattern = /^0x[0-9a-fA-F]{64}$/

/** What is wrong before anything is sent: of the chosen kind of payment alone. */
export function checkFulfilment(
  values: FulfilValues,
  asset: LineAsset | undefined,
): FixedErrors<FulfilValues> {
  const errors: FixedErrors<FulfilValues> = {}
  const read = asset && parseAmount(values.amount, asset)
  if (read && !read.ok) errors.amount = read.message
  if (values.by === 'CHAIN') {
    if (!hashPattern.test(values.hash.trim())) {
      errors.hash = t('A transaction hash is 0x and 64 hexadecimal digits')
    }
    return errors
  }
  if (values.accountNumber.trim() === '') errors.accountNumber = t('Enter the account that paid')
  if (values.accountName.trim() === '') errors.accountName = t('Enter whose account it is')
  return errors
}

/** Only what belongs to the chosen kind of payment. */
export function referenceOf(values: FulfilValues): Body['transactionReference'] {
  const { accountNumber, accountName, id, hash } = values
  if (values.by === 'CHAIN') return { hash: hash.trim(), type: 'CHAIN' }
  return {
    accountNumber: accountNumber.trim(),
    accountName: accountName.trim(),
    type: 'BANK',
    ...(id.trim() ? { id: id.trim() } : {}),
  }
}

const fields: Record<string, keyof FulfilValues> = {
  amount: 'amount',
  fulfillmentType: 'type',
  'transactionReference.accountNumber': 'accountNumber',
  'transactionReference.accountName': 'accountName',
  'transactionReference.id': 'id',
  'transactionReference.hash': 'hash',
}

/** The field that a path of the service's answer is about. */
export const fulfilField = (path: string): keyof FulfilValues | undefined => fields[path]
