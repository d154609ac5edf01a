type Sized = { id: string; width: number | 'grow'; stick?: number }

/** What a column without a width of its own is counted as. */
const growMin = 160
const pickWidth = 48
/** The ends of a row. */
const padding = 32

/** Columns in a person's order; those that came with a newer version follow at the end. */
export function inOrder<C extends { id: string }>(
  columns: readonly C[],
  order: readonly string[],
): readonly C[] {
  if (order.length === 0) return columns
  const chosen = order.flatMap((id) => columns.find((column) => column.id === id) ?? [])
  return [...chosen, ...columns.filter(({ id }) => !order.includes(id))]
}

/** The first column stays while the list scrolls sideways; none does where all of them fit. */
export function withSticking<C extends Sized>(
  columns: readonly C[],
  { width: room = 0, selectable }: { width: number | undefined; selectable: boolean },
): readonly C[] {
  const start = selectable ? pickWidth : 0
  const pixels = columns.map(({ width }) => (width === 'grow' ? growMin : width))
  const all = pixels.reduce((sum, width) => sum + width, start + padding)
  if (room === 0 || all <= room) return columns
  return columns.map((column, index) => (index === 0 ? { ...column, stick: start } : column))
}

export const isStuck = ({ stick }: { stick?: number }): boolean => stick !== undefined
