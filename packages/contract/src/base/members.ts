/**
 * What a member's value is. Its schema, its cell and its place in forms follow from it, and whether the
 * request log keeps its text: `text`, `name` and `contact` may be about a person.
 */
export type MemberKind =
  // Texts of the service or about no person.
  | 'id'
  | 'code'
  | 'state'
  | 'currency'
  | 'hash'
  | 'time'
  | 'day'
  // Texts that partners and customers write.
  | 'text'
  | 'name'
  | 'contact'
  | 'address'
  | 'number'
  | 'count'
  | 'flag'
  | 'money'
  /** Members of its own: their schema stands beside the table. */
  | 'record'

/** A member of a record, or a filter of a list: data that the server, the document and the dashboard read. */
export type Member = {
  kind: MemberKind
  /** What it means, its unit, and when it is absent or empty: the API document. */
  text: string
  /** What the dashboard calls it: a message, translated when the page is built. */
  label?: string
  optional?: true
  /** Whoever asks for the record may give it: a text has at most `max` characters. */
  given?: true
  max?: number
  /** Those that a state has. */
  values?: readonly string[]
  /** Lists may show it as a column; without one of the page's own it gets the cell of its kind. */
  column?: true
  /** Details show it where it has a value. */
  fact?: true
  /** Where the request log keeps another part of it than its kind says. */
  log?: 'mask'
}
export type Members = Readonly<Record<string, Member>>

/** A filter of a list. One that is a member asks for records in which the member has the value. */
export type Filter = Omit<Member, 'kind' | 'optional' | 'given' | 'column' | 'fact' | 'log'> & {
  /** `states`: several of its values, separated by commas. `amount`: a decimal as text. */
  kind: MemberKind | 'states' | 'amount' | 'country'
  /** The range of which it is an end: from this value on, or to before it. */
  from?: string
  to?: string
  /** What its field shows while it is empty; the same in every language. */
  example?: string
}
export type Filters = Readonly<Record<string, Filter>>

/**
 * A column of an export: its group in the dialog, how its values are written, and where the record
 * has them if not under the column's name.
 */
export type ExportColumns = Readonly<
  Record<string, { group: string; kind: 'text' | 'number' | 'time'; path?: string }>
>

/** Names of members that lists may show as a column of their own. */
export const columnMembers = (members: Members): string[] =>
  Object.entries(members).flatMap(([name, { column }]) => (column ? [name] : []))
