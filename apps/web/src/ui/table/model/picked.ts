/** The picked rows after a click on the box of `id`; with `from`, all rows between the two become like it. */
export function pickedAfter(
  picked: ReadonlySet<string>,
  id: string,
  range?: { ids: readonly string[]; from: string | undefined },
): ReadonlySet<string> {
  const after = new Set(picked)
  const isPicked = !picked.has(id)
  for (const item of between(id, range)) {
    if (isPicked) after.add(item)
    else after.delete(item)
  }
  return after
}

function between(
  id: string,
  range: { ids: readonly string[]; from: string | undefined } | undefined,
): readonly string[] {
  const from = range?.from === undefined ? -1 : range.ids.indexOf(range.from)
  const to = range?.ids.indexOf(id) ?? -1
  if (!range || from < 0 || to < 0) return [id]
  return range.ids.slice(Math.min(from, to), Math.max(from, to) + 1)
}
