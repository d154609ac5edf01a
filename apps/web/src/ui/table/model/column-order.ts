/** Columns in a person's order; those that came with a newer version follow at the end. */
export function inOrder<C extends { id: string }>(
  columns: readonly C[],
  order: readonly string[],
): readonly C[] {
  if (order.length === 0) return columns
  const chosen = order.flatMap((id) => columns.find((column) => column.id === id) ?? [])
  return [...chosen, ...columns.filter(({ id }) => !order.includes(id))]
}
