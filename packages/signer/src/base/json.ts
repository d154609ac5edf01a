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
