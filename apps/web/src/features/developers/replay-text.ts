import type { LoggedRequestDetail } from '../../api/queries/developers/keys.ts'
import { routes } from '@corridor/contract/routes'

/** What stands in place of what the log does not keep. */
const masked = /••••|\[left out\]/

/** Whether something has to be filled in before the call can be sent again. */
export const hasGaps = ({ path, query, requestBody }: LoggedRequestDetail): boolean =>
  masked.test(path + JSON.stringify(query) + JSON.stringify(requestBody))

/** The call for a shell; the key comes from the environment. */
export function curlOf(call: LoggedRequestDetail, origin: string): string {
  const lines = [
    `curl -X ${call.method} ${quoted(origin + addressOf(call))}`,
    `  -H "x-api-token: $CORRIDOR_API_KEY"`,
  ]
  if (call.method !== 'GET') lines.push(`  -H "Idempotency-Key: $(uuidgen)"`)
  if (hasBody(call))
    lines.push(
      `  -H 'content-type: application/json'`,
      `  --data ${quoted(JSON.stringify(call.requestBody))}`,
    )
  return lines.join(' \\\n')
}

/** The same with the package `@corridor/client`. */
export function typeScriptOf(call: LoggedRequestDetail, origin: string): string {
  const found = operationOf(call)
  const input = {
    ...(found && Object.keys(found.params).length > 0 ? { params: found.params } : {}),
    ...(Object.keys(call.query).length > 0 ? { query: call.query } : {}),
    ...(hasBody(call) ? { body: call.requestBody } : {}),
  }
  const key = call.method === 'GET' ? '' : `, idempotencyKey: crypto.randomUUID()`
  return [
    `import { createClient } from '@corridor/client'`,
    `import { routes } from '@corridor/contract/routes'`,
    ``,
    `const client = createClient({`,
    `  baseUrl: ${JSON.stringify(origin)},`,
    `  apiToken: process.env.CORRIDOR_API_KEY ?? '',`,
    `})`,
    ...(hasGaps(call)
      ? [`// The log keeps no secrets and no personal data: fill in what is masked.`]
      : []),
    `const { body } = await client.call(routes.${found?.name ?? call.operation}, { ...${JSON.stringify(input, null, 2)}${key} })`,
    ``,
  ].join('\n')
}

const hasBody = ({ requestBody }: LoggedRequestDetail) =>
  typeof requestBody === 'object' && requestBody !== null

function addressOf({ path, query }: LoggedRequestDetail): string {
  const search = new URLSearchParams(query).toString()
  return search ? `${path}?${search}` : path
}

/** In single quotes for a POSIX shell, in which nothing is expanded. */
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** The client's name of the operation, and the parameters of its path. */
function operationOf({ method, path }: LoggedRequestDetail) {
  const sent = path.split('/')
  for (const [module, ofModule] of Object.entries(routes))
    for (const [name, route] of Object.entries<{ method: string; path: string }>(ofModule)) {
      const parts = route.path.split('/')
      if (route.method !== method || parts.length !== sent.length) continue
      if (!parts.every((part, i) => part.startsWith('{') || part === sent[i])) continue
      const params = parts.flatMap((part, i) =>
        part.startsWith('{') ? [[part.slice(1, -1), sent[i] ?? '']] : [],
      )
      return { name: `${module}.${name}`, params: Object.fromEntries(params) as object }
    }
  return undefined
}
