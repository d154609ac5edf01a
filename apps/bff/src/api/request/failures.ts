import { type Endpoint, failureFacts, type ErrorDetail, type FailureCode } from '@corridor/contract'
import { z } from 'zod'
import { ImpreciseNumber, valueAt } from './json.ts'
import { detail, Refusal } from './refusal.ts'

/** The body of every answer that is not 2xx (operations.md 1). */
export function errorBody(refusal: Refusal, requestId: string) {
  const { type, retryable } = failureFacts[refusal.code]
  return {
    success: false as const,
    message: refusal.message,
    error: { code: refusal.code, type, requestId, details: refusal.details, retryable },
  }
}

/** The status of a code on an operation: its own, or the one that the specification's list allows. */
export const statusOf = (code: FailureCode, endpoint?: Endpoint): number =>
  endpoint?.statusOf?.[code] ?? failureFacts[code].status

/** The status of a refusal: some operations refuse content with another one than their schema does. */
export const statusOfRefusal = (refusal: Refusal, endpoint?: Endpoint): number =>
  (refusal.byState ? endpoint?.refusedAs?.[refusal.code] : undefined) ??
  (isOfMember(refusal, endpoint) ? endpoint?.membersRefusedAs : undefined) ??
  statusOf(refusal.code, endpoint)

/** Whether a field of the body is wrong, and not a header or the body as a whole. */
function isOfMember({ code, details }: Refusal, endpoint?: Endpoint): boolean {
  if (!memberCodes.has(code) || !(endpoint?.body instanceof z.ZodObject)) return false
  const { shape } = endpoint.body
  return details.some(({ path }) => (path.split('.')[0] ?? '') in shape)
}
export const memberCodes: ReadonlySet<FailureCode> = new Set(['FIELD_REQUIRED', 'FIELD_INVALID'])

type Issue = z.core.$ZodIssue

/**
 * Turns all issues of a schema into one refusal; the first one gives the code. What else is wrong
 * with the same body is reported with them, where the schema has not refused the field itself.
 */
export function schemaRefusal(
  raw: unknown,
  issues: readonly Issue[],
  others: readonly ErrorDetail[] = [],
): Refusal {
  const found = issues.flatMap((issue) => flatten(issue)).map((issue) => toDetail(raw, issue))
  const known = new Set(found.map(({ path }) => path))
  const details = [...found, ...others.filter(({ path }) => !known.has(path))]
  const code = (details[0]?.code ?? 'FIELD_INVALID') as FailureCode
  const named = details.map((d) => d.path).filter(Boolean)
  const message =
    named.length > 0 ? `Check ${[...new Set(named)].join(', ')}.` : 'The request is invalid.'
  return new Refusal(code, message, { details })
}

function flatten(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const branches = issue.errors.filter((branch) => branch.length > 0)
  const deepest = branches.sort((a, b) => (b[0]?.path.length ?? 0) - (a[0]?.path.length ?? 0))[0]
  if (!deepest) return [issue]
  return deepest.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }))
}

const wantsNumber = (issue: Issue): boolean =>
  issue.code === 'invalid_type' && (issue.expected === 'number' || issue.expected === 'int')

/** A number that no schema has looked at, because its place takes anything; nothing where there is none. */
export function impreciseRefusal(body: unknown): Refusal | undefined {
  const path = impreciseIn(body)
  if (!path) return undefined
  const name = path.join('.')
  return new Refusal('AMOUNT_PRECISION', `Check ${name}.`, { details: [tooPrecise(name)] })
}

function impreciseIn(value: unknown): string[] | undefined {
  if (value instanceof ImpreciseNumber) return []
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return undefined
  for (const [name, member] of Object.entries(value)) {
    const path = impreciseIn(member)
    if (path) return [name, ...path]
  }
  return undefined
}

const tooPrecise = (path: string) =>
  detail(path, 'AMOUNT_PRECISION', 'At most 15 significant digits are accepted.')

function toDetail(raw: unknown, issue: Issue): ErrorDetail {
  const value = valueAt(raw, issue.path)
  const path = issue.path.map(String).join('.')
  if (value instanceof ImpreciseNumber && wantsNumber(issue)) return tooPrecise(path)
  if (value === undefined) return detail(path, 'FIELD_REQUIRED', 'This field is required.')
  const allowed = issue.code === 'invalid_value' ? { allowed: issue.values.map(String) } : {}
  return detail(path, 'FIELD_INVALID', issue.message, allowed)
}
