import { partnerScopes } from '@corridor/domain'
import { expect, test } from 'vitest'
import { Misuse, roleOf, scopesOf, timeOf } from './base/command.ts'
import { readCommand } from './commands.ts'

const refusal = (work: () => unknown): string => {
  try {
    work()
  } catch (error) {
    if (error instanceof Misuse) return error.message
    throw error
  }
  throw new Error('not refused')
}

test('a command is found by its two-part name, its options by their names', () => {
  const asked = readCommand(['api-key', 'issue', '--partner', 'par_1', '--scopes=a,b'])
  expect(asked).toMatchObject({ kind: 'run', options: { partner: 'par_1', scopes: 'a,b' } })
  expect(readCommand(['sandbox', 'reset', '--yes'])).toMatchObject({ options: { yes: 'yes' } })
})

test('a file is named without its option’s name', () => {
  for (const args of [
    ['bank', 'import', 'a.xml'],
    ['bank', 'import', '--file', 'a.xml'],
  ])
    expect(readCommand(args)).toMatchObject({ options: { file: 'a.xml' } })
})

test.each([
  ['bank import a.xml b.xml', "Unexpected argument 'b.xml'"],
  ['bank import a.xml --file b.xml', "Unexpected argument 'a.xml'"],
  ['partner', 'There is no command `partner`'],
  ['constructor x', 'There is no command'],
  ['partner list --loud', "Unknown option '--loud'"],
  ['partner list all', "Unexpected argument 'all'"],
  ['partner create --name', 'argument missing'],
  ['sandbox reset --yes=no', 'does not take an argument'],
])('`%s` is refused with what would be right', (text, why) => {
  const message = refusal(() => readCommand(text.split(' ')))
  expect(message).toContain(why)
  expect(message).toContain('Usage:')
})

test.each([[''], ['--help'], ['partner create --help'], ['no such -h']])('`%s` helps', (text) => {
  const args = text === '' ? [] : text.split(' ')
  expect(readCommand(args)).toEqual({ kind: 'help', text: expect.stringContaining('Usage:') })
})

test('scopes are those of partners, each once, in one order', () => {
  expect(scopesOf('sandbox, entities:read,sandbox')).toEqual(['entities:read', 'sandbox'])
  expect(scopesOf('all')).toEqual(partnerScopes)
  for (const text of ['entities:own', 'console:act', 'entities:read,', ''])
    expect(refusal(() => scopesOf(text))).toContain('not a scope')
})

test('roles are those of staff', () => {
  expect(roleOf('treasury')).toBe('treasury')
  expect(refusal(() => roleOf('king'))).toContain('one of owner, admin')
})

test('a time says its offset', () => {
  expect(timeOf('expires', '2100-01-01T00:00:00+01:00').toISOString()).toBe(
    '2099-12-31T23:00:00.000Z',
  )
  for (const text of ['soon', '2027-01-01', '2027-01-01T00:00:00', '2027-13-01T00:00:00Z'])
    expect(refusal(() => timeOf('expires', text))).toContain('--expires: an ISO time')
})
