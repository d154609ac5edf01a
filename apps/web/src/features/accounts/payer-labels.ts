import type { FundingAccount } from '../../api/queries/accounts.ts'
import { t } from '../../messages/text.ts'

type Payers = FundingAccount['payers']
export type PayerRule = Payers['allowed']

export const payerRules: readonly { value: PayerRule; label: string; text: string }[] = [
  {
    value: 'CUSTOMER',
    label: t('The customer alone'),
    text: t('What others pay is held beyond small sums.'),
  },
  {
    value: 'NAMED',
    label: t('Named payers'),
    text: t('The customer, and those who stand on the list.'),
  },
  {
    value: 'ANYBODY',
    label: t('Anybody'),
    text: t('Each payer is still looked up on the sanctions lists.'),
  },
]

export const payerRuleText = (allowed: PayerRule): string =>
  payerRules.find(({ value }) => value === allowed)?.label ?? allowed

/** Between a payer's name and its account, where that matters. */
const between = ';'

/** One payer in each line, as the list is written and read. */
export const payerLines = ({ named }: Payers): string =>
  named
    .map(({ name, accountMasked }) =>
      accountMasked === '' ? name : `${name}${between} ${accountMasked}`,
    )
    .join('\n')

type Read = { named: { name: string; account?: string }[]; problem: string }

/** Masked numbers were shown, not kept: they are written anew. */
export function readPayerLines(text: string): Read {
  const named = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [name = '', account = ''] = line.split(between).map((part) => part.trim())
      return { name, ...(account === '' ? {} : { account }) }
    })
  const problem =
    named.length === 0
      ? t('Name at least one payer.')
      : named.some(({ account = '' }) => account.includes('•'))
        ? t('Write account numbers whole: only their ends are shown.')
        : named.some(({ name }) => name === '')
          ? t('Each line begins with a name.')
          : ''
  return { named, problem }
}
