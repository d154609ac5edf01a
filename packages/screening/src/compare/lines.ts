import { isParticle } from '../tables/small-parts.ts'

/** What parts the persons of a joint account, or a person and who takes their mail. */
const between = /\s*(?:[/;|]|\bc\s*\/\s*o\b\.?|\bcare of\b)\s*/iu
const joining =
  /\s+(?:and\/or|or|and|und|u\.|oder|et|ou|y|o|e|i|и|или|و|&|\+)\s+|\s*&\s*|(?<=\p{Script=Han}{2}\s*)[和与與](?=\s*\p{Script=Han}{2})/iu
/** A name of one part beside it is none. */
const alias = /\s(?:aka|a\.k\.a\.?|a\/k\/a|alias|fbo|f\/b\/o|itf|i\/t\/f|on behalf of)\s/iu
/** What organisations have in their names. */
const aside = new RegExp(
  `${alias.source}|\\s[-–—]+\\s|\\sfor\\s|[(（](?=[\\p{Script=Han}\\p{Script=Hangul}])|(?<=[\\p{Script=Han}\\p{Script=Hangul}])[)）]`,
  'iu',
)
const comma = /[,，،、]/u
const lettersAtLeast = 4

/** The names of a list's line that has a second one behind a stroke. */
export const namesIn = (line: string): string[] => piecesOf(line.split('/'))

/** The names in a line that has several; none where it has one. */
export function personsIn(line: string, kind: 'person' | 'organisation'): string[] {
  const besides = kind === 'person' ? aliasesIn(line) : line.split(alias).filter(isWhole)
  const sides = [line, ...besides].flatMap((text) => text.split(between))
  const names = sides.flatMap((side) => withFamily(side.split(joining)))
  return [...new Set(piecesOf(names))].filter((name) => name !== line.trim())
}

/** `Family, Given` stays; other pieces are a name each, where they are whole. */
function aliasesIn(line: string): string[] {
  return line.split(aside).flatMap((side) => {
    const pieces = side.split(comma)
    return pieces.length === 2 && !pieces.every(isWhole) ? [side] : pieces.filter(isWhole)
  })
}

/** Of two parts, or in a script that writes a name as one. */
const isWhole = (piece: string): boolean =>
  partsOf(piece).filter((part) => !isParticle(part.toLowerCase())).length > 1 ||
  /^[\p{Script=Han}\p{Script=Hangul}]{2,}$/u.test(piece.trim())

const partsOf = (text: string): string[] => text.trim().split(/\s+/u)

const piecesOf = (pieces: readonly string[]): string[] =>
  pieces.length === 1
    ? []
    : pieces.map((piece) => piece.trim()).filter((piece) => letters(piece) >= lettersAtLeast)

/** `John and Mary Smith` are two Smiths; what has one part and no family after it names nobody. */
function withFamily(pieces: readonly string[]): string[] {
  if (pieces.length === 1) return [...pieces]
  const family = partsOf(pieces.findLast((piece) => partsOf(piece).length > 1) ?? '').at(-1) ?? ''
  return pieces.flatMap((piece) => {
    if (partsOf(piece).length > 1 || isWhole(piece)) return [piece]
    return family === '' ? [] : [`${piece.trim()} ${family}`]
  })
}

/** A character that is a syllable counts as two. */
const letters = (text: string): number =>
  (text.match(/\p{L}/gu)?.length ?? 0) +
  (text.match(/[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/gu)
    ?.length ?? 0)
