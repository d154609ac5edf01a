import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvField, csvLine } from './csv.ts'

/** Reads as a spreadsheet does: quotes count at the beginning of a cell, what follows them is text. */
function read(csv: string, separators: string): string[] {
  const cells: string[] = []
  let at = 0
  while (at < csv.length) {
    let cell = ''
    if (csv[at] === '"') {
      at += 1
      while (at < csv.length && (csv[at] !== '"' || csv[at + 1] === '"')) {
        cell += csv[at]
        at += csv[at] === '"' ? 2 : 1
      }
      at += 1
    }
    while (at < csv.length && !`${separators}\r\n`.includes(csv.charAt(at))) {
      cell += csv[at]
      at += 1
    }
    cells.push(cell)
    at += csv.startsWith('\r\n', at) ? 2 : 1
  }
  return cells
}

const awkward = '=+-@|＝,;\t\r\n"\' aÄ9'.split('')
const text = fc.string({ unit: fc.constantFrom(...awkward), maxLength: 12 })
const rows = fc.array(fc.array(text, { minLength: 1, maxLength: 4 }), {
  minLength: 1,
  maxLength: 3,
})

test.each([
  ['commas', ','],
  ['semicolons', ';'],
  ['tabs', '\t'],
  ['any of them', ',;\t'],
])('no cell of any rows begins a formula for a reader of %s', (_, separators) =>
  fc.assert(
    fc.property(rows, (all) => {
      const csv = all.map((row) => csvLine(row.map(csvField))).join('')
      for (const cell of read(csv, separators)) expect(cell).not.toMatch(/^[\s"]*[=+\-@|＝＋－＠]/u)
    }),
    {
      numRuns: 2_000,
      examples: [[[['x', 'abc;=1+1']]], [[['x', 'a\t"=1']]], [[['x', 'a\n@b']]], [[['\t=1']]]],
    },
  ),
)

test('text without a formula in it is read back as it was, by a reader of RFC 4180', () =>
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[aÄ9,;" ]*$/), { minLength: 1 }), (row) => {
      const cells = row.map((item) => item.replaceAll(/^[ "]+/g, ''))
      expect(read(csvLine(cells.map(csvField)), ',')).toEqual(cells)
    }),
  ))

/** With each of them a spreadsheet begins a formula, a blank of its own or the next line. */
const beginnings = ['=', '+', '-', '@', '|', '＝', '＋', '－', '＠', '\t', '\r', '\n']
const places = [
  '',
  ' ',
  '\u00a0',
  '"',
  "'",
  ';',
  '; ',
  ';"',
  '\t',
  '\r',
  '\n',
  '\r\n',
  'A;',
  'A\t',
  'A\r\n',
]

test.each(beginnings.flatMap((sign) => places.map((before) => [before, sign] as const)))(
  'after %j, %j begins no formula',
  (before, sign) => {
    for (const separators of [',', ';', '\t', ',;\t']) {
      const cells = read(csvLine([csvField(`${before}${sign}1+1`), csvField('next')]), separators)
      for (const cell of cells) expect(cell).not.toMatch(/^[\s"]*[=+\-@|＝＋－＠]/u)
    }
    expect(csvField(`${before}${sign}1+1`)).toContain("'")
  },
)

test.each(['A=1', 'a-b', 'x@example.com', '1+1', 'A|B', 'A＝1', 'A;B=1', '12:30 +1'])(
  '%s begins none, and stays as it is',
  (cell) => expect(csvField(cell)).not.toContain("'"),
)

test.each([
  ['=1+1', `'=1+1`],
  ['+49 30', `'+49 30`],
  ['＝1', `'＝1`],
  ["'=1", `''=1`],
  ['|calc', `'|calc`],
  ['A;=1', `"A;'=1"`],
  ['A\t=1', `"A\t'=1"`],
  ['A\r\n=1', `"A\r\n'=1"`],
  ['A; "=1', `"A;' ""=1"`],
  ['a, -b', `"a, -b"`],
  ['12500.000001', '12500.000001'],
])('%j is written as %j', (value, field) => {
  expect(csvField(value)).toBe(field)
})
