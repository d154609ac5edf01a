import { australiaBank, ifscBank, philippineBank, singaporeBank } from '../rules/bank-names.ts'
import { accountNumber, bicBeside, bicOf, field, holderFields, options } from '../rules/form.ts'
import { railOf } from '../rules/rails.ts'
import { answer, detailsOf, readNumbered } from '../rules/read.ts'
import type { Country } from '../rules/types.ts'

const routing = 'bankRoutingNumber'

export const india: Country = {
  code: 'IN',
  name: 'India',
  currency: 'INR',
  rails: [
    railOf('IMPS', { settlement: 'INSTANT', etaMinutes: 1, feeHint: 'Banks ask for INR 5 to 15' }),
    railOf('NEFT', { settlement: 'BATCH', etaMinutes: 120, feeHint: 'Free online' }),
    railOf('RTGS', { settlement: 'INSTANT', etaMinutes: 30, feeHint: 'Free online' }),
  ],
  schemes: [
    {
      type: 'BANK',
      rails: ['IMPS', 'NEFT', 'RTGS'],
      by: 'account.accountNumber',
      fields: (choice) => [
        ...holderFields(choice, { country: 'IN', city: 'Mumbai' }),
        field({
          key: 'account.bankRoutingNumber',
          label: 'IFSC',
          validation: 'ifsc',
          minLength: 11,
          maxLength: 11,
          pattern: '^[A-Z]{4}0[A-Z0-9]{6}$',
          example: 'SBIN0000300',
          helpText: 'Eleven characters that name bank and branch.',
        }),
        accountNumber({
          minLength: 9,
          maxLength: 18,
          pattern: '^\\d{9,18}$',
          example: '30001234567',
        }),
      ],
      read: readNumbered({
        country: 'IN',
        by: [routing, 'accountNumber'],
        nameOf: (values) => ifscBank(answer(values, routing)),
      }),
    },
  ],
}

export const singapore: Country = {
  code: 'SG',
  name: 'Singapore',
  currency: 'SGD',
  rails: [
    railOf('FAST', { settlement: 'INSTANT', etaMinutes: 1, feeHint: 'Usually free' }),
    railOf('PAYNOW', { direction: 'OUT', settlement: 'INSTANT', etaMinutes: 1, feeHint: 'Free' }),
  ],
  schemes: [
    {
      type: 'BANK',
      rails: ['FAST'],
      by: 'account.accountNumber',
      fields: (choice) => [
        ...holderFields(choice, { country: 'SG', city: 'Singapore' }),
        field({
          key: 'account.bankRoutingNumber',
          label: 'Bank code',
          check: 'digits',
          minLength: 4,
          maxLength: 7,
          pattern: '^\\d{4}(\\d{3})?$',
          example: '7171',
          helpText: 'Four digits of the bank, with or without three of the branch.',
        }),
        accountNumber({
          minLength: 7,
          maxLength: 18,
          pattern: '^\\d{7,18}$',
          example: '0052312891',
        }),
        bicBeside('DBSSSGSG'),
      ],
      read: readNumbered({
        country: 'SG',
        by: [routing, 'accountNumber'],
        nameOf: (values) => singaporeBank(answer(values, routing)),
      }),
    },
    {
      type: 'BANK',
      rails: ['PAYNOW'],
      by: 'account.additionalDetails.payNowType',
      fields: (choice) => [
        ...holderFields(choice, { country: 'SG', city: 'Singapore' }),
        field({
          key: 'account.additionalDetails.payNowType',
          label: 'Registered with PayNow by',
          options: options({ MOBILE: 'Mobile number', UEN: 'Business number (UEN)' }),
          example: choice.entityType === 'business' ? 'UEN' : 'MOBILE',
        }),
        field({
          key: 'account.additionalDetails.payNowMobile',
          label: 'Mobile number',
          type: 'phone',
          check: 'mobile:SG',
          example: '+6591234567',
          dependsOn: [{ key: 'account.additionalDetails.payNowType', equals: 'MOBILE' }],
          sensitive: true,
        }),
        field({
          key: 'account.additionalDetails.payNowUen',
          label: 'Business number (UEN)',
          minLength: 9,
          maxLength: 10,
          pattern: '^(\\d{8,9}[A-Z]|[TSR]\\d{2}[A-Z]{2}\\d{4}[A-Z])$',
          example: '196800306E',
          dependsOn: [{ key: 'account.additionalDetails.payNowType', equals: 'UEN' }],
        }),
      ],
      read: (values) => ({
        account: { bankCountry: 'SG', additionalDetails: detailsOf(values) },
        identity: Object.values(detailsOf(values)).toSorted().join('/'),
        bankName: '',
      }),
    },
  ],
}

export const philippines: Country = {
  code: 'PH',
  name: 'Philippines',
  currency: 'PHP',
  rails: [
    railOf('INSTAPAY', {
      settlement: 'INSTANT',
      etaMinutes: 1,
      feeHint: 'Banks ask for PHP 10 to 25',
    }),
    railOf('PESONET', {
      settlement: 'BATCH',
      etaMinutes: 1440,
      cutoff: '14:00 Asia/Manila',
      feeHint: 'Often free',
    }),
  ],
  schemes: [
    {
      type: 'BANK',
      rails: ['INSTAPAY', 'PESONET'],
      by: 'account.accountNumber',
      fields: (choice) => [
        ...holderFields(choice, { country: 'PH', city: 'Makati' }),
        bicOf('PH', 'BNORPHMM'),
        accountNumber({
          minLength: 8,
          maxLength: 16,
          pattern: '^\\d{8,16}$',
          example: '001234567890',
        }),
      ],
      read: readNumbered({
        country: 'PH',
        by: ['bankBic', 'accountNumber'],
        nameOf: (values) => philippineBank(answer(values, 'bic')),
      }),
    },
  ],
}

export const australia: Country = {
  code: 'AU',
  name: 'Australia',
  currency: 'AUD',
  rails: [
    railOf('NPP', { settlement: 'INSTANT', etaMinutes: 1, feeHint: 'Usually free' }),
    railOf('BECS', {
      settlement: 'BATCH',
      etaMinutes: 1440,
      cutoff: '16:00 Australia/Sydney',
      feeHint: 'Usually free',
    }),
  ],
  schemes: [
    {
      type: 'BANK',
      rails: ['NPP', 'BECS'],
      by: 'account.accountNumber',
      fields: (choice) => [
        ...holderFields(choice, { country: 'AU', city: 'Sydney' }),
        field({
          key: 'account.bankRoutingNumber',
          label: 'BSB',
          check: 'digits',
          minLength: 6,
          maxLength: 6,
          pattern: '^\\d{6}$',
          example: '062000',
          helpText: 'Six digits of bank, state and branch, often written as 062-000.',
        }),
        accountNumber({ minLength: 5, maxLength: 9, pattern: '^\\d{5,9}$', example: '12345678' }),
      ],
      read: readNumbered({
        country: 'AU',
        by: [routing, 'accountNumber'],
        nameOf: (values) => australiaBank(answer(values, routing)),
      }),
    },
  ],
}
