import { describe, expect, test } from 'vitest'
import { cleanLine, cleanName, nameFault } from './names.ts'

describe('a name is kept without what nobody sees', () => {
  test.each([
    ['a space without width', 'Ada\u200B', 'Ada'],
    ['a soft hyphen, a mark of order, a byte order mark', '\uFEFFA\u00ADda\u200F', 'Ada'],
    ['a joiner between Latin letters', 'A\u200Dda\u200C', 'Ada'],
    ['a joiner that shows, in Persian', 'محمد\u200Cرضا', 'محمد\u200Cرضا'],
    ['a joiner that shows, in Sinhala', 'ශ්\u200Dරී', 'ශ්\u200Dරී'],
    ['a joiner at the end of a Persian name', 'رضا\u200C', 'رضا'],
    ['blanks of any kind', ' \u3000Ada\u00A0 \n Okonkwo\t', 'Ada Okonkwo'],
    ['marks apart from their letters', 'Jose\u0301', 'José'],
    ['a form of a letter chosen beside it', '葛\u{E0100}城', '葛城'],
    ['a tag', 'Ada\u{E0041}', 'Ada'],
  ])('%s', (_, typed, kept) => {
    expect(cleanName(typed)).toBe(kept)
    expect(nameFault(cleanName(typed))).toBeUndefined()
  })
})

test.each([
  ['no letter', '-'],
  ['digits alone', '12 34'],
  ['a picture', '🙂'],
  ['letters turned round', 'Ada\u202Eenarg'],
  ['an isolate', '\u2067علي\u2069'],
  ['a control character', 'A\u0000da'],
  ['a control character of the upper half', 'A\u0085da'],
  ['half a character', 'Ada\uD83D'],
])('no name: %s', (_, typed) => {
  expect(nameFault(cleanName(typed))).toBeDefined()
})

test.each(['محمد', '李', 'Nguyễn Thị', "O'Brien-Smith", 'X Æ A-12', 'ꦱꦸꦏꦂꦤ'])(
  'a name: %s',
  (name) => {
    expect(nameFault(cleanName(name))).toBeUndefined()
  },
)

test.each([
  ['what turns the order of letters', '1 Quay\u202E teertS', '1 Quay teertS'],
  ['blanks, and not the line', ' two  blanks\n\nand a\u00A0 line ', 'two blanks\n\nand a line'],
  ['pictures of several characters', '👩\u200D👧 ❤\uFE0F', '👩\u200D👧 ❤\uFE0F'],
])('any other text is cleaned of %s', (_, typed, kept) => {
  expect(cleanLine(typed)).toBe(kept)
})
