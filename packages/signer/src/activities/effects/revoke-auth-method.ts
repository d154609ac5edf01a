import { fail, ok } from '@corridor/signing'
import { isLastActive, revocation } from '../../credentials/auth-methods.ts'
import { saveCredentials } from '../../credentials/credentials.ts'
import { supersedeCodes } from '../../credentials/otp.ts'
import type { Credential } from '../../database/tables.ts'
import { defineEffect, textMember } from './effect.ts'

type Parameters = { authId: string }

/** Ends a primary method, its sessions and its open codes; never the last active one. */
export const revokeAuthMethodEffect = defineEffect<Parameters, Credential>({
  read: (parameters) => {
    const authId = textMember(parameters, 'authId')
    return authId ? { authId } : { invalid: 'authId' }
  },
  check: async ({ entity }, { authId }) => {
    const method = entity.live.find(
      (credential) =>
        credential.credential_id === authId &&
        credential.tier === 'PRIMARY' &&
        credential.kind !== 'SESSION',
    )
    if (!method) return fail({ code: 'RECORD_NOT_FOUND', reason: 'authId' })
    return isLastActive(entity, method) ? fail({ code: 'LAST_PRIMARY_AUTH' }) : ok(method)
  },
  apply: async ({ vault, tx, entity }, { authId }, method) => {
    await saveCredentials(vault, tx, entity, { status: revocation(entity, method) })
    if (method.kind === 'EMAIL' || method.kind === 'SMS') {
      await supersedeCodes(tx, entity.entityId, method.kind)
    }
    return ok({ authId, status: 'REVOKED' })
  },
})
