import type { Field } from '@corridor/contract'
import { brazilBank } from '../rules/bank-names.ts'
import { accountNumber, accountType, field, holderFields, options } from '../rules/form.ts'
import { railOf } from '../rules/rails.ts'
import { answer, detailsOf, readNumbered } from '../rules/read.ts'
import type { Country, Scheme } from '../rules/types.ts'

const kindKey = 'account.additionalDetails.pixKeyType'
const pixKey = 'account.additionalDetails.pixKey'

const kinds: Readonly<Record<string, { label: string; example: string; helpText: string }>> = {
  CPF: { label: 'CPF', example: '11144477735', helpText: 'Eleven digits.' },
  CNPJ: { label: 'CNPJ', example: '11222333000181', helpText: '14 characters.' },
  EMAIL: {
    label: 'E-mail address',
    example: 'fulano_da_silva.recebedor@example.com',
    helpText: 'As the payee registered it with the bank.',
  },
  PHONE: { label: 'Phone number', example: '+5561912345678', helpText: 'With +55 and area code.' },
  RANDOM: {
    label: 'Random key',
    example: '123e4567-e12b-12d1-a456-426655440000',
    helpText: '36 characters that the bank made up.',
  },
}

function pixFields({ values, entityType }: Parameters<Scheme['fields']>[0]): Field[] {
  const usual = entityType === 'business' ? 'CNPJ' : 'CPF'
  const given = values[kindKey] ?? ''
  const chosen = Object.hasOwn(kinds, given) ? given : undefined
  const kind = kinds[chosen ?? usual]
  return [
    field({
      key: kindKey,
      label: 'Kind of Pix key',
      refreshOnChange: true,
      options: options(
        Object.fromEntries(Object.entries(kinds).map(([value, { label }]) => [value, label])),
      ),
      example: chosen ?? usual,
    }),
    field({
      key: pixKey,
      label: chosen !== undefined && kind ? `Pix key (${kind.label})` : 'Pix key',
      check: `pix-key:${kindKey}`,
      maxLength: 77,
      example: kind?.example ?? '',
      helpText: kind?.helpText ?? '',
      sensitive: true,
    }),
  ]
}

/** TED carries the payee's tax number, and the bank compares it. */
function taxFields({ ownership, entityType }: Parameters<Scheme['fields']>[0]): Field[] {
  const cpf = field({
    key: 'account.additionalDetails.holderCpf',
    label: 'CPF of the account holder',
    check: 'cpf',
    minLength: 11,
    maxLength: 11,
    example: '11144477735',
    sensitive: true,
  })
  const cnpj = field({
    key: 'account.additionalDetails.holderCnpj',
    label: 'CNPJ of the account holder',
    check: 'cnpj',
    minLength: 14,
    maxLength: 14,
    example: '11222333000181',
    sensitive: true,
  })
  if (ownership === 'SELF') return [entityType === 'business' ? cnpj : cpf]
  const heldBy = (equals: string): Field['dependsOn'] => [{ key: 'accountHolder.type', equals }]
  return [
    { ...cpf, dependsOn: heldBy('individual') },
    { ...cnpj, dependsOn: heldBy('business') },
  ]
}

const holder = { country: 'BR', city: 'São Paulo' }

export const brazil: Country = {
  code: 'BR',
  name: 'Brazil',
  currency: 'BRL',
  rails: [
    railOf('PIX', { settlement: 'INSTANT', etaMinutes: 1, feeHint: 'Free for persons' }),
    railOf('TED', {
      settlement: 'INSTANT',
      etaMinutes: 60,
      cutoff: '17:00 America/Sao_Paulo',
      feeHint: 'Banks ask for up to BRL 20',
    }),
  ],
  schemes: [
    {
      type: 'BANK',
      rails: ['PIX'],
      by: pixKey,
      fields: (choice) => [...holderFields(choice, holder), ...pixFields(choice)],
      read: (values) => ({
        account: { bankCountry: 'BR', additionalDetails: detailsOf(values) },
        identity: `${values[kindKey] ?? ''}/${values[pixKey] ?? ''}`,
        bankName: '',
      }),
    },
    {
      type: 'BANK',
      rails: ['TED'],
      by: 'account.accountNumber',
      fields: (choice) => [
        ...holderFields(choice, { ...holder, needsType: true }),
        ...taxFields(choice),
        field({
          key: 'account.bankRoutingNumber',
          label: 'Bank code (COMPE)',
          check: 'digits',
          minLength: 3,
          maxLength: 3,
          pattern: '^\\d{3}$',
          example: '001',
        }),
        field({
          key: 'account.branchCode',
          label: 'Branch (agência)',
          check: 'digits',
          minLength: 4,
          maxLength: 5,
          pattern: '^\\d{4,5}$',
          example: '1606',
          helpText: 'Four digits, and a fifth where the bank has a check digit.',
        }),
        accountNumber({
          label: 'Account with check digit (conta)',
          check: 'digits-or-x',
          minLength: 2,
          maxLength: 13,
          pattern: '^\\d{1,12}[0-9X]$',
          example: '28347X',
          helpText: 'The check digit comes last and may be X.',
        }),
        accountType({ CHECKING: 'Conta corrente', SAVINGS: 'Conta poupança' }),
      ],
      read: readNumbered({
        country: 'BR',
        by: ['bankRoutingNumber', 'branchCode', 'accountNumber', 'accountType'],
        nameOf: (values) => brazilBank(answer(values, 'bankRoutingNumber')),
      }),
    },
  ],
}
