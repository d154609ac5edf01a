import { fail, ok, type Result } from '@corridor/signing'
import type { LockedEntity } from '../../credentials/credentials.ts'
import type { SignerFailure } from '../../base/failures.ts'
import type { TransferBounds } from '../../base/transfer-bounds.ts'
import type { Json } from '../../base/json.ts'
import type { Signatory } from '../../policies/judge.ts'
import type { Tx, Vault } from '../../vault/vault.ts'

export type EffectContext = {
  vault: Vault
  tx: Tx
  entity: LockedEntity
  activityId: string
  bounds: TransferBounds | null
  /** At submit: who has signed, in this order; nobody yet at prepare. */
  signatures: readonly Signatory[]
  /** What comes beside the stamp when a passkey is registered. */
  attestation?: unknown
}

/**
 * What one type of activity does. `P` are its parameters exactly as they are signed; `Plan` is what
 * its checks looked up and its change needs. Every refusal happens before the first write.
 */
type EffectDefinition<P extends Json, Plan> = {
  /** Parameters from a request or a stored payload, or the name of the member that is wrong. */
  read: (parameters: Json) => P | { invalid: string }
  /** Where a request is not yet what is signed, e.g. a challenge is added. */
  compose?: (vault: Vault, partnerId: string, request: Json) => Promise<Result<P, SignerFailure>>
  check: (context: EffectContext, parameters: P) => Promise<Result<Plan, SignerFailure>>
  apply: (context: EffectContext, parameters: P, plan: Plan) => Promise<Result<Json, SignerFailure>>
  /** How long it waits once it is signed for, in seconds; not at all where this is left out. */
  delaySeconds?: (parameters: P) => number
}

export type Effect = {
  /** At prepare: the parameters to be signed. */
  compose: (vault: Vault, partnerId: string, request: Json) => Promise<Result<Json, SignerFailure>>
  /** At prepare: would it be possible now? */
  check: (context: EffectContext, parameters: Json) => Promise<Result<unknown, SignerFailure>>
  /** Seconds between the signature and the change. */
  delaySeconds: (parameters: Json) => number
  /** At submit: the same checks again, then the change. */
  run: (context: EffectContext, parameters: Json) => Promise<Result<Json, SignerFailure>>
}

export function defineEffect<P extends Json, Plan>(definition: EffectDefinition<P, Plan>): Effect {
  const { apply, check, compose, delaySeconds } = definition
  const read = (parameters: Json): Result<P, SignerFailure> => {
    const value = definition.read(parameters)
    return isInvalid(value) ? fail({ code: 'FIELD_INVALID', reason: value.invalid }) : ok(value)
  }
  return {
    compose: async (vault, partnerId, request) =>
      compose ? compose(vault, partnerId, request) : read(request),
    check: async (context, parameters) => {
      const value = read(parameters)
      return value.ok ? check(context, value.value) : value
    },
    delaySeconds: (parameters) => {
      const value = read(parameters)
      return value.ok && delaySeconds ? delaySeconds(value.value) : 0
    },
    run: async (context, parameters) => {
      const value = read(parameters)
      if (!value.ok) return value
      const plan = await check(context, value.value)
      return plan.ok ? apply(context, value.value, plan.value) : plan
    },
  }
}

/** A non-empty text of at most 200 characters (operations.md 1), or undefined. */
export function textMember(parameters: Json, name: string): string | undefined {
  const value = parameters[name]
  return typeof value === 'string' && value !== '' && value.length <= 200 ? value : undefined
}

function isInvalid(value: object): value is { invalid: string } {
  return 'invalid' in value
}
