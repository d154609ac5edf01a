import { japanBank } from '../rules/bank-names.ts'
import { accountNumber, accountType, field, holderFields } from '../rules/form.ts'
import { railOf } from '../rules/rails.ts'
import { answer, readNumbered } from '../rules/read.ts'
import type { Country } from '../rules/types.ts'

/** Money of Japan has no decimals: its smallest unit is the yen. */
export const japan: Country = {
  code: 'JP',
  name: 'Japan',
  currency: 'JPY',
  rails: [
    railOf('ZENGIN', {
      settlement: 'INSTANT',
      etaMinutes: 10,
      cutoff: '15:30 Asia/Tokyo',
      feeHint: 'Banks ask for JPY 145 to 880',
    }),
  ],
  schemes: [
    {
      type: 'BANK',
      rails: ['ZENGIN'],
      by: 'account.accountNumber',
      fields: (choice) => [
        ...holderFields(choice, { country: 'JP', city: 'Tokyo' }),
        field({
          key: 'account.bankRoutingNumber',
          label: 'Bank code (Zengin)',
          check: 'digits',
          minLength: 4,
          maxLength: 4,
          pattern: '^\\d{4}$',
          example: '0001',
        }),
        field({
          key: 'account.branchCode',
          label: 'Branch code',
          check: 'digits',
          minLength: 3,
          maxLength: 3,
          pattern: '^\\d{3}$',
          example: '001',
        }),
        accountType({
          ORDINARY: 'Ordinary (futsu)',
          CURRENT: 'Current (toza)',
          SAVINGS: 'Savings',
        }),
        accountNumber({
          check: 'zengin',
          minLength: 7,
          maxLength: 7,
          pattern: '^\\d{7}$',
          example: '1234567',
          helpText: 'Seven digits; zeros go in front of a shorter number.',
        }),
      ],
      read: readNumbered({
        country: 'JP',
        // Each kind of account has numbers of its own.
        by: ['bankRoutingNumber', 'branchCode', 'accountType', 'accountNumber'],
        nameOf: (values) => japanBank(answer(values, 'bankRoutingNumber')),
      }),
    },
  ],
}
