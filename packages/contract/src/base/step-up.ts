/**
 * That a member has to confirm a request by a fresh passkey before the service does anything. With
 * `unless`, not where a member of its body begins so, is this, or is not there: the request carries the
 * stamp of the key that pays (decisions.md 3), or changes nothing that would have to be confirmed.
 */
export type StepUp =
  | true
  | {
      unless:
        | { member: string; startsWith: string }
        | { member: string; is: boolean }
        | { member: string; isAbsent: true }
    }

/** Whether a request with this body has to be confirmed; a body that is none has to. */
export function asksStepUp(stepUp: StepUp | undefined, body: unknown): boolean {
  if (stepUp === undefined || stepUp === true) return stepUp === true
  if (typeof body !== 'object' || body === null) return true
  const { unless } = stepUp
  const value: unknown = Object.getOwnPropertyDescriptor(body, unless.member)?.value
  if ('isAbsent' in unless) return value !== undefined
  if ('is' in unless) return value !== unless.is
  return typeof value !== 'string' || !value.startsWith(unless.startsWith)
}
