import { parseAmount } from '../../../ui/format/parse-amount.ts'
import type { Zone } from '../../../ui/format/times.ts'
import type { FixedErrors } from '../../../ui/fields/use-fixed-form.ts'
import type { InputOf, liquidity } from '../../../api/call.ts'
import type { LineAsset } from '../../../features/liquidity/asset.ts'
import { momentOf } from '../fields/moment-field.tsx'
import { t } from '../../../messages/text.ts'

/** As typed. */
export type DrawValues = {
  amount: string
  recipientWallet: string
  reserveFrameId: string
  transactionId: string
  repayment: string
  originatorName: string
  originatorCountry: string
  beneficiaryName: string
  beneficiaryCountry: string
}

export const emptyDrawing = (reserveFrameId: string, transactionId: string): DrawValues => ({
  amount: '',
  recipientWallet: '',
  reserveFrameId,
  transactionId,
  repayment: '',
  originatorName: '',
  originatorCountry: '',
  beneficiaryName: '',
  beneficiaryCountry: '',
})

const address = /^0x[0-9a-fA-F]{40}$/

const required: readonly [keyof DrawValues, string][] = [
  ['transactionId', t('Give it a reference')],
  ['originatorName', t('Enter who sends the money')],
  ['originatorCountry', t('Choose the country')],
  ['beneficiaryName', t('Enter who receives the money')],
  ['beneficiaryCountry', t('Choose the country')],
]

/** What is wrong before anything is sent; the service decides about everything else. */
export function checkDrawing(
  values: DrawValues,
  now: number,
  zone: Zone,
  asset: LineAsset | undefined,
): FixedErrors<DrawValues> {
  const errors: FixedErrors<DrawValues> = {}
  for (const [name, message] of required) if (values[name].trim() === '') errors[name] = message
  const read = asset && parseAmount(values.amount, asset)
  if (read && !read.ok) errors.amount = read.message
  if (!address.test(values.recipientWallet.trim())) {
    errors.recipientWallet = t('An address is 0x and 40 hexadecimal digits')
  }
  const due = momentOf(values.repayment, zone)
  if (due !== undefined && due <= now) errors.repayment = t('Must be in the future')
  return errors
}

const fields: Record<string, keyof DrawValues> = {
  amount: 'amount',
  asset: 'amount',
  recipientWallet: 'recipientWallet',
  reserveFrameId: 'reserveFrameId',
  transferMode: 'reserveFrameId',
  transactionId: 'transactionId',
  expectedRepaymentAt: 'repayment',
  originator: 'originatorName',
  'originator.name': 'originatorName',
  'originator.country': 'originatorCountry',
  beneficiary: 'beneficiaryName',
  'beneficiary.name': 'beneficiaryName',
  'beneficiary.country': 'beneficiaryCountry',
}

/** The field that a path of the service's answer is about. */
export const drawField = (path: string): keyof DrawValues | undefined => fields[path]

type Body = InputOf<typeof liquidity.initiate>['body']

/** What is sent; undefined while it cannot be. */
export function bodyOf(
  values: DrawValues,
  zone: Zone,
  of: { asset: LineAsset | undefined; isUpcoming: boolean },
): Body | undefined {
  const read = of.asset && parseAmount(values.amount, of.asset)
  if (!of.asset || !read?.ok) return undefined
  const due = momentOf(values.repayment, zone)
  return {
    transactionId: values.transactionId.trim(),
    amount: Number(read.text),
    asset: of.asset.currency,
    recipientWallet: values.recipientWallet.trim(),
    ...(values.reserveFrameId ? { reserveFrameId: values.reserveFrameId } : {}),
    // A frame that has not begun can only be drawn on at its start.
    transferMode: of.isUpcoming ? 'SCHEDULED' : 'IMMEDIATE',
    ...(due === undefined ? {} : { expectedRepaymentAt: new Date(due).toISOString() }),
    originator: { name: values.originatorName.trim(), country: values.originatorCountry },
    beneficiary: { name: values.beneficiaryName.trim(), country: values.beneficiaryCountry },
  }
}
