import type { Field } from '@corridor/contract'
import { isLatin, latinFault, nameFault } from '@corridor/contract/names'
import { cnpj, cpf } from 'cpf-cnpj-validator'
import { evmFault, solanaFault } from './addresses.ts'
import { countryFault, normalPhone } from './basics.ts'
import { clabeCheckDigit, isAba, nubanCheckDigit } from './digits.ts'
import { bicCountryFault, bicFault, compact, ibanCountryFault, ibanFault } from './iban.ts'
import type { FieldAnswers } from './values.ts'

type Context = {
  label: string
  /** What follows the colon of a `check`: the country of `iban-of:DE`, the other field's key. */
  argument: string
  /** All answers, for rules over two of them. */
  values: FieldAnswers
}

/** A rule over one answer, the same in API and form. */
export type Check = {
  /** The answer as it is compared and stored, where that is not the typed text. */
  normal?: (value: string) => string
  /** What is wrong, as a message for the person who typed it. */
  fault: (value: string, context: Context) => string | undefined
}

/** Numbers are often typed in groups. */
const digitsOf = (value: string): string => value.replaceAll(/[\s./-]/gu, '')

const hasDigits = (value: string, length: number) => value.length === length && /^\d+$/u.test(value)

/** Routing numbers exist in these ranges of the Federal Reserve only; nine zeros are no bank's. */
const abaRanges = /^(?!0{9})(0\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)/u

/** The rules that the interface publishes by name (operations.md 3). */
export const validations: Record<NonNullable<Field['validation']>, Check> = {
  'iban-mod97': { normal: compact, fault: ibanFault },
  bic: { normal: compact, fault: bicFault },
  aba: {
    normal: digitsOf,
    fault: (value) => {
      const digits = digitsOf(value)
      if (!hasDigits(digits, 9)) return 'A routing number has 9 digits.'
      if (!abaRanges.test(digits))
        return 'This is no routing number: none begins with these digits.'
      return isAba(digits) ? undefined : 'This is no routing number: its check digit is wrong.'
    },
  },
  clabe: {
    normal: digitsOf,
    fault: (value) => {
      const digits = digitsOf(value)
      if (!hasDigits(digits, 18)) return 'A CLABE has 18 digits.'
      return digits.endsWith(clabeCheckDigit(digits))
        ? undefined
        : "The CLABE's check digit is wrong."
    },
  },
  ifsc: {
    normal: compact,
    fault: (value) =>
      /^[A-Z]{4}0[A-Z0-9]{6}$/u.test(compact(value))
        ? undefined
        : 'An IFSC has 11 characters: 4 letters, a zero and 6 letters or digits.',
  },
  evm: { fault: evmFault },
  solana: { fault: solanaFault },
}

const isPixPhone = (value: string): boolean => /^\+55\d{10,11}$/u.test(normalPhone(value))
const isEmail = (value: string): boolean =>
  /^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/u.test(value) && value.length <= 77
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/iu

/** Key kinds of the Central Bank of Brazil's directory (DICT), and what is wrong with others. */
const pixKinds = new Map<string, { is: (value: string) => boolean; fault: string }>(
  Object.entries({
    CPF: { is: (value) => isCpf(value), fault: 'This is no CPF: its check digits are wrong.' },
    CNPJ: { is: (value) => isCnpj(value), fault: 'This is no CNPJ: its check digits are wrong.' },
    EMAIL: {
      is: isEmail,
      fault: 'A Pix key of this kind is an e-mail address of at most 77 characters.',
    },
    PHONE: {
      is: isPixPhone,
      fault: 'A Pix key of this kind is a phone number with +55 and area code.',
    },
    RANDOM: {
      is: (value) => uuid.test(value),
      fault: 'A random Pix key is a UUID of 36 characters.',
    },
  }),
)

const isCpf = (value: string): boolean => hasDigits(digitsOf(value), 11) && cpf.isValid(value)
const isCnpj = (value: string): boolean =>
  /^[0-9A-Z]{12}\d\d$/u.test(digitsOf(value.toUpperCase())) && cnpj.isValid(value)

