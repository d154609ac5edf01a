import { countryRules, accountTypes, requirementsFor } from '@corridor/domain'
import { describe, expect, test } from 'vitest'
import { aField } from './testing/fields.ts'
import type { FieldGroup } from './values.ts'
import { viewOf } from './view.ts'

/** One line for each field: its widget, whether it can be left out, its label. */
function outline(groups: readonly FieldGroup[]): string {
  return groups
    .flatMap(({ title, fields }) => [
      title,
      ...fields.map((field) => {
        const { widget, optional, label, hint } = viewOf(field)
        return `  ${widget}${optional ? '?' : ''} ${label}${hint ? ` (${hint})` : ''}`
      }),
    ])
    .join('\n')
}

test.each([
  [aField('a'), 'text'],
  [aField('a', { maxLength: 1000 }), 'longText'],
  [aField('a', { type: 'select' }), 'choice'],
  [aField('a', { type: 'radio' }), 'radio'],
  [aField('a', { type: 'date' }), 'date'],
  [aField('a', { type: 'phone' }), 'phone'],
  [aField('a', { type: 'address' }), 'address'],
  [aField('a', { type: 'file' }), 'file'],
  [aField('a', { check: 'country' }), 'choice'],
] as const)('each kind of field has its widget: %#', (field, widget) => {
  expect(viewOf(field).widget).toBe(widget)
})

test('an example stands where nothing else explains', () => {
  expect(viewOf(aField('a', { example: '021000021' })).hint).toBe('Such as 021000021.')
  expect(viewOf(aField('a', { example: 'x', helpText: 'Nine digits.' })).hint).toBe('Nine digits.')
  expect(viewOf(aField('a', { type: 'select', example: 'DE' })).hint).toBeUndefined()
})

describe('what a person is asked, group by group', () => {
  const subject = { country: 'SG', known: {}, persons: [] }
  const jurisdictions = [{ id: 'jur_1', name: 'United States', countryCode: 'US' }]
  test.each(['individual', 'business'] as const)('verification of a new %s', (type) => {
    const { groups } = requirementsFor({ ...subject, type }, jurisdictions, 'ENHANCED')
    expect(outline(groups)).toMatchSnapshot()
  })

  test.each(countryRules.map(({ code }) => code))('an account in %s', (code) => {
    const groups = accountTypes(code).map(({ type, rail, fields }) => ({
      key: `${type} ${rail}`,
      title: `${type} ${rail}`,
      fields,
    }))
    expect(outline(groups)).toMatchSnapshot()
  })
})
