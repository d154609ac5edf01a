import { ok } from '@corridor/signing'
import {
  addMethod,
  findMethod,
  methodFromParameters,
  methodView,
  readMethod,
  type Method,
} from '../../credentials/auth-methods.ts'
import type { Json } from '../../base/json.ts'
import { defineEffect } from './effect.ts'

/** A further primary method, allowed by the stamp of an existing one (signing-formats 7). */
export const createAuthMethodEffect = defineEffect<Method, undefined>({
  compose: (vault, partnerId, request) => readMethod(vault, partnerId, requestOf(request)),
  read: (parameters) => methodFromParameters(parameters) ?? { invalid: 'authType' },
  check: async () => ok(undefined),
  apply: async ({ vault, tx, entity, activityId }, method) => {
    const options = { authId: vault.ids('auth'), authorisedBy: activityId }
    const record =
      findMethod(entity, method) ?? (await addMethod(vault, tx, entity, method, options)).record
    return ok({ ...methodView(record) })
  },
})

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
