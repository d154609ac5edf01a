/** An object of JSON, of any members. */
export type Json = Readonly<Record<string, unknown>>

/** The value of a JSON text, or undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** An object's members; none for anything that is not an object. */
export function membersOf(value: unknown): Json {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** The items of a list; none for anything that is not a list. */
export function itemsOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** Whether the outermost object of a valid JSON text names a member twice. */
export function hasRepeatedMember(text: string): boolean {
  const names = new Set<string>()
  let depth = 0
  const tokens = text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g)
  for (const [token, colon] of tokens) {
    if (token === '{' || token === '[') depth += 1
    else if (token === '}' || token === ']') depth -= 1
    else if (depth === 1 && colon !== undefined) {
      const name = String(parseJson(token.slice(0, -colon.length)))
      if (names.has(name)) return true
      names.add(name)
    }
  }
  return false
}
