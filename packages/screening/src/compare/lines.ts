/** What parts the persons of a joint account, or a person and who takes their mail. */
const between = /\s*(?:[/;|]|\bc\s*\/\s*o\b\.?|\bcare of\b)\s*/iu
const joining = /\s+(?:and\/or|or|and|und|oder|et|ou|y|o|e|i|и|или|&|\+)\s+|\s*&\s*/iu
const lettersAtLeast = 4

/** The names of a list's line that has a second one behind a stroke. */
export const namesIn = (line: string): string[] => piecesOf(line.split('/'))

/** The names in a line that has several; none where it has one. */
export function personsIn(line: string): string[] {
  return piecesOf(line.split(between).flatMap((side) => withFamily(side.split(joining))))
}

const piecesOf = (pieces: readonly string[]): string[] =>
  pieces.length === 1
    ? []
    : pieces.map((piece) => piece.trim()).filter((piece) => letters(piece) >= lettersAtLeast)

/** `John and Mary Smith` are two Smiths; what has one part and no family after it names nobody. */
function withFamily(pieces: readonly string[]): string[] {
  if (pieces.length === 1) return [...pieces]
  const partsOf = (text: string) => text.trim().split(/\s+/u)
  const family = partsOf(pieces.findLast((piece) => partsOf(piece).length > 1) ?? '').at(-1) ?? ''
  return pieces.flatMap((piece) => {
    if (partsOf(piece).length > 1) return [piece]
    return family === '' ? [] : [`${piece.trim()} ${family}`]
  })
}

const letters = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0
