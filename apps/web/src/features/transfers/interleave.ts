/** Something with its moment (ISO), where it has one yet. */
export type Placed<T> = { at: string | undefined; item: T }

/**
 * Puts each mark before the first step that ended after it; marks stand before what has not begun. Steps keep the
 * order they came in.
 */
export function interleave<T>(steps: readonly Placed<T>[], marks: readonly Placed<T>[]): T[] {
  const rest = [...marks].sort((a, b) => (a.at ?? '').localeCompare(b.at ?? ''))
  const items: T[] = []
  for (const { at, item } of steps) {
    const later = at === undefined ? -1 : rest.findIndex((mark) => (mark.at ?? '') >= at)
    const before = rest.splice(0, later < 0 ? rest.length : later)
    items.push(...before.map((mark) => mark.item), item)
  }
  return [...items, ...rest.map((mark) => mark.item)]
}
