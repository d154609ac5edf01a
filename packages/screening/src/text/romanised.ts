import anyAscii from 'any-ascii'
import { pinyin } from 'pinyin-pro'

/** A run of letters of one script, in small Latin letters. */
export type Roman = {
  text: string
  script: string
  /** The script leaves vowels out, or its spelling of foreign names has more of them. */
  bare: boolean
}

/** Scripts whose letters give no, or not all, vowels of a name, or add some. */
const bareScripts = new Set(
  (
    'Arabic Hebrew Syriac Katakana Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada ' +
    'Malayalam Sinhala Thai Lao Khmer Myanmar Tibetan'
  ).split(' '),
)
const scripts = [
  ...'Latin Cyrillic Greek Georgian Armenian Han Hiragana Hangul Ethiopic Thaana'.split(' '),
  ...bareScripts,
].map((name) => [name, new RegExp(`\\p{Script_Extensions=${name}}`, 'u')] as const)

/** Family names of two characters; all others have one. */
const doubleNames =
  /^(?:欧阳|歐陽|司马|司馬|诸葛|諸葛|上官|尉迟|尉遲|长孙|長孫|慕容|皇甫|令狐|夏侯|东方|東方)/u

/** The script of the first letter: `Latin` where it has none of these. */
export function scriptOf(text: string): string {
  const letter = /\p{L}/u.exec(text)?.[0] ?? ''
  return scripts.find(([, has]) => has.test(letter))?.[0] ?? 'Latin'
}

/**
 * A piece of a name without spaces in Latin letters: pinyin for Han, Hepburn for Kana, Revised
 * Romanization for Hangul, and what `any-ascii` has for all others. A name in Han or Hangul
 * becomes two, family name first; with `isForeign`, a piece of a foreign name that was written by
 * its sound, it stays whole.
 */
export function romanised(piece: string, isForeign = false): Roman[] {
  const script = scriptOf(piece)
  if (script === 'Latin') return romanOf(anyAscii(piece), script, false)
  if (script === 'Han') return hanOf(piece, isForeign)
  if (script === 'Hangul') return hangulOf(piece, isForeign)
  const latin = anyAscii(script === 'Arabic' ? arabic(piece) : piece)
  if (script === 'Katakana') return romanOf(latin.replaceAll(/n(?=[bmp])/g, 'm'), script, true)
  return latin.split(' ').flatMap((text) => romanOf(text, script, bareScripts.has(script)))
}

/**
 * What most write otherwise: the article apart, endings that are hardly spoken, God's name with a
 * single l, and no h behind a letter that would become another with it.
 */
const arabic = (piece: string): string =>
  piece
    .replace(/^ال/u, 'al ')
    .replace(/ة$/u, '')
    .replace(/های$/u, 'ی')
    .replaceAll('لله', 'له')
    .replaceAll('ظ', 'ز')
    .replaceAll(/(?<=[سكکزتدگث])ه/gu, '')

function romanOf(latin: string, script: string, bare: boolean): Roman[] {
  const text = latin.toLowerCase().replaceAll(/[^a-z\d]+/g, '')
  return text === '' ? [] : [{ text, script, bare }]
}

/** Sets homophones apart, and takes simplified and traditional characters for the same. */
export const tonesOf = (name: string): string =>
  pinyin(name, { toneType: 'num', surname: 'head', separator: '' })

function hanOf(piece: string, isForeign: boolean): Roman[] {
  const family = isForeign ? 0 : doubleNames.test(piece) ? 2 : 1
  const syllables = pinyin(piece, { toneType: 'none', type: 'array', surname: 'head', v: true })
  // A long one is a company's name or a sentence, and has no family.
  const cut = syllables.length > family + 2 ? 0 : family
  return [syllables.slice(0, cut), syllables.slice(cut)].flatMap((some) =>
    romanOf(anyAscii(some.join('')), 'Han', isForeign),
  )
}

/** `GimJeongEun` with a capital for each syllable, in the spelling that Koreans use of themselves. */
function hangulOf(piece: string, isSpaced: boolean): Roman[] {
  const syllables = anyAscii(piece)
    .split(/(?=[A-Z])/)
    .map((text) => text.toLowerCase())
  const [family = '', ...given] = syllables
  // A long one is a foreign name, which has more vowels than in its own language.
  if (given.length > 2) return romanOf(syllables.join(''), 'Hangul', true)
  if (isSpaced && given.length > 0) return romanOf(syllables.join(''), 'Hangul', false)
  return [
    ...romanOf(koreanFamilies[family] ?? family, 'Hangul', false),
    ...romanOf(given.join(''), 'Hangul', false),
  ]
}

/** Where the passport has hardly ever what the rule would give. */
const koreanFamilies: Record<string, string> = {
  gim: 'kim',
  i: 'lee',
  bag: 'park',
  baeg: 'baek',
  gwag: 'kwak',
  choe: 'choi',
  jeong: 'jung',
  gang: 'kang',
  jo: 'cho',
  yun: 'yoon',
  no: 'roh',
  u: 'woo',
  gwon: 'kwon',
  mun: 'moon',
  gu: 'koo',
}
