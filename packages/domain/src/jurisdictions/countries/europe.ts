import { sepa } from '../../zones/sepa.ts'
import { sortCodeBank } from '../rules/bank-names.ts'
import { accountNumber, bicBeside, field, holderFields, iban } from '../rules/form.ts'
import { railOf } from '../rules/rails.ts'
import { answer, readIban, readNumbered } from '../rules/read.ts'
import type { Country } from '../rules/types.ts'

type Euro = {
  code: string
  name: string
  city: string
  timeZone: string
  /** The IBAN registry's example, and a bank of the country. */
  example: { iban: string; bic: string }
}

function euroCountry({ code, name, city, timeZone, example }: Euro): Country {
  return {
    code,
    name,
    currency: 'EUR',
    rails: [
      railOf('SEPA_CREDIT', {
        settlement: 'BATCH',
        etaMinutes: 1440,
        cutoff: `15:00 ${timeZone}`,
        feeHint: 'Usually free',
      }),
      railOf('SEPA_INSTANT', {
        settlement: 'INSTANT',
        etaMinutes: 1,
        feeHint: 'As a SEPA credit transfer',
      }),
    ],
    schemes: [
      {
        type: 'BANK',
        rails: sepa.rails,
        by: 'account.iban',
        fields: (choice) => [
          ...holderFields(choice, { country: code, city }),
          iban(sepa.name, example.iban),
          bicBeside(example.bic),
        ],
        read: readIban,
      },
    ],
  }
}

export const germany = euroCountry({
  code: 'DE',
  name: 'Germany',
  city: 'Berlin',
  timeZone: 'Europe/Berlin',
  example: { iban: 'DE89370400440532013000', bic: 'COBADEFF' },
})

export const france = euroCountry({
  code: 'FR',
  name: 'France',
  city: 'Paris',
  timeZone: 'Europe/Paris',
  example: { iban: 'FR1420041010050500013M02606', bic: 'PSSTFRPP' },
})

export const spain = euroCountry({
  code: 'ES',
  name: 'Spain',
  city: 'Madrid',
  timeZone: 'Europe/Madrid',
  example: { iban: 'ES9121000418450200051332', bic: 'CAIXESBB' },
})

export const italy = euroCountry({
  code: 'IT',
  name: 'Italy',
  city: 'Rome',
  timeZone: 'Europe/Rome',
  example: { iban: 'IT60X0542811101000000123456', bic: 'BLOPIT22' },
})

export const netherlands = euroCountry({
  code: 'NL',
  name: 'Netherlands',
  city: 'Amsterdam',
  timeZone: 'Europe/Amsterdam',
  example: { iban: 'NL91ABNA0417164300', bic: 'ABNANL2A' },
})

export const unitedKingdom: Country = {
  code: 'GB',
  name: 'United Kingdom',
  currency: 'GBP',
  rails: [
    railOf('FASTER_PAYMENTS', { settlement: 'INSTANT', etaMinutes: 1, feeHint: 'Usually free' }),
    railOf('CHAPS', {
      settlement: 'INSTANT',
      etaMinutes: 120,
      cutoff: '17:40 Europe/London',
      feeHint: 'Banks ask for about GBP 25',
    }),
  ],
  schemes: [
    {
      type: 'BANK',
      rails: ['FASTER_PAYMENTS', 'CHAPS'],
      by: 'account.accountNumber',
      fields: (choice) => [
        ...holderFields(choice, { country: 'GB', city: 'London' }),
        field({
          key: 'account.bankRoutingNumber',
          label: 'Sort code',
          check: 'digits',
          minLength: 6,
          maxLength: 6,
          pattern: '^\\d{6}$',
          example: '601613',
          helpText: 'Six digits, often written as 60-16-13.',
        }),
        accountNumber({
          check: 'british',
          minLength: 8,
          maxLength: 8,
          pattern: '^\\d{8}$',
          example: '31926819',
          helpText: 'Eight digits; zeros go in front of a shorter number.',
        }),
      ],
      read: readNumbered({
        country: 'GB',
        by: ['bankRoutingNumber', 'accountNumber'],
        nameOf: (values) => sortCodeBank(answer(values, 'bankRoutingNumber')),
      }),
    },
  ],
}
