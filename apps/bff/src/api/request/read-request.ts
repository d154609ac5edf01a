import { type Endpoint, type ErrorDetail, failureFacts } from '@corridor/contract'
import type { z } from 'zod'
import { impreciseRefusal, schemaRefusal } from './failures.ts'
import { ignoredFields, parseJson } from './json.ts'
import { type FileContents, putContents, readMultipart } from './multipart.ts'
import { Refusal } from './refusal.ts'

/** Of operations that say nothing else. */
export const bodyLimit = 256 * 1024

export type Parts = {
  params: Record<string, string>
  url: URL
  headers: Headers
  bytes: Uint8Array<ArrayBuffer> | undefined
  /** What a schema cannot say of the body; asked only where the schema refuses it. */
  further?: ((raw: unknown) => ErrorDetail[]) | undefined
  /** Refuses a body by who sends it, before its members are checked. */
  authorize?: ((raw: unknown) => void) | undefined
}

/** The body of an operation that has one, up to the operation's limit. */
export async function readBody(request: Request, endpoint: Endpoint) {
  if (endpoint.method === 'GET') return undefined
  return readBytes(request, endpoint.bodyLimit ?? bodyLimit)
}

/** Reads a body up to a limit; more is refused without reading on. */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number.parseInt(request.headers.get('content-length') ?? '0', 10) > limit)
    throw tooLarge(limit)
  const chunks: Uint8Array[] = []
  const body: AsyncIterable<Uint8Array> | null = request.body
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > limit) throw tooLarge(limit)
    chunks.push(chunk)
  }
  return Uint8Array.from(Buffer.concat(chunks))
}

export const tooLarge = (limit: number): Refusal =>
  new Refusal('BODY_TOO_LARGE', `The body is larger than ${limit} bytes.`)

/** Content type, JSON or multipart, and schema, in this order, with all issues of the schema at once. */
export async function readRequest(endpoint: Endpoint, parts: Parts) {
  const contents: FileContents = new Map()
  const raw = await parseBody(endpoint, parts, contents)
  parts.authorize?.(raw)
  const query = Object.fromEntries(parts.url.searchParams)
  const input = {
    params: checkPath(endpoint, parts.params),
    query: check(endpoint.query, query),
    body: check(endpoint.body, raw, parts.further),
  }
  const imprecise = impreciseRefusal(input.body)
  if (imprecise) throw imprecise
  putContents(input.body, contents)
  return { input, raw, ignored: endpoint.body ? ignoredFields(raw, input.body) : [] }
}

async function parseBody(endpoint: Endpoint, { bytes, headers }: Parts, contents: FileContents) {
  if (!endpoint.body || !bytes) return undefined
  const full = headers.get('content-type') ?? ''
  const type = full.split(';')[0]?.trim().toLowerCase() ?? ''
  if (endpoint.multipart && type === 'multipart/form-data') {
    const form = await readMultipart(bytes, full, endpoint.body)
    for (const [name, content] of form.contents) contents.set(name, content)
    return form.body
  }
  if (type !== 'application/json' && !(type === '' && bytes.byteLength === 0))
    throw new Refusal(
      'CONTENT_TYPE_UNSUPPORTED',
      `Send the body as application/json${endpoint.multipart ? ' or multipart/form-data' : ''}.`,
    )
  try {
    return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new Refusal('BODY_INVALID_JSON', 'The body is not valid JSON.')
  }
}

/** An id that cannot be one names no record: it is not found, as any other unknown id. */
function checkPath(endpoint: Endpoint, params: Record<string, string>): unknown {
  const parsed = endpoint.params?.safeParse(params)
  if (parsed?.success !== false) return parsed?.data ?? {}
  const code = endpoint.failures.find((failure) => failureFacts[failure].status === 404)
  throw new Refusal(code ?? 'RECORD_NOT_FOUND', 'No record has this id.')
}

function check(
  schema: z.ZodType | undefined,
  value: unknown,
  further: Parts['further'] = () => [],
): unknown {
  if (!schema) return {}
  const parsed = schema.safeParse(value, { reportInput: false })
  if (!parsed.success) throw schemaRefusal(value, parsed.error.issues, further(value))
  return parsed.data
}
