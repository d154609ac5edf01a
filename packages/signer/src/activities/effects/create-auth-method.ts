import { fail, hexToBytes, ok, type Result } from '@corridor/signing'
import {
  addMethod,
  findMethod,
  methodFromParameters,
  methodView,
  readMethod,
  spendProof,
  type Method,
} from '../../credentials/auth-methods.ts'
import { isIssuerAllowed } from '../../credentials/oidc-issuers.ts'
import { isTokenSpent, reusedToken } from '../../credentials/oidc.ts'
import type { SignerFailure } from '../../base/failures.ts'
import type { Json } from '../../base/json.ts'
import { defineEffect, type EffectContext } from './effect.ts'

/** A further primary method, allowed by the stamp of an existing one (signing-formats.md 7). */
export const createAuthMethodEffect = defineEffect<Method, undefined>({
  compose: (vault, partnerId, request) => readMethod(vault, partnerId, requestOf(request)),
  read: (parameters) => methodFromParameters(parameters) ?? { invalid: 'authType' },
  check: checkProof,
  apply: async ({ vault, tx, entity, activityId }, method) => {
    if (!(await spendProof(tx, method, entity.now))) return reusedToken
    const options = { authId: vault.ids('auth'), authorisedBy: activityId }
    const record =
      findMethod(entity, method) ?? (await addMethod(vault, tx, entity, method, options)).record
    return ok({ ...methodView(record) })
  },
})

/**
 * An identity token was verified at prepare. Until the submit its issuer may have been removed, or
 * the token used for something else.
 */
async function checkProof(
  { vault, tx, entity }: EffectContext,
  method: Method,
): Promise<Result<undefined, SignerFailure>> {
  if (method.authType !== 'OAuth') return ok(undefined)
  if (!(await isIssuerAllowed(vault, tx, entity.partnerId, method))) {
    return fail({ code: 'OIDC_TOKEN_INVALID', reason: 'ISSUER_MISMATCH' })
  }
  const isSpent = await isTokenSpent(tx, hexToBytes(method.oidcTokenHash, 32))
  return isSpent ? reusedToken : ok(undefined)
}

function requestOf(request: Json) {
  const text = (name: string) => (typeof request[name] === 'string' ? request[name] : '')
  return {
    authType: text('authType'),
    publicKey: text('publicKey'),
    name: text('name'),
    contact: text('contact'),
    oidcToken: text('oidcToken'),
  }
}
