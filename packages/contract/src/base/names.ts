// Apart from the schemas, because the forms of the dashboard read names by the same rules.

/** Joiners, and what chooses between forms of a character: they change how a text reads. */
const meaningful = String.raw`\u200c\u200d\ufe00-\ufe0f\u{e0100}-\u{e01ef}`
/** Controls beyond ASCII, marks of direction and all else that nobody sees. */
const hidden = new RegExp(
  String.raw`(?![${meaningful}])[\u0080-\u009f\p{Default_Ignorable_Code_Point}]`,
  'gu',
)
/** Blanks of every kind but line breaks; a blank that another follows is folded into one. */
const blanks = /[^\S\n\r]+/gu

/** A text as it is kept: composed (NFC), without what nobody sees, blanks folded. */
export const cleanLine = (text: string): string =>
  text.normalize('NFC').replace(hidden, '').replace(blanks, ' ').trim()

/** Scripts in which a joiner between two letters shows, as in Persian (RFC 5892, appendix A). */
const joining = [
  ['Arabic', 'Syriac', 'Mandaic', 'Nko', 'Mongolian', 'Phags_Pa', 'Devanagari', 'Bengali'],
  ['Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Khmer'],
]
  .flat()
  .map((script) => String.raw`\p{Script=${script}}`)
  .join('')
const looseJoiners = new RegExp(
  String.raw`(?<![${joining}])[\u200c\u200d]+|[\u200c\u200d]+(?![${joining}])`,
  'gu',
)
/** What reorders the letters around it, and controls: no name has them, whoever wrote it. */
const forbidden = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]|\p{Cs}/u

/**
 * A name as it is kept: composed, without what nobody sees, on one line. What must not be in a name
 * stays, for `nameFault` to find.
 */
export const cleanName = (text: string): string =>
  forbidden.test(text)
    ? text
    : text
        .normalize('NFC')
        .replace(/(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/gu, '')
        .replace(looseJoiners, '')
        .replace(/\s+/gu, ' ')
        .trim()

/** Why this is no name; undefined where it may be one. An empty text is left to whoever asks. */
export function nameFault(text: string): string | undefined {
  if (forbidden.test(text)) return 'A name has no control characters and none that turn its order.'
  return text === '' || /\p{L}/u.test(text) ? undefined : 'A name has at least one letter.'
}

/** Whether each letter of a name is Latin, with whatever marks; false where it has none. */
export const isLatin = (name: string): boolean =>
  /\p{Script=Latin}/u.test(name) && !/(?![\p{Script=Latin}\p{Script=Common}])\p{L}/u.test(name)

/** Why a name is not taken as one in Latin letters. */
export const latinFault = 'Write this name in Latin letters.'

/** Whether a person is named at all: by either part. */
export const isNamed = (person: { firstName: string; lastName: string }): boolean =>
  person.firstName !== '' || person.lastName !== ''
