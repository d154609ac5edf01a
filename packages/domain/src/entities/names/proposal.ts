import anyAscii from 'any-ascii'
import { usualSpelling } from './arabic-names.ts'
import { hangulTerm, hanTerm, kanaTerm } from './east-asian.ts'
import { arabicTerm, cyrillicTerm } from './icao.ts'
import { isLatin, type TwoNames } from './latin.ts'

export type NameOf = {
  /** Nationality or seat, as ISO 3166 alpha-2: some letters are spelled by country. */
  country?: string | undefined
  /** A person’s name in Han or Hangul begins with that of the family. */
  isPerson?: boolean | undefined
}

/**
 * How a name in another script may be spelled in Latin letters: ICAO Doc 9303 for Cyrillic and
 * Arabic, pinyin, Hepburn and Revised Romanization, and the signs of `any-ascii` for all others. The
 * bearer knows better; '' where it is in Latin letters already, and where nobody could know, as of
 * Japanese names in Han.
 */
export function proposedLatin(name: string, { country = '', isPerson = true }: NameOf = {}) {
  if (isLatin(name) || isUnknowable(name, country)) return ''
  const terms = name.split(/[\s·・\u200c]+/u).filter(Boolean)
  const spell = (term: string) =>
    term
      .split(/([-‐'’])/u)
      .map((part) =>
        /[-‐'’]/u.test(part) ? part : partOf(part, country, isPerson && terms.length === 1),
      )
      .join('')
  return terms
    .map((term) => capitalised(spell(term)))
    .join(' ')
    .replaceAll(/[^A-Za-z0-9' -]/g, '')
    .replaceAll(/(?<![A-Za-z])'|'(?![A-Za-z])/g, '')
    .replaceAll(/ +/g, ' ')
    .trim()
}

const has = (script: string, text: string) =>
  new RegExp(String.raw`\p{Script=${script}}`, 'u').test(text)

/** Han of Japan and Korea is read in too many ways. */
const isUnknowable = (name: string, country: string): boolean =>
  has('Han', name) &&
  (['JP', 'KR', 'KP'].includes(country) || has('Hiragana', name) || has('Katakana', name))

function partOf(term: string, country: string, isWhole: boolean): string {
  if (has('Han', term)) return hanTerm(term, isWhole)
  if (has('Hangul', term)) return hangulTerm(term, isWhole)
  if (has('Hiragana', term) || has('Katakana', term)) return kanaTerm(term)
  if (has('Cyrillic', term)) return anyAscii(cyrillicTerm(term, country))
  if (has('Arabic', term)) return arabicSpelling(term)
  if (has('Greek', term)) return anyAscii(greekSounds(term))
  return anyAscii(term)
}

/** Vowel marks, and strokes that only lengthen a line, are not part of the spelling. */
function arabicSpelling(marked: string): string {
  const term = marked.replaceAll(/[\u0610-\u061a\u064b-\u065f\u0670\u0640\u200d]/g, '')
  const [, rest = ''] = /^ال(.{2,})$/u.exec(term) ?? []
  const article = rest && `Al-${usualSpelling(rest) ?? capitalised(anyAscii(arabicTerm(rest)))}`
  return usualSpelling(term) ?? (article || anyAscii(arabicTerm(term)))
}

/** ELOT 743: pairs of letters that have one sound. */
const greekSounds = (term: string): string =>
  term
    .normalize('NFD')
    .replaceAll(/(?<=[οαεη])υ\u0308/gi, 'y')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ου', 'ou')
    .replaceAll(/(?<=[αεη])υ(?=[αεηιουωβγδζλμνρ])/g, 'v')
    .replaceAll(/(?<=[αεη])υ/g, 'f')
    .replaceAll(/γ(?=[γξχ])/g, 'n')
    .replace(/^μπ/, 'b')

/** Each term of it as names are written; what was capitalised within a term stays. */
const capitalised = (text: string): string =>
  text.replaceAll(/(?<![A-Za-z'])[a-z]/g, (letter) => letter.toUpperCase())

/**
 * What a record has of its Latin name: the name, or a proposal while that is missing; nothing where
 * the name itself is in Latin letters.
 */
export function latinMembers({ name, latinName = '' }: TwoNames, of: NameOf = {}) {
  if (latinName !== '') return { latinName }
  return name === '' || isLatin(name) ? {} : { latinNameProposal: proposedLatin(name, of) }
}
