import type { ApiError } from '@corridor/client/http'
import { useState } from 'react'

/** A signature over the payload; a session's says which session made it. */
export type Stamped = {
  payloadSignature: string
  signatureType: 'WebAuthn' | 'ApiKey'
  sessionId?: string
}

/** Who has signed already, where the wallet's policy asks for more than one. */
export type FurtherStamp = {
  executionId: string
  /** Why, in the policy's own sentences. */
  because: readonly string[]
  signed: readonly Stamped[]
}

/** What a quote has been signed with so far, while it waits for another person's signature. */
export function useFurtherStamp() {
  const [further, setFurther] = useState<FurtherStamp | undefined>()
  const of = (executionId: string) => (further?.executionId === executionId ? further : undefined)
  return {
    further,
    /** The idempotency key of the next signature: each is a request of its own. */
    keyOf: (draftId: string, executionId: string) => {
      const before = of(executionId)?.signed.length
      return before ? `${draftId}:${executionId}:${before}` : `${draftId}:${executionId}`
    },
    add: (executionId: string, details: ApiError['details'], stamped: Stamped) =>
      setFurther({
        executionId,
        because: details.map(({ message }) => message),
        signed: [...(of(executionId)?.signed ?? []), stamped],
      }),
  }
}

/** Whether this passkey is among those that have signed: it cannot sign as another person. */
export function hasSigned({ signed }: FurtherStamp, credentialId: string): boolean {
  return signed.some(
    ({ signatureType, payloadSignature }) =>
      signatureType === 'WebAuthn' &&
      (JSON.parse(payloadSignature) as { credentialId: string }).credentialId === credentialId,
  )
}
