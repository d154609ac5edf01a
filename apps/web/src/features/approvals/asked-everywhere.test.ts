import { type Endpoint, operations } from '@corridor/contract'
import { expect, test } from 'vitest'

// Whoever asks for something that others have to agree to reads that it was sent to them: each caller
// of such an operation, or a page that uses it, shows what the refusal names.

/** A path as the other file's import has it, from `src`. */
const resolved = (path: string, from: string) => new URL(path, `file:///${from}`).pathname.slice(1)

const sources = import.meta.glob<string>('../../**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const files = new Map(
  Object.entries(sources)
    .filter(([name]) => !name.includes('.test.'))
    .map(([name, text]) => [resolved(name, 'features/approvals/x'), text]),
)

const asksOthers: [module: string, name: string][] = Object.entries(operations).flatMap(
  ([module, endpoints]) =>
    Object.entries<Endpoint>(endpoints)
      // An execution waits as a record of its own, which its page shows.
      .filter(([, { approval }]) => approval === 'request' || approval === 'beforehand')
      .map(([name]): [string, string] => [module, name]),
)

const isShown = /ui\/page\/approval-asked\.tsx|actions\/refused\.tsx|fields\/form-summary\.tsx/
const importsOf = (name: string): string[] =>
  [...(files.get(name) ?? '').matchAll(/from '(\.[^']+)'/g)].map(([, path = '']) =>
    resolved(path, name),
  )
const usersOf = (name: string): string[] =>
  [...files.keys()].filter((other) => importsOf(other).includes(name))

/** The caller itself, what uses it, or what that shows beside it. */
function shows(name: string): boolean {
  const near = [name, ...usersOf(name), ...usersOf(name).flatMap(usersOf)]
  return near.some((item) =>
    [item, ...importsOf(item)].some((file) => isShown.test(files.get(file) ?? '')),
  )
}

test.each(asksOthers)('%s.%s: where it is called, “Sent for approval” is shown', (module, name) => {
  const call = new RegExp(String.raw`(useAction|call)\(\s*${module}\.${name}\b`)
  const callers = [...files].filter(([, text]) => call.test(text)).map(([file]) => file)
  expect(callers.filter((file) => !shows(file))).toEqual([])
})

test('there are such operations, and the sources of the dashboard to look into', () => {
  expect(asksOthers.length).toBeGreaterThan(10)
  expect(files.size).toBeGreaterThan(100)
})
