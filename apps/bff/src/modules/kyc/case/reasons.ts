import type { InputOf, KycReason, sandbox } from '@corridor/contract'

export type Decision = InputOf<typeof sandbox.decideKyc>['body']['decision']
export type ReasonInput = NonNullable<InputOf<typeof sandbox.decideKyc>['body']['reasons']>[number]

const codePattern = /^[A-Z][A-Z0-9_]{1,59}$/

const plain: Readonly<Record<Decision, KycReason | undefined>> = {
  APPROVED: undefined,
  REJECTED: {
    code: 'REJECTED',
    message: 'The verification was not approved. Correct what was sent and submit it again.',
    fixBy: 'partner',
    fixField: '',
    retryable: true,
  },
  INFORMATION_REQUIRED: {
    code: 'INFORMATION_REQUIRED',
    message: 'More information is needed. Answer the request.',
    fixBy: 'customer',
    fixField: '',
    retryable: true,
  },
}

/** Reasons of a decision, each with all its members; a decision without any gets a plain one. */
export function reasonsOf(decision: Decision, reasons: readonly ReasonInput[] | undefined) {
  const fallback = plain[decision]
  if (!fallback) return []
  if (!reasons || reasons.length === 0) return [fallback]
  return reasons.map((reason) => {
    if (typeof reason !== 'string')
      return {
        code: reason.code,
        message: reason.message,
        fixBy: reason.fixBy || fallback.fixBy,
        fixField: reason.fixField,
        retryable: reason.retryable ?? true,
      }
    return codePattern.test(reason)
      ? { ...fallback, code: reason }
      : { ...fallback, message: reason }
  })
}

/** Document groups and kinds that reasons name: `document:identity`, `PASSPORT`. */
export const namedIn = (reasons: readonly KycReason[]): ReadonlySet<string> =>
  new Set(reasons.map(({ fixField }) => fixField).filter((name) => name !== ''))
