import type { SavedView, ViewBody } from '../../api/queries/views.ts'
import {
  changePreferences,
  type ChosenColumns,
  type Density,
  type Preferences,
  readPreferences,
} from '../../ui/preferences/preferences.ts'

/** Parameters that are no part of a view: which one it is, and the record that is open. */
const passing = ['saved', 'open']

/** A query in the order of its names, without what passes. */
export function viewSearch(search: string): string {
  const params = new URLSearchParams(search)
  for (const name of passing) params.delete(name)
  params.sort()
  return params.toString()
}

/** What a list shows now. */
export function viewNow(
  list: string,
  at: { pathname: string; search: string },
  { columns, density }: Pick<Preferences, 'columns' | 'density'>,
): ViewBody {
  return {
    path: at.pathname,
    search: viewSearch(at.search),
    columns: columns[list] ?? null,
    density,
  }
}

export function isSameView(first: ViewBody, other: ViewBody): boolean {
  return (
    first.search === other.search &&
    first.density === other.density &&
    JSON.stringify(columnsOf(first.columns)) === JSON.stringify(columnsOf(other.columns))
  )
}

const densities: readonly string[] = ['compact', 'normal', 'comfortable'] satisfies Density[]

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((text) => typeof text === 'string')

type Stored = Partial<Record<keyof ChosenColumns, unknown>>

/**
 * What was stored is read with care: another version of the dashboard, or a colleague, may have
 * written it. Widths and pins of earlier versions are left out.
 */
function columnsOf(stored: unknown): ChosenColumns | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined
  const { hidden, order } = stored as Stored
  return isTexts(hidden) && isTexts(order) ? { hidden, order } : undefined
}

/** Columns and height of rows as a view has them; filters and sort are in its address. */
export function applyView({ list, body }: Pick<SavedView, 'list' | 'body'>): void {
  const { [list]: _own, ...others } = readPreferences().columns
  const own = columnsOf(body.columns)
  const columns = own ? { ...others, [list]: own } : others
  const isDensity = densities.includes(body.density)
  changePreferences({ columns, ...(isDensity ? { density: body.density as Density } : {}) })
}
