import { nubanBankCode } from '../../fields/digits.ts'
import { kenyaBank, nigeriaBank } from '../rules/bank-names.ts'
import { accountNumber, field, holderFields } from '../rules/form.ts'
import { railOf } from '../rules/rails.ts'
import { answer, readNumbered } from '../rules/read.ts'
import type { Country } from '../rules/types.ts'

const readNigerian = readNumbered({
  country: 'NG',
  by: ['bankRoutingNumber', 'accountNumber'],
  nameOf: (values) => nigeriaBank(answer(values, 'bankRoutingNumber')),
})

export const nigeria: Country = {
  code: 'NG',
  name: 'Nigeria',
  currency: 'NGN',
  rails: [
    railOf('NIP', { settlement: 'INSTANT', etaMinutes: 1, feeHint: 'Banks ask for NGN 10 to 50' }),
  ],
  schemes: [
    {
      type: 'BANK',
      rails: ['NIP'],
      by: 'account.accountNumber',
      fields: (choice) => [
        ...holderFields(choice, { country: 'NG', city: 'Lagos' }),
        field({
          key: 'account.bankRoutingNumber',
          label: 'Bank code (CBN)',
          check: 'digits',
          minLength: 3,
          maxLength: 6,
          pattern: '^(\\d{3}|\\d{5,6})$',
          example: '011',
          helpText: 'Three digits of a bank, five of another institution, or the six of NIP.',
        }),
        accountNumber({
          label: 'Account number (NUBAN)',
          check: 'nuban:account.bankRoutingNumber',
          minLength: 10,
          maxLength: 10,
          pattern: '^\\d{10}$',
          example: '0000014579',
        }),
      ],
      read: (values) => {
        // 011 and 000011 are the same bank, 50211 and 950211 the same institution.
        const identity = `${nubanBankCode(answer(values, 'bankRoutingNumber'))}/${answer(values, 'accountNumber')}`
        return { ...readNigerian(values), identity }
      },
    },
  ],
}

export const kenya: Country = {
  code: 'KE',
  name: 'Kenya',
  currency: 'KES',
  rails: [
    railOf('PESALINK', {
      settlement: 'INSTANT',
      etaMinutes: 1,
      feeHint: 'Banks ask for up to KES 200',
    }),
    railOf('MPESA', {
      direction: 'OUT',
      settlement: 'INSTANT',
      etaMinutes: 1,
      feeHint: 'Receiving is free',
    }),
  ],
  schemes: [
    {
      type: 'BANK',
      rails: ['PESALINK'],
      by: 'account.branchCode',
      fields: (choice) => [
        ...holderFields(choice, { country: 'KE', city: 'Nairobi' }),
        field({
          key: 'account.bankRoutingNumber',
          label: 'Bank code',
          check: 'digits',
          minLength: 2,
          maxLength: 2,
          pattern: '^\\d{2}$',
          example: '01',
        }),
        field({
          key: 'account.branchCode',
          label: 'Branch code',
          check: 'digits',
          minLength: 3,
          maxLength: 3,
          pattern: '^\\d{3}$',
          example: '100',
        }),
        accountNumber({
          minLength: 8,
          maxLength: 14,
          pattern: '^\\d{8,14}$',
          example: '1100123456',
        }),
      ],
      read: readNumbered({
        country: 'KE',
        // A number is the bank's, whichever branch keeps it.
        by: ['bankRoutingNumber', 'accountNumber'],
        nameOf: (values) => kenyaBank(answer(values, 'bankRoutingNumber')),
      }),
    },
    {
      type: 'MOBILE_MONEY',
      rails: ['MPESA'],
      by: 'account.accountNumber',
      fields: (choice) => [
        ...holderFields(choice, { country: 'KE', city: 'Nairobi' }),
        accountNumber({
          label: 'M-PESA phone number',
          type: 'phone',
          check: 'mobile:KE',
          maxLength: 13,
          example: '+254712345678',
        }),
      ],
      read: readNumbered({ country: 'KE', by: ['accountNumber'], nameOf: () => 'M-PESA' }),
    },
  ],
}
