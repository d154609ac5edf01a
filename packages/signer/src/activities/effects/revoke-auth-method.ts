import { fail, ok } from '@corridor/signing'
import { isLastActive, revocation } from '../../credentials/auth-methods.ts'
import { saveCredentials } from '../../credentials/credentials.ts'
import type { Credential } from '../../database/tables.ts'
import { defineEffect, textMember } from './effect.ts'
import { supersedeOpen } from './supersede-open.ts'

type Parameters = { authId: string }

/**
 * Ends a primary method with its sessions and whatever was prepared before; never the last active
 * one. Its open codes prove nothing any more. A session alone can be named, too.
 */
export const revokeAuthMethodEffect = defineEffect<Parameters, Credential>({
  read: (parameters) => {
    const authId = textMember(parameters, 'authId')
    return authId ? { authId } : { invalid: 'authId' }
  },
  check: async ({ entity }, { authId }) => {
    const method = entity.live.find(
      (credential) => credential.credential_id === authId && credential.tier === 'PRIMARY',
    )
    if (!method) return fail({ code: 'RECORD_NOT_FOUND', reason: 'authId' })
    return isLastActive(entity, method) ? fail({ code: 'LAST_PRIMARY_AUTH' }) : ok(method)
  },
  apply: async ({ vault, tx, entity, activityId }, { authId }, method) => {
    const ended = revocation(entity, method)
    entity.voidBefore = entity.now
    await saveCredentials(vault, tx, entity, { status: ended })
    await supersedeOpen(tx, entity.entityId, activityId)
    const sessions = ended.map(({ credential }) => credential)
    const endedSessionIds = sessions
      .filter(({ kind }) => kind === 'SESSION')
      .map(({ credential_id }) => credential_id)
    return ok({ authId, status: 'REVOKED', endedSessionIds })
  },
})
