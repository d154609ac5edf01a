/**
 * Spellings of one sound in the habits of several languages, in the order in which they are
 * replaced. Capitals stand for sounds that have no letter: S for `sh`, C for `ch`, Z for `zh`, X
 * for `kh`.
 */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/shch|schtsch|szcz/g, 'S'],
  [/tsch|tch|cz/g, 'C'],
  [/sch|sh|sz/g, 'S'],
  [/dzh|dsch|dj/g, 'j'],
  [/zh/g, 'Z'],
  [/kh/g, 'X'],
  [/ch/g, 'C'],
  [/gh/g, 'g'],
  [/ph/g, 'f'],
  [/th/g, 't'],
  [/dh/g, 'd'],
  [/ck|cq|q/g, 'k'],
  [/^x(?=[iu])/g, 'S'],
  [/x/g, 'ks'],
  [/w/g, 'v'],
  [/(?<!t)c(?=[eiy])/g, 's'],
  [/(?<!t)c/g, 'k'],
  [/tz|tc|ts/g, 'c'],
  [/ou|oo/g, 'u'],
  [/ee|ie|iy|yi|ij|ii|iu?j/g, 'i'],
  [/eo/g, 'o'],
  [/(?<=[aeou])[yj](?![aeiou])/g, 'i'],
  [/y/g, 'i'],
  [/(?<=[aeiou])h$/g, ''],
]

/** A part of a name with the spellings of one sound made alike; without vowels, each letter counts. */
export function soundOf(text: string, hasVowels = true): string {
  const sound = spellings.reduce((made, [spelling, same]) => made.replaceAll(spelling, same), text)
  return (hasVowels ? sound.replaceAll(/(.)\1+/g, '$1') : sound) || text
}

/** Letters that are taken for each other count as the same; vowels, and what may be one, as none. */
const classes = new Map(
  ['kgX', 'bp', 'sc', 'zZ', ...Array.from('fjtdlrmnSC0123456789')].flatMap((letters) =>
    Array.from(letters).map((letter) => [letter, letters.charAt(0)] as const),
  ),
)

/** The consonants of a sound, by which parts that are written together or apart are found. */
export function bonesOf(sound: string): string {
  let bones = ''
  for (const letter of sound) {
    const kind = classes.get(letter)
    if (kind !== undefined && !bones.endsWith(kind)) bones += kind
  }
  return bones
}

/** The consonants of parts read together. */
export function bonesTogether(all: readonly string[]): string {
  let together = ''
  for (const bones of all)
    together += together !== '' && bones.startsWith(together.at(-1) ?? '') ? bones.slice(1) : bones
  return together
}
