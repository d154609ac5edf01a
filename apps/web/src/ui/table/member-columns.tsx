import type { Filter, Filters, Member, Members } from '@corridor/contract/members'
import { codeLabel } from '../../messages/service.ts'
import { t } from '../../messages/text.ts'
import { memberValue } from '../display/member.tsx'
import type { Column, FilterField } from './types.ts'

type Kind = Member['kind']

const widths: Partial<Record<Kind, number>> = {
  id: 184,
  hash: 128,
  text: 184,
  name: 184,
  state: 152,
}
const atEnd: readonly Kind[] = ['time', 'day', 'number', 'count', 'money']

/** Columns by the table of a record's members: `of` makes the one of a member, `further` those that have none yet. */
export function memberColumns<Row extends object>(members: Members, sorts: readonly string[]) {
  return { of, further }

  function of(name: string, own: Partial<Column<Row>> = {}): Column<Row> {
    const member = members[name]
    if (!member?.label) throw new Error(`the member ${name} has no label`)
    return {
      id: name,
      header: member.label,
      width: widths[member.kind] ?? 112,
      cell: (row) => memberValue(member, (row as Readonly<Record<string, unknown>>)[name]),
      ...(atEnd.includes(member.kind) ? { align: 'end' } : {}),
      ...(sorts.includes(name) ? { sort: name } : {}),
      ...own,
    }
  }

  /** Hidden until they are chosen. */
  function further(shown: readonly Column<Row>[]): Column<Row>[] {
    const known = new Set(shown.map(({ header }) => header))
    return Object.entries(members).flatMap(([name, { column, label = '' }]) =>
      column && !known.has(label) ? [of(name, { optional: true })] : [],
    )
  }
}

type Options = Extract<FilterField, { kind: 'choice' }>['options']

/**
 * The fields of a list's filters in the order of their table. `own` has what a page knows better: the values that it
 * offers, or the placeholder of a text.
 */
export function filterFields<T extends Filters>(
  filters: T,
  own: Readonly<{ [K in keyof T]?: Options | string }>,
): FilterField[] {
  return Object.entries<Filter>(filters).flatMap(([key, filter]): FilterField[] => {
    const { kind, label = '', from, values = [], example } = filter
    const given = own[key]
    const placeholder = typeof given === 'string' ? given : example
    const options =
      typeof given === 'object' ? given : kind === 'flag' ? yes() : values.map(optionOf)
    const end = Object.entries<Filter>(filters).find(
      ([, { to }]) => to !== undefined && to === from,
    )
    if (filter.to) return []
    if (from && end)
      return kind === 'time'
        ? [{ kind: 'dates', key: from, label, from: key, to: end[0] }]
        : [{ kind: 'range', key: from, label, min: key, max: end[0] }]
    if (options.length === 0)
      return [{ kind: 'text', key, label, ...(placeholder && { placeholder }) }]
    return [{ kind: 'choice', key, label, options, ...(kind === 'states' && { multiple: true }) }]
  })
}

const optionOf = (value: string) => ({ value, label: codeLabel(value) })
const yes = () => [{ value: 'true', label: t('Included') }]
