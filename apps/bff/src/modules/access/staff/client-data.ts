import { fromBase64Url, utf8Text } from '@corridor/signing'

/**
 * What browsers never write into clientDataJSON and the library lets pass: an embedding page, token
 * binding, a byte-order mark, members twice (guarantees.md 3.8). Unknown members are fine.
 */
export function isPlainClientData(base64url: string): boolean {
  const bytes = fromBase64Url(base64url)
  const text = bytes && utf8Text(bytes)
  // A decoder may drop the mark silently, so it is looked for in the bytes.
  if (!bytes || text === undefined || bytes[0] === 0xef) return false
  const data = parseObject(text)
  if (!data || hasTwice(text)) return false
  return (
    data['crossOrigin'] !== true &&
    data['topOrigin'] === undefined &&
    data['tokenBinding'] === undefined
  )
}

/** The challenge that an answer names, or undefined. */
export function challengeOf(base64url: string): Uint8Array | undefined {
  const bytes = fromBase64Url(base64url)
  const text = bytes && utf8Text(bytes)
  const challenge = text === undefined ? undefined : parseObject(text)?.['challenge']
  return typeof challenge === 'string' ? fromBase64Url(challenge) : undefined
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

const tokens = /"((?:[^"\\]|\\.)*)"(\s*:)?|[{}[\]]/g

/** True where valid JSON names a member of its outermost object twice. */
function hasTwice(text: string): boolean {
  const seen = new Set<unknown>()
  let depth = 0
  for (const [token, name, colon] of text.matchAll(tokens)) {
    if (token === '{' || token === '[') depth += 1
    else if (token === '}' || token === ']') depth -= 1
    if (colon === undefined || depth !== 1) continue
    const key: unknown = JSON.parse(`"${name ?? ''}"`)
    if (seen.has(key)) return true
    seen.add(key)
  }
  return false
}
