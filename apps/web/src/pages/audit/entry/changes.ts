/** A member that was added, taken away, changed, or stayed as it was. */
export type Change = { name: string; before: string; after: string; isChanged: boolean }

type Content = Readonly<Record<string, unknown>> | null

/** What a change did to each member, the changed ones first; values as JSON, '' where there was none. */
export function changesOf(before: Content, after: Content): Change[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const all = names.map((name) => {
    const [old, now] = [textOf(before?.[name]), textOf(after?.[name])]
    return { name, before: old, after: now, isChanged: old !== now }
  })
  return all.toSorted((a, b) => Number(b.isChanged) - Number(a.isChanged))
}

const textOf = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)
