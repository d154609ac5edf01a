import { failureCodes } from '@corridor/contract'
import { personRoles } from '@corridor/contract/forms'
import {
  accountTypes,
  bankInSteps,
  chainInSteps,
  countryRules,
  eventCatalogue,
  eventNotes,
  eventStatuses,
  failureKinds,
  fieldsOf,
  identityDocuments,
  kycConsents,
  refundSteps,
  requirementsFor,
  scopesOfRole,
  walletAccountType,
  walletSteps,
} from '@corridor/domain'
import { describe, expect, test } from 'vitest'
import { translator } from './service.ts'

type Catalogue = Record<'codes' | 'texts' | 'failures', Record<string, string>>

const catalogues = Object.entries(
  import.meta.glob<Catalogue>('../../messages/*/service.json', { eager: true, import: 'default' }),
)

/** Everything that can come to the page: the service, its contract, and the codes that pages ask with. */
const sources = Object.values(
  import.meta.glob<string>(
    [
      '../../../../packages/{contract,domain}/src/**/*.ts',
      '../../../bff/src/modules/**/*.ts',
      '../{features,pages,ui}/**/*.{ts,tsx}',
      '!**/*.test.*',
    ],
    { eager: true, query: '?raw', import: 'default' },
  ),
).join('\n')

/** Sources in which each part that differs is `{}`, as a text's own parts are then. */
const written = sources.replaceAll(/\$\{[^{}]*\}/g, '{}').replaceAll(String.raw`\'`, "'")
/** Whether a string of the sources is this text, from its first quote to its last. */
function isWritten(text: string): boolean {
  const asWritten = text.replaceAll(/\{\w+\}/g, '{}')
  return ["'", '"', '`'].some((quote) => written.includes(quote + asWritten + quote))
}

/** What the inbox says: each string of a line's sentences and of the kinds' names, with 41 for what differs. */
const sentences = Object.values(
  import.meta.glob<string>(
    '../../../bff/src/modules/notifications/{making/sentences,base/kinds}.ts',
    { eager: true, query: '?raw', import: 'default' },
  ),
)
  .flatMap((source) => [...source.matchAll(/(?<=[:,?>] |return )(?:'(\w[^'\n]*)'|`([^`\n]+)`)/g)])
  .map(([, text, template = '']) => text ?? template.replaceAll(/\$\{\w+\}/g, '41'))
  .filter((text) => /^[A-Z0-9].*\p{Ll}{2}/u.test(text))

const codes = [
  Object.keys(eventCatalogue),
  Object.values(eventCatalogue).flat(),
  Object.values(eventStatuses).flat(),
  Object.keys(failureKinds),
  walletSteps,
  bankInSteps,
  chainInSteps,
  refundSteps,
  Object.keys(scopesOfRole),
  personRoles,
  kycConsents,
  identityDocuments,
].flat()

const entityTypes = ['individual', 'business'] as const
const accountFields = [
  walletAccountType(),
  ...countryRules.flatMap(({ code }) =>
    entityTypes.flatMap((entityType) =>
      (['SELF', 'THIRD_PARTY'] as const).flatMap((ownership) =>
        accountTypes(code, { entityType, ownership }),
      ),
    ),
  ),
]
const verification = entityTypes.flatMap((type) =>
  ['', ...countryRules.map(({ code }) => code)].map((country) =>
    requirementsFor(
      { type, country, known: {}, persons: [] },
      countryRules.map(({ code, name }) => ({ id: code, name, countryCode: code })),
      'ENHANCED',
    ),
  ),
)
const fields = [
  ...accountFields.flatMap((type) => type.fields),
  ...verification.flatMap((asked) => fieldsOf(asked)),
]

/** What forms of accounts and of verification say, in any country. */
const texts = new Set([
  ...fields.flatMap(({ label, helpText, options }) => [
    label,
    helpText,
    ...options.map((option) => option.label),
  ]),
  ...accountFields.map(({ feeHint }) => feeHint),
  ...verification.flatMap(({ groups }) => groups.map(({ title }) => title)),
  ...Object.values(failureKinds).map(({ partnerText }) => partnerText),
  ...Object.values(eventNotes).map(({ when }) => when),
])
/** Abbreviations are the same everywhere. */
const isShown = (text: string): boolean => /\p{Ll}{2}/u.test(text)

/** `from_entity_id` as the contract and its columns may write it. */
const spellings = (code: string): string[] => [
  code,
  code.toUpperCase(),
  code.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
]

describe.each(catalogues)('%s', (_, catalogue) => {
  test('every failure has a reason, and no other one has', () => {
    expect(Object.keys(catalogue.failures).toSorted()).toEqual(failureCodes.toSorted())
  })

  test('every code of the domain has words', () => {
    expect(codes.filter((code) => !catalogue.codes[code.toLowerCase()])).toEqual([])
  })

  test('every field of accounts and verification, and every reason of a failed transfer has words', () => {
    const translate = translator(catalogue.texts)
    expect([...texts].filter((text) => isShown(text) && !translate(text))).toEqual([])
  })

  test('every sentence of the inbox has words', () => {
    expect(sentences).toEqual(
      expect.arrayContaining(['A transfer of 41 failed', '41 deposits are held']),
    )
    const translate = translator(catalogue.texts)
    expect(sentences.filter((text) => !translate(text))).toEqual([])
  })

  test('words are for what the service or a page says', () => {
    const isUnknown = (code: string) => !spellings(code).some((text) => sources.includes(text))
    expect(Object.keys(catalogue.codes).filter(isUnknown)).toEqual([])
    const isUnused = (text: string) =>
      !isWritten(text) && ![...texts].some(translator({ [text]: text }))
    expect(Object.keys(catalogue.texts).filter(isUnused)).toEqual([])
  })

  test('a translation has the values of its text, and is not empty', () => {
    const valuesOf = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted()
    for (const [text, translation] of Object.entries(catalogue.texts))
      expect(valuesOf(translation), text).toEqual(valuesOf(text))
    expect(Object.values(catalogue).flatMap((part) => Object.values(part))).not.toContain('')
  })
})

test('a text with a part that differs is read with its part in the same language', () => {
  const translate = translator({
    '{label} is required.': '{label} ist erforderlich.',
    'Account number': 'Kontonummer',
    '{label} has {count} (no more).': '{label}: {count}.',
  })
  expect(translate('Account number is required.')).toBe('Kontonummer ist erforderlich.')
  expect(translate('IBAN is required.')).toBe('IBAN ist erforderlich.')
  expect(translate('Account number has 7 (no more).')).toBe('Kontonummer: 7.')
  expect(translate('Account number has 7')).toBeUndefined()
})
