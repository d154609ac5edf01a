// ICAO Doc 9303, Machine Readable Travel Documents, part 3, eighth edition (2021), section 6:
// recommended transliterations of Cyrillic (table B) and Arabic letters (table C).

const tableOf = (pairs: string): ReadonlyMap<string, string> =>
  new Map(
    pairs.split(' ').map((pair) => [Array.from(pair)[0] ?? '', Array.from(pair).slice(1).join('')]),
  )

const cyrillic = tableOf(
  'аa бb вv гg ґg дd ђd еe ёe жzh зz иi іi їi йi јj кk лl љlj мm нn њnj оo пp рr сs тt ћc уu ўu фf ' +
    'хkh цts чch џdz шsh щshch ъie ыy ь ’ ʼ эe юiu яia єie ѕdz ќk ѓg ѫu ѵy ѳf',
)
/** What the table has beside it for the letters of one country; a capital is for a term's first letter. */
const ofCountry: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  UA: tableOf('гh иy Їyi Йy Юyu Яya Єye'),
  BY: tableOf('гh ёio'),
  RS: tableOf('жz хh цc чc шs'),
  MK: tableOf('хh цc џdj ѓgj ќkj'),
  BG: tableOf('щsht'),
}

/** A term in Cyrillic letters, in small Latin ones; what the table does not have stays. */
export function cyrillicTerm(term: string, country: string): string {
  const own = ofCountry[country]
  return Array.from(term.toLowerCase())
    .map((letter, at) => {
      const first = at === 0 ? own?.get(letter.toUpperCase()) : undefined
      return first ?? own?.get(letter) ?? cyrillic.get(letter) ?? letter
    })
    .join('')
}

// The X of the table marks which of two letters is meant, for machines; a name that people read goes
// without (appendix B.5 has both forms of its example).
const arabic = tableOf(
  'ءxe آxaa أxae ؤu إi ئxi اa بb ةa تt ثxth جj حxh خxkh دd ذxdh رr زz سs شxsh صxss ضxdz طxtt ظxzz عe ' +
    'غg فf قq كk لl مm نn هh وw ىa يy ٱa ٹxxt پp ځxke څxxh چxc ډxxd ڈxdr ړxxr ڑxrr ږxrx ژxj ښxxs ڤv ' +
    'ڨxxg کxkk ګxkx گxg ڼxxn ںxnn ھxdo ہxxo ۃxth یy ےy ېy ۍy',
)

/** A term in Arabic letters, in small Latin ones: as it is spelled, which is without short vowels. */
export const arabicTerm = (term: string): string =>
  Array.from(term)
    .map((letter) => (arabic.get(letter) ?? letter).replaceAll('x', ''))
    .join('')