/** Pix keys are stored in one form only: numbers bare, mail and UUIDs in small letters. */
export function normalPixKey(value: string): string {
  if (value.includes('@') || uuid.test(value)) return value.toLowerCase()
  if (value.startsWith('+')) return normalPhone(value)
  return digitsOf(value).toUpperCase()
}

const mobileNetworks: Record<string, { form: RegExp; example: string }> = {
  // Communications Authority of Kenya: 7xx and 1xx are mobile.
  KE: { form: /^\+254[17]\d{8}$/u, example: '+254712345678' },
  SG: { form: /^\+65[89]\d{7}$/u, example: '+6591234567' },
}

/** Digits that are written without the zeros in front of them, from `shortest` to `length`. */
const filledUp = (shortest: number, length: number): Check => ({
  normal: (value) => {
    const digits = digitsOf(value)
    return digits.length < shortest ? digits : digits.padStart(length, '0')
  },
  fault: nonzeroFault,
})

function nonzeroFault(value: string, { label }: Context): string | undefined {
  const digits = digitsOf(value)
  if (!/^\d+$/u.test(digits)) return `${label} consists of digits.`
  return /^0+$/u.test(digits) ? `${label} is not all zeros.` : undefined
}

/** Rules beyond the published ones, by the name in `check`; after a colon, the argument. */
export const checks: Readonly<Record<string, Check>> = {
  'iban-of': { normal: compact, fault: (value, { argument }) => ibanCountryFault(value, argument) },
  'bic-of': { normal: compact, fault: (value, { argument }) => bicCountryFault(value, argument) },
  country: { fault: (value, { label }) => countryFault(value, label) },
  name: { fault: nameFault },
  'latin-name': {
    fault: (value) => nameFault(value) ?? (isLatin(value) ? undefined : latinFault),
  },
  digits: {
    normal: digitsOf,
    fault: (value, { label }) =>
      /^\d+$/u.test(digitsOf(value)) ? undefined : `${label} consists of digits.`,
  },
  'digits-or-x': {
    normal: (value) => digitsOf(value).toUpperCase(),
    fault: (value, { label }) =>
      /^\d+[\dX]$/u.test(digitsOf(value).toUpperCase())
        ? undefined
        : `${label} consists of digits; the last may be X.`,
  },
  nonzero: { normal: digitsOf, fault: nonzeroFault },
  british: filledUp(6, 8),
  zengin: filledUp(4, 7),
  nuban: {
    normal: digitsOf,
    fault: (value, { argument, values }) => {
      const digits = digitsOf(value)
      if (!hasDigits(digits, 10)) return 'A Nigerian account number (NUBAN) has 10 digits.'
      const bankCode = digitsOf(values[argument] ?? '')
      // Without the bank's code nothing can be checked; the code itself is asked for. Six digits that
      // do not begin with 9 may be an institution's code at NIP, of which no check digit is made.
      if (!/^(\d{3}|\d{5}|9\d{5})$/u.test(bankCode)) return undefined
      if (digits.endsWith(nubanCheckDigit(bankCode, digits.slice(0, 9)))) return undefined
      return `The account number's check digit does not fit the bank ${bankCode}.`
    },
  },
  cpf: {
    normal: digitsOf,
    fault: (value) => (isCpf(value) ? undefined : 'This is no CPF: its check digits are wrong.'),
  },
  cnpj: {
    normal: (value) => digitsOf(value).toUpperCase(),
    fault: (value) => (isCnpj(value) ? undefined : 'This is no CNPJ: its check digits are wrong.'),
  },
  'pix-key': {
    normal: normalPixKey,
    fault: (value, { argument, values }) => {
      const kind = pixKinds.get(values[argument] ?? '')
      return !kind || kind.is(value) ? undefined : kind.fault
    },
  },
  mobile: {
    normal: normalPhone,
    fault: (value, { argument }) => {
      const network = mobileNetworks[argument]
      if (!network || network.form.test(normalPhone(value))) return undefined
      return `This is no mobile number of the country, such as ${network.example}.`
    },
  },
}
