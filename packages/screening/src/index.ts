export { compareNames } from './compare/compare.ts'
export type { Because, Likeness } from './compare/outcome.ts'
export { createNameIndex, type NameMatch } from './search/name-index.ts'
export { normalised } from './text/normal.ts'
