/** The tag of a script, or of the one language that it is written for; Latin letters need none. */
const scripts: readonly (readonly [RegExp, string])[] = [
  [/[\p{sc=Hira}\p{sc=Kana}]/u, 'ja'],
  [/\p{sc=Hang}/u, 'ko'],
  [/\p{sc=Han}/u, 'und-Hani'],
  [/\p{sc=Cyrl}/u, 'und-Cyrl'],
  [/\p{sc=Arab}/u, 'und-Arab'],
  [/\p{sc=Grek}/u, 'el'],
  [/\p{sc=Hebr}/u, 'he'],
  [/\p{sc=Thai}/u, 'th'],
  [/\p{sc=Armn}/u, 'hy'],
  [/\p{sc=Geor}/u, 'ka'],
  [/\p{sc=Deva}/u, 'und-Deva'],
]

/** In what a text is written, as `lang` has it; undefined for Latin letters and what has no tag here. */
export const scriptTag = (text: string): string | undefined =>
  scripts.find(([letters]) => letters.test(text))?.[1]
