import type { Callable, Sent } from '@corridor/client/http'
import { pathOf } from '@corridor/client/http'

/** The same request from a terminal; the key stays a variable, so that it can be pasted anywhere. */
export function curlOf(origin: string, { method, path }: Callable, { params, body }: Sent): string {
  const lines = [
    `curl -X ${method} "${origin}${pathOf(path, params)}"`,
    '-H "x-api-token: $CORRIDOR_API_KEY"',
    ...(body === undefined
      ? []
      : ['-H "content-type: application/json"', `-d ${quoted(JSON.stringify(body))}`]),
  ]
  return lines.join(' \\\n  ')
}

/** One word of a shell, whatever is in it. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
