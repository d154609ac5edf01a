import { clabe } from 'clabe-validator'
import { abaBank, canadaBank } from '../rules/bank-names.ts'
import { accountNumber, accountType, field, holderFields } from '../rules/form.ts'
import { railOf } from '../rules/rails.ts'
import { answer, readNumbered } from '../rules/read.ts'
import type { Country } from '../rules/types.ts'

const readUnitedStates = readNumbered({
  country: 'US',
  by: ['bankRoutingNumber', 'accountNumber'],
  nameOf: (values) => abaBank(answer(values, 'bankRoutingNumber')),
})

export const unitedStates: Country = {
  code: 'US',
  name: 'United States',
  currency: 'USD',
  rails: [
    railOf('ACH', {
      settlement: 'BATCH',
      etaMinutes: 1440,
      cutoff: '17:00 America/New_York',
      feeHint: 'Usually free',
    }),
    railOf('FEDWIRE', {
      settlement: 'INSTANT',
      etaMinutes: 60,
      cutoff: '18:30 America/New_York',
      feeHint: 'Banks ask for about USD 25',
    }),
  ],
  schemes: [
    {
      type: 'BANK',
      rails: ['ACH', 'FEDWIRE'],
      by: 'account.accountNumber',
      fields: (choice) => [
        // A wire without the payee's address is refused (31 CFR 1010.410, the travel rule).
        ...holderFields(choice, {
          country: 'US',
          city: 'New York',
          needsAddress: choice.rail === 'FEDWIRE',
        }),
        field({
          key: 'account.bankRoutingNumber',
          label: 'Routing number (ABA)',
          validation: 'aba',
          minLength: 9,
          maxLength: 9,
          pattern: '^\\d{9}$',
          example: '021000021',
        }),
        accountNumber({
          minLength: 4,
          maxLength: 17,
          pattern: '^\\d{4,17}$',
          example: '123456789',
        }),
        accountType(
          choice.ownership === 'SELF' && choice.entityType === 'business'
            ? { CHECKING: 'Business checking', SAVINGS: 'Business savings' }
            : { CHECKING: 'Checking', SAVINGS: 'Savings' },
          { required: false, helpText: 'Checking where nothing is chosen.' },
        ),
      ],
      read: (values) => readUnitedStates({ 'account.accountType': 'CHECKING', ...values }),
    },
  ],
}

export const canada: Country = {
  code: 'CA',
  name: 'Canada',
  currency: 'CAD',
  rails: [
    railOf('EFT', {
      settlement: 'BATCH',
      etaMinutes: 1440,
      cutoff: '16:00 America/Toronto',
      feeHint: 'Usually free',
    }),
  ],
  schemes: [
    {
      type: 'BANK',
      rails: ['EFT'],
      by: 'account.accountNumber',
      fields: (choice) => [
        ...holderFields(choice, { country: 'CA', city: 'Toronto' }),
        field({
          key: 'account.bankRoutingNumber',
          label: 'Institution number',
          check: 'digits',
          minLength: 3,
          maxLength: 3,
          pattern: '^\\d{3}$',
          example: '003',
          helpText: 'Three digits; on a cheque between transit and account number.',
        }),
        field({
          key: 'account.branchCode',
          label: 'Transit number',
          check: 'digits',
          minLength: 5,
          maxLength: 5,
          pattern: '^\\d{5}$',
          example: '00002',
          helpText: 'Five digits of the branch; on a cheque to the left of the institution.',
        }),
        accountNumber({ minLength: 7, maxLength: 12, pattern: '^\\d{7,12}$', example: '1234567' }),
      ],
      read: readNumbered({
        country: 'CA',
        by: ['bankRoutingNumber', 'branchCode', 'accountNumber'],
        nameOf: (values) => canadaBank(answer(values, 'bankRoutingNumber')),
      }),
    },
  ],
}

export const mexico: Country = {
  code: 'MX',
  name: 'Mexico',
  currency: 'MXN',
  rails: [
    railOf('SPEI', { settlement: 'INSTANT', etaMinutes: 5, feeHint: 'Banks ask for up to MXN 5' }),
  ],
  schemes: [
    {
      type: 'BANK',
      rails: ['SPEI'],
      by: 'account.accountNumber',
      fields: (choice) => [
        ...holderFields(choice, { country: 'MX', city: 'Ciudad de México' }),
        field({
          key: 'account.accountNumber',
          label: 'CLABE',
          validation: 'clabe',
          check: 'nonzero',
          minLength: 18,
          maxLength: 18,
          pattern: '^\\d{18}$',
          example: '032180000118359719',
          helpText: '18 digits that name bank, city and account.',
          sensitive: true,
        }),
      ],
      read: readNumbered({
        country: 'MX',
        by: ['accountNumber'],
        // Only the name: its directory is older than the newest banks, whose numbers are good, too.
        nameOf: (values) => clabe.validate(answer(values, 'accountNumber')).bank ?? '',
      }),
    },
  ],
}
