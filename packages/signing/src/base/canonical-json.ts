/**
 * JSON with sorted members and without spaces (RFC 8785 in spirit): equal values have equal text.
 * `special` gives the text of values that are no JSON, and nothing for all others.
 */
export function canonicalJson(
  value: unknown,
  special: (value: object) => string | undefined = () => undefined,
): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value))
    return `[${value.map((item) => canonicalJson(item, special)).join(',')}]`
  const text = special(value)
  if (text !== undefined) return text
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([k, v]) => `${JSON.stringify(k)}:${canonicalJson(v, special)}`).join(',')}}`
}
