import { z } from 'zod'
import {
  anyTimestamp,
  calendarDate,
  countryCode,
  Money,
  openCode,
  optionalText,
  recordId,
  text,
  timestamp,
} from './common.ts'
import type { Filter, Filters, Member, Members } from './members.ts'

const schemas = {
  id: () => z.string(),
  code: () => z.string(),
  state: () => z.string(),
  currency: () => z.string(),
  hash: () => z.string(),
  time: timestamp,
  day: calendarDate,
  text: () => z.string(),
  name: () => z.string(),
  contact: () => z.string(),
  address: () => z.string(),
  number: () => z.number(),
  count: () => z.int(),
  flag: () => z.boolean(),
  money: () => Money,
}
type Values = { number: number; count: number; flag: boolean; money: z.output<typeof Money> }

/** A state is one of its values; any other kind is the text, number, flag or amount that it says. */
type ValueOf<M extends Pick<Filter, 'kind' | 'values'>> = M extends {
  kind: 'state'
  values: readonly (infer V)[]
}
  ? V
  : M['kind'] extends keyof Values
    ? Values[M['kind']]
    : string

type SchemaOf<M extends Member> = z.ZodType<ValueOf<M>, ValueOf<M>>
type Own<T extends Members> = {
  [K in keyof T as T[K]['kind'] extends 'record' ? K : never]: z.ZodType
}
type Shape<T extends Members, O> = {
  [K in keyof T]: K extends keyof O
    ? Optional<T[K], O[K] extends z.ZodType ? O[K] : never>
    : Optional<T[K], SchemaOf<T[K]>>
}
type Optional<M extends Member, S extends z.ZodType> = M extends { optional: true }
  ? z.ZodOptional<S>
  : S

/** The schema of a record from the table of its members; `own` has the schemas of members of kind `record`. */
export function recordOf<const T extends Members, const O extends Own<T>>(
  members: T,
  own: O,
): z.ZodObject<Shape<T, O>> {
  const given: Readonly<Record<string, z.ZodType>> = own
  const shape = Object.entries<Member>(members).map(([name, member]) => {
    const schema = (given[name] ?? schemaOf(member)).meta({ description: member.text })
    return [name, member.optional ? schema.optional() : schema]
  })
  return z.object(Object.fromEntries(shape)) as unknown as z.ZodObject<Shape<T, O>>
}

function schemaOf({ kind, values }: Member): z.ZodType {
  if (kind === 'record') throw new Error('a member with members of its own needs their schema')
  return values ? z.enum(values) : schemas[kind]()
}

type Given<T extends Members> = {
  [K in keyof T as T[K] extends { given: true } ? K : never]: z.ZodOptional<
    z.ZodType<string, string>
  >
}

/** What a request may give of a record: texts, and open codes such as FAMILY_SUPPORT. */
export function givenOf<const T extends Members>(members: T): Given<T> {
  const given = Object.entries<Member>(members).filter(([, member]) => member.given)
  const shape = given.map(([name, { kind, max, text: description }]) => {
    const schema = kind === 'code' ? openCode() : optionalText(max)
    return [name, schema.optional().meta({ description })]
  })
  return Object.fromEntries(shape) as Given<T>
}

const filters: Readonly<Partial<Record<Filter['kind'], () => z.ZodType>>> = {
  id: recordId,
  currency: () => text(20),
  time: anyTimestamp,
  flag: () => z.enum(['true', 'false']),
  country: countryCode,
  states: () => z.string().min(1).max(200),
  amount: () => z.string().regex(/^\d{1,15}(\.\d{1,18})?$/),
}

type FilterValue<F extends Filter> = F['kind'] extends 'flag'
  ? 'true' | 'false'
  : F['kind'] extends 'state'
    ? ValueOf<F>
    : string
type Query<T extends Filters> = {
  [K in keyof T]: z.ZodOptional<z.ZodType<FilterValue<T[K]>, FilterValue<T[K]>>>
}

/** The query parameters of a list from the table of its filters. */
export function queryOf<const T extends Filters>(all: T): Query<T> {
  const shape = Object.entries<Filter>(all).map(([name, filter]) => {
    const { kind, values, text: description } = filter
    const schema = kind === 'state' ? z.enum(values ?? []) : (filters[kind] ?? (() => text()))()
    return [name, schema.optional().meta({ description })]
  })
  return Object.fromEntries(shape) as Query<T>
}
