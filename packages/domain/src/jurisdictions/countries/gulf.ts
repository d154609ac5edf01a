import { bicBeside, holderFields, iban } from '../rules/form.ts'
import { railOf } from '../rules/rails.ts'
import { readIban } from '../rules/read.ts'
import type { Country } from '../rules/types.ts'

export const emirates: Country = {
  code: 'AE',
  name: 'United Arab Emirates',
  currency: 'AED',
  rails: [
    railOf('UAEFTS', {
      settlement: 'INSTANT',
      etaMinutes: 120,
      cutoff: '15:00 Asia/Dubai',
      feeHint: 'Banks ask for about AED 1',
    }),
  ],
  schemes: [
    {
      type: 'BANK',
      rails: ['UAEFTS'],
      by: 'account.iban',
      fields: (choice) => [
        ...holderFields(choice, { country: 'AE', city: 'Dubai' }),
        iban('AE', 'AE070331234567890123456'),
        bicBeside('BOMLAEAD'),
      ],
      read: readIban,
    },
  ],
}

export const kuwait: Country = {
  code: 'KW',
  name: 'Kuwait',
  currency: 'KWD',
  rails: [
    // The gross settlement system of the Central Bank of Kuwait.
    railOf('KASSIP', {
      settlement: 'INSTANT',
      etaMinutes: 120,
      cutoff: '13:00 Asia/Kuwait',
      feeHint: 'Banks ask for about KWD 0.500',
    }),
    // Instant payments of the banks' common company, KNET.
    railOf('WAMD', {
      direction: 'OUT',
      settlement: 'INSTANT',
      etaMinutes: 1,
      feeHint: 'Usually free',
    }),
  ],
  schemes: [
    {
      type: 'BANK',
      rails: ['KASSIP', 'WAMD'],
      by: 'account.iban',
      fields: (choice) => [
        ...holderFields(choice, { country: 'KW', city: 'Kuwait City' }),
        iban('KW', 'KW81CBKU0000000000001234560101'),
        bicBeside('COMBKWKW'),
      ],
      read: readIban,
    },
  ],
}
