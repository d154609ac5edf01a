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
 * A name in the form that is compared: small letters without marks, words separated by one
 * space. Letters of other scripts stay, since lists carry names in their own script too.
 */
export function normalised(name: string): string {
  return (
    name
      .normalize('NFKD')
      // Nobody sees them, and they would part a word.
      .replaceAll(/\p{Cf}+/gu, '')
      .replaceAll(/\p{M}+/gu, '')
      .toLowerCase()
      .replaceAll(/[æðđħıĸłŋœøßþŧə]/g, (letter) => plainLetters[letter] ?? letter)
      // O'Brien and Al-Zawahiri: an apostrophe joins, every other mark parts.
      .replaceAll(/['’ʼ`]/g, '')
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      // A name in spaced letters: `h a f i z` is one word.
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

/** Words that denote a company's legal form, normalised; two of them say nothing of who it is. */
const legalForms = new Set(
  (
    'ab ag ao as asa bhd bv co company corp corporation doo gmbh inc incorporated jsc kft kg limited ' +
    'llc llp ltd ltda nv oao ojsc ood oou ooo ou oy oyj pao pjsc plc pte pty sa sarl sas sdn se sl spa ' +
    'srl sro zao ао ооо оао пао зао'
  ).split(' '),
)

/** A company's normalised name without its legal form, unless it is nothing else. */
export function withoutForms(normalName: string): string {
  const parts = normalName
    .replaceAll(/\bs r o\b/g, 'sro')
    .replaceAll(/\bs a\b/g, 'sa')
    .split(' ')
  return parts.filter((part) => !legalForms.has(part)).join(' ') || normalName
}
