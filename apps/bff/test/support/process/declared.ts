import { type Endpoint, ErrorBody } from '@corridor/contract'
import { memberCodes, statusOf } from '../../../src/api/request/failures.ts'
import { operationsOf, pathTable } from '../../../src/api/path-table.ts'

const find = pathTable(operationsOf({ ENVIRONMENT: 'sandbox' }))

/**
 * Every answer of an operation that any test sees is a declared one: a 200 of the declared shape, or
 * a refusal whose code and status the operation names (guarantees.md 1.20).
 */
export function expectDeclared(
  method: string,
  path: string,
  { status, body }: { status: number; body: unknown },
): void {
  const found = find(method, path.split('?')[0] ?? '')
  if (found.kind !== 'found') return
  const { endpoint } = found.match.operation
  // Who names fields gets only these.
  if (endpoint.stream || path.includes('fields=')) return
  const wrong = status === 200 ? wrongShape(endpoint, body) : wrongRefusal(endpoint, status, body)
  if (wrong !== undefined) throw new Error(`${endpoint.id} answers undeclared: ${status} ${wrong}`)
}

function wrongShape({ response }: Endpoint, body: unknown): string | undefined {
  const parsed = response.safeParse(body)
  return parsed.success ? undefined : parsed.error.message
}

function wrongRefusal(endpoint: Endpoint, status: number, body: unknown): string | undefined {
  const parsed = ErrorBody.safeParse(body)
  if (!parsed.success) return JSON.stringify(body)
  const { code } = parsed.data.error
  const declared = endpoint.failures.find((failure) => failure === code)
  if (!declared) return code
  const ofMembers = memberCodes.has(declared) ? endpoint.membersRefusedAs : undefined
  const allowed = [statusOf(declared, endpoint), endpoint.refusedAs?.[declared], ofMembers]
  return allowed.includes(status) ? undefined : `${code} with this status`
}
