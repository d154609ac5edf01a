import { CredentialsTampered } from '../base/tampered.ts'
import { SignerUnavailable } from '../base/unavailable.ts'

/** What a call threw, as it crosses the socket. */
export type WireError =
  | { kind: 'tampered'; entityId: string; part: string }
  | { kind: 'unavailable' | 'type' | 'failed'; message: string }

/** `isUnavailable` knows the errors of a database that cannot answer now. */
export function toWire(error: unknown, isUnavailable: (error: unknown) => boolean): WireError {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof CredentialsTampered) {
    return { kind: 'tampered', entityId: error.entityId, part: error.part }
  }
  if (isUnavailable(error)) return { kind: 'unavailable', message }
  return { kind: error instanceof TypeError ? 'type' : 'failed', message }
}

export function fromWire(error: WireError): Error {
  switch (error.kind) {
    case 'tampered':
      return new CredentialsTampered(error.entityId, error.part)
    case 'unavailable':
      return new SignerUnavailable(error.message)
    case 'type':
      return new TypeError(error.message)
    default:
      return new Error(error.message)
  }
}
