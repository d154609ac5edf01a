/** Latin letters that carry no mark which could be taken off. */
const plainLetters: Record<string, string> = {
  æ: 'ae',
  ð: 'd',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ĸ: 'k',
  ł: 'l',
  ŋ: 'n',
  œ: 'oe',
  ø: 'o',
  ß: 'ss',
  þ: 'th',
  ŧ: 't',
  ə: 'a',
}

/**
 * A name by which decisions about it are kept: small letters without marks, its parts separated by
 * a space. Letters of other scripts stay. Two spellings that come to the same are one name.
 */
export const normalised = (name: string): string =>
  parted(name.normalize('NFKD').replaceAll(/\p{M}+/gu, ''))

/** A name as it is cut and put into Latin letters: with the marks that are vowels of their script. */
export const legible = (name: string): string =>
  parted(
    name
      .normalize('NFKC')
      .replaceAll(/[\p{M}&&[\p{Script=Inherited}\p{Script=Arabic}\p{Script=Hebrew}]]+/gv, ''),
  )

function parted(name: string): string {
  return (
    name
      // Nobody sees them, and they would part a name.
      .replaceAll(/\p{Cf}+/gu, '')
      .toLowerCase()
      .replaceAll(/[æðđħıĸłŋœøßþŧə]/g, (letter) => plainLetters[letter] ?? letter)
      // O'Brien and Al-Zawahiri: an apostrophe joins, every other mark parts.
      .replaceAll(/['’ʼ`]/g, '')
      .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
      // A name in spaced letters: `h a f i z` is a single part.
      .replaceAll(/(?<!\p{L})(?:\p{L} ){2,}\p{L}(?!\p{L})/gu, (run) => run.replaceAll(' ', ''))
      .replaceAll(/\p{L}+/gu, inOneScript)
      .trim()
  )
}

/** Cyrillic and Greek letters that look like a Latin one. */
const lookalikes: Record<string, string> = {
  а: 'a',
  в: 'b',
  е: 'e',
  н: 'h',
  о: 'o',
  р: 'p',
  с: 'c',
  т: 't',
  у: 'y',
  х: 'x',
  і: 'i',
  ј: 'j',
  ѕ: 's',
  ԁ: 'd',
  һ: 'h',
  к: 'k',
  м: 'm',
  ο: 'o',
  α: 'a',
  ρ: 'p',
  ν: 'v',
  τ: 't',
  ι: 'i',
  κ: 'k',
  υ: 'u',
}

/** A word of Latin letters among which another script's lookalikes were put, in Latin alone. */
const inOneScript = (part: string): string =>
  /[a-z]/.test(part) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(part)
    ? part.replaceAll(/\p{L}/gu, (letter) => lookalikes[letter] ?? letter)
    : part
