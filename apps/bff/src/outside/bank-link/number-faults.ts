import { fitsSortCode } from '@corridor/banks'
import type { Field } from '@corridor/contract'
import { type FieldIssue, normalText } from '@corridor/domain'

/**
 * What only the banks' own tables show of an account's numbers, and a form on screen does not load:
 * a British sort code and account that Vocalink's checks part.
 */
export function numberFaults(
  fields: readonly Field[],
  values: Readonly<Record<string, string>>,
): FieldIssue[] {
  const account = fields.find(({ check }) => check === 'british')
  const sortCode = fields.find(({ key }) => key === 'account.bankRoutingNumber')
  if (!account || !sortCode) return []
  const typed = values[account.key] ?? ''
  const number = normalText(account, typed)
  const code = normalText(sortCode, values[sortCode.key] ?? '')
  if (!/^\d{8}$/.test(number) || !/^\d{6}$/.test(code) || fitsSortCode(code, number)) return []
  const isFilled = typed.replaceAll(/\D/g, '').length < number.length
  const written = isFilled ? `With zeros in front, it is ${number}, which` : `The account ${number}`
  const message = `${written} does not fit the sort code ${code}: a digit is wrong.`
  return [{ path: account.key, code: 'FIELD_INVALID', message }]
}
