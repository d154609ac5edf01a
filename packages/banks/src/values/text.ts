/** Letters that Unicode does not take apart into a plain one and its marks. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'Th',
  ħ: 'h',
  Ħ: 'H',
  ı: 'i',
  ĸ: 'k',
  ŋ: 'n',
  Ŋ: 'N',
  ŧ: 't',
  Ŧ: 'T',
  // As ICAO Doc 9303 has it for passports of Azerbaijan, and the plain letter for those of Africa.
  ə: 'e',
  Ə: 'E',
  ɓ: 'b',
  Ɓ: 'B',
  ɗ: 'd',
  Ɗ: 'D',
  ɛ: 'e',
  Ɛ: 'E',
  ƙ: 'k',
  Ƙ: 'K',
  ɔ: 'o',
  Ɔ: 'O',
  ƴ: 'y',
  Ƴ: 'Y',
  ʻ: "'",
  ʼ: "'",
  ʾ: "'",
  ʿ: "'",
  '&': '+',
  _: '-',
  '–': '-',
  '—': '-',
  '’': "'",
  '‘': "'",
  '`': "'",
  '´': "'",
  '“': "'",
  '”': "'",
  '"': "'",
  '€': 'EUR',
  '[': '(',
  ']': ')',
  '{': '(',
  '}': ')',
  '\\': '/',
  '|': '/',
  ';': ',',
  '…': '...',
}

/** ISO 9 and ELOT 743 in the short form that the European Payments Council recommends. */
const alphabets = new Map(
  [
    [
      'абвгдежзийклмнопрстуфхцчшщъыьэюяіїєґ',
      'a b v g d e zh z i y k l m n o p r s t u f h ts ch sh sht a y y e yu ya i yi ye g',
    ],
    ['ђјљњћџѕәғқңөұүһҳ', 'dj j lj nj c dz z a g q n o u u h h'],
    ['αβγδεζηθικλμνξοπρσςτυφχψω', 'a v g d e z i th i k l m n x o p r s s t y f ch ps o'],
  ].flatMap(([from = '', to = '']) => {
    const spellings = to.split(' ')
    return Array.from(from).map((letter, i) => [letter, spellings[i] ?? ''] as const)
  }),
)

/** What the character set of SEPA has (EPC217-08). */
const allowed = /[a-zA-Z0-9/\-?:().,'+ ]/

function plain(character: string): string {
  if (allowed.test(character)) return character
  const known = letters[character] ?? alphabets.get(character)
  if (known !== undefined) return known
  const small = alphabets.get(character.toLowerCase())
  if (small !== undefined) return small.slice(0, 1).toUpperCase() + small.slice(1)
  return /\s/u.test(character) ? ' ' : '.'
}

/** Whether each letter of a text has a spelling in the set; what is no letter may become a dot. */
export const isWritable = (text: string): boolean =>
  !plainest(text).some((letter) => /\p{L}/u.test(letter) && plain(letter) === '.')

const plainest = (text: string): string[] =>
  Array.from(text.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFC'))

/**
 * A text as every bank takes it: the letters of the SEPA set alone, no slash at either end and no
 * two together, no longer than it may be. '' where nothing of it can be read.
 */
export function cleanText(text: string, lengthMax: number): string {
  const clean = plainest(text)
    .map(plain)
    .join('')
    .replace(/\/{2,}/g, '/')
    .replace(/\s+/g, ' ')
    .slice(0, lengthMax + 1)
    .replace(/^[ /]+/, '')
    .slice(0, lengthMax)
    .replace(/[ /]+$/, '')
  return /[a-zA-Z0-9]/.test(clean) ? clean : ''
}
