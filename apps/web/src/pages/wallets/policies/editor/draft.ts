import type { Jurisdiction } from '../../../../api/queries/accounts.ts'
import type { Wallet } from '../../../../features/wallets/wallet-view.ts'
import { parseAmount } from '../../../../ui/format/parse-amount.ts'
import type { Hours, Limit, PolicyForm, SecondBy } from './policy-form.ts'
import { t } from '../../../../messages/text.ts'

/** What is being typed: amounts as text, and hours that may be switched off and on again. */
export type Draft = {
  onlyReceivers: boolean
  receivers: readonly string[]
  perTransfer: readonly Limit[]
  perDay: readonly Limit[]
  onlyHours: boolean
  hours: Hours
  second: readonly (Limit & { by: SecondBy })[]
}

export type Unit = { unit: string; label: string; decimals: number }

/** Messages by what they are about: `perTransfer 0`, `receivers`. */
export type DraftProblems = Record<string, string>

export function draftOf(form: PolicyForm, zone: string): Draft {
  return {
    onlyReceivers: form.receivers !== undefined,
    receivers: form.receivers ?? [],
    perTransfer: form.perTransfer,
    perDay: form.perDay,
    onlyHours: form.hours !== undefined,
    hours: form.hours ?? {
      days: ['mon', 'tue', 'wed', 'thu', 'fri'],
      from: '08:00',
      to: '18:00',
      zone,
    },
    second: form.second,
  }
}

/** The tokens that the wallet has, and dollars, which count every dollar token together. */
export function unitsOf(
  wallet: Wallet,
  known: readonly Jurisdiction[],
  used: readonly string[],
): Unit[] {
  const tokens = wallet.accounts.flatMap(
    ({ jurisdictionId }) => known.find(({ id }) => id === jurisdictionId) ?? [],
  )
  const units = new Map<string, Unit>()
  for (const { currency, currencyScale } of tokens)
    units.set(currency, { unit: currency, label: currency, decimals: currencyScale })
  units.set('USD', { unit: 'USD', label: t('USD, all dollar tokens'), decimals: 2 })
  for (const unit of used)
    if (!units.has(unit)) units.set(unit, { unit, label: unit, decimals: 18 })
  return [...units.values()]
}

/** What the form says, or what is wrong with it. */
export function readDraft(
  draft: Draft,
  units: readonly Unit[],
): { form: PolicyForm; problems: DraftProblems } {
  const problems: DraftProblems = {}
  const limits = <L extends Limit>(name: string, rows: readonly L[]): L[] =>
    rows.map((row, index) => {
      const asset = units.find(({ unit }) => unit === row.unit)
      const read = parseAmount(row.over, {
        currency: row.unit,
        decimals: asset?.decimals ?? 18,
      })
      if (!read.ok) problems[`${name} ${index}`] = read.message
      if (rows.findIndex(({ unit }) => unit === row.unit) !== index)
        problems[`${name} ${index}`] = t('There is a limit in {unit} already', { unit: row.unit })
      return read.ok ? { ...row, over: plain(read.text) } : row
    })
  const { onlyReceivers, receivers, onlyHours, hours } = draft
  if (onlyReceivers && receivers.length === 0) problems['receivers'] = t('Add at least one')
  if (onlyHours && hours.days.length === 0) problems['days'] = t('Choose at least one day')
  if (onlyHours && (hours.from === '' || hours.to === '')) problems['hours'] = t('Enter both times')
  if (onlyHours && hours.from === hours.to) problems['hours'] = t('The times must differ')
  const form: PolicyForm = {
    receivers: onlyReceivers ? receivers : undefined,
    perTransfer: limits('perTransfer', draft.perTransfer),
    perDay: limits('perDay', draft.perDay),
    hours: onlyHours ? hours : undefined,
    second: limits('second', draft.second),
  }
  return { form, problems }
}

/** A decimal without zeros at its end, as the rules have it. */
const plain = (text: string) =>
  text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '') : text
