import type { MiddlewareHandler } from 'hono'
import { chooseEncoding, compressed } from './encoding.ts'

/** Below it the headers of a packet weigh more than what is saved. */
const bytesMin = 1024
/** The sandbox's messages hold one-time codes. */
const secrets = '/bff/api/v1/sandbox/'

/**
 * Compresses what members read. The size of a compressed answer reveals something of its secrets to
 * whoever chooses a part of it (BREACH), so writes, which show keys and tokens once, stay as they
 * are, and so does everything outside the partner API's operations. No other site can ask with a
 * member's session, whose cookie is SameSite=Strict.
 */
export const compressReads: MiddlewareHandler = async (c, next) => {
  await next()
  const { headers, status } = c.res
  const isJson = headers.get('content-type')?.startsWith('application/json') ?? false
  const isRead = c.req.method === 'GET' && !c.req.path.startsWith(secrets)
  if (!isRead || !isJson || headers.has('content-encoding')) return
  headers.append('Vary', 'Accept-Encoding')
  const encoding = chooseEncoding(c.req.header('accept-encoding'))
  if (encoding === undefined) return
  const content = new Uint8Array(await c.res.arrayBuffer())
  const isSmall = content.byteLength < bytesMin
  const body = isSmall ? content : await compressed(content, encoding)
  // Headers that are set on an answer are added to those of the one it replaces.
  c.res = undefined
  c.res = new Response(body, {
    status,
    headers: headersOf(headers, isSmall ? undefined : encoding),
  })
}

/** A compressed answer is another one than the one that the tag named, of the same meaning. */
function headersOf(headers: Headers, encoding: string | undefined): Headers {
  const copy = new Headers(headers)
  if (encoding === undefined) return copy
  copy.set('Content-Encoding', encoding)
  copy.delete('Content-Length')
  const tag = copy.get('etag')
  if (tag?.startsWith('"')) copy.set('ETag', `W/${tag}`)
  return copy
}
