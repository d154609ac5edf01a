import type { z } from 'zod'
import { schemaRefusal } from '../api/request/failures.ts'
import { readBytes } from '../api/request/read-request.ts'
import { Refusal } from '../api/request/refusal.ts'

/** The dashboard's own bodies: passkey answers, drafts and preferences are far below this. */
const ownLimit = 64 * 1024
const depthMax = 32

/** The JSON body of a request of the dashboard's own, checked by its schema. */
export async function readBody<T extends z.ZodType>(request: Request, schema: T) {
  const raw = parse(await readBytes(request, ownLimit))
  const parsed = schema.safeParse(raw)
  if (!parsed.success) throw schemaRefusal(raw, parsed.error.issues)
  return parsed.data
}

function parse(bytes: Uint8Array): unknown {
  try {
    const value: unknown = JSON.parse(
      new TextDecoder('utf-8', { fatal: true }).decode(bytes),
      refuseOddText,
    )
    if (isDeeperThan(depthMax, value)) throw new SyntaxError('JSON is nested too deeply')
    return value
  } catch {
    throw new Refusal('BODY_INVALID_JSON', 'The body is not valid JSON.')
  }
}

/** The database cannot keep a NUL or half a character, and no person types them. */
function refuseOddText(key: string, value: unknown): unknown {
  const isOdd = (text: string) => text.includes('\u0000') || !text.isWellFormed()
  if (isOdd(key) || (typeof value === 'string' && isOdd(value))) throw new SyntaxError('odd text')
  return value
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  return Object.values(value).some((inner) => isDeeperThan(levels - 1, inner))
}
