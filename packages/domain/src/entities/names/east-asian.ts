import anyAscii from 'any-ascii'
import { pinyin } from 'pinyin-pro'

/** Family names of two syllables, in Han and in Hangul. */
const longFamilyNames = new Set(
  (
    '欧阳 歐陽 司马 司馬 上官 诸葛 諸葛 司徒 慕容 皇甫 尉迟 尉遲 公孙 公孫 令狐 长孙 長孫 宇文 东方 東方 夏侯 轩辕 軒轅 端木 ' +
    '남궁 황보 제갈 사공 선우 서문 독고'
  ).split(' '),
)

/** Family name first and the given name as one, where a name was written without a space. */
function inTwo(term: string, syllables: readonly string[]): string {
  const letters = Array.from(term)
  if (letters.length < 2) return syllables.join('')
  const long = letters.length > 2 && longFamilyNames.has(letters.slice(0, 2).join(''))
  const end = long ? 2 : 1
  return `${syllables.slice(0, end).join('')} ${syllables.slice(end).join('')}`
}

/** Pinyin as passports of China have it: without tones, ü as yu after l and n. */
export function hanTerm(term: string, isWhole: boolean): string {
  const syllables = pinyin(term, { toneType: 'none', type: 'array', surname: 'head' }).map(
    (syllable) => syllable.replaceAll('ü', 'yu'),
  )
  return isWhole ? inTwo(term, syllables) : syllables.join('')
}

/** Revised Romanization (2000), syllable by syllable, as it has names. */
export function hangulTerm(term: string, isWhole: boolean): string {
  const syllables = Array.from(term).map((letter) => anyAscii(letter).toLowerCase())
  return isWhole ? inTwo(term, syllables) : syllables.join('')
}

const vowelOfSmall: Readonly<Record<string, string>> = { ゃ: 'a', ゅ: 'u', ょ: 'o' }

/** Hepburn as passports of Japan have it: long vowels as short ones, m before b, m and p. */
export function kanaTerm(term: string): string {
  const hiragana = Array.from(term.normalize('NFKC')).map((letter) =>
    /[ァ-ヶ]/.test(letter) ? String.fromCodePoint((letter.codePointAt(0) ?? 0) - 0x60) : letter,
  )
  let latin = ''
  let isDoubled = false
  for (const letter of hiragana) {
    const vowel = vowelOfSmall[letter]
    if (letter === 'っ') isDoubled = true
    else if (vowel !== undefined && latin.endsWith('i'))
      latin = `${latin.slice(0, -1)}${/(sh|ch|j)i$/.test(latin) ? '' : 'y'}${vowel}`
    else if (letter !== 'ー') {
      const syllable = anyAscii(letter)
      latin += isDoubled && syllable.startsWith('ch') ? 't' : isDoubled ? syllable.slice(0, 1) : ''
      latin += syllable
      isDoubled = false
    }
  }
  return latin
    .replaceAll(/n(?=[bmp])/g, 'm')
    .replaceAll(/o[ou](?!$)|ou$|uu/g, (long) => long.slice(0, 1))
}
