/** Syllables of Mandarin in the spelling of Wade and Giles, without its apostrophes. */
const syllable =
  /^(?:hs|ts|tz|ss|ch|sh|[pmftnlkhjyws])?(?:[aeiou]|ai|ei|ao|ou|an|en|ang|eng|ung|ong|erh|i[ae]h?|iao|iu|ien|in|ing|iang|iung|u[aoi]|uai|uan|un|uang|ueh|uei|eh|ih|uo)$/
/** What no other spelling has. */
const mark = /^(?:hs|ts|tz|ss)|(?:ung|ih|ueh|ieh)$/

const initials: Record<string, string> = {
  hs: 'x',
  ts: 'z',
  tz: 'z',
  ss: 's',
  p: 'b',
  t: 'd',
  k: 'g',
  j: 'r',
}

/** The same name in pinyin, where each piece is such a syllable and one could be of nothing else. */
export function pinyinOf(pieces: readonly string[]): string[] | undefined {
  const isWadeGiles =
    pieces.length > 1 &&
    pieces.every((piece) => syllable.test(piece)) &&
    pieces.some((piece) => mark.test(piece))
  return isWadeGiles ? pieces.map(inPinyin) : undefined
}

function inPinyin(piece: string): string {
  const [, initial = '', final = ''] = /^(hs|ts|tz|ss|ch|sh|[^aeiou]?)(.*)$/.exec(piece) ?? []
  const palatal = /^i(?!h)/.test(final)
  const first = initial === 'ch' ? (palatal ? 'j' : 'zh') : (initials[initial] ?? initial)
  return (
    first +
    final
      .replace(/ung$/, 'ong')
      .replace(/ien$/, 'ian')
      .replace(/([iu])eh$/, '$1e')
      .replace(/ih$/, 'i')
      .replace(/^[uo]$/, (vowel) => (initial === 'tz' || initial === 'ss' ? 'i' : vowel))
  )
}
