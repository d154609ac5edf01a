/** Scripts, each with the one language that it is written for, where that is sure. */
const scripts =
  'Hira:ja Kana:ja Hang:ko Hani Cyrl Arab Grek:el Hebr:he Thai:th Armn:hy Geor:ka Deva'.split(' ')

/** In what a text is written, as `lang` has it; undefined for Latin letters and what has no tag here. */
export function scriptTag(text: string): string | undefined {
  for (const entry of scripts) {
    const [script = '', language = `und-${script}`] = entry.split(':')
    if (new RegExp(`\\p{sc=${script}}`, 'u').test(text)) return language
  }
  return undefined
}
