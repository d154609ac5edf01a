import { fail, ok } from '@corridor/signing'
import { saveCredentials } from '../../credentials/credentials.ts'
import { itemsOf } from '../../base/json.ts'
import type { Credential } from '../../database/tables.ts'
import { defineEffect } from './effect.ts'
import { supersedeOpen } from './supersede-open.ts'

/** The public convention's list, here always of one. */
type Parameters = { authenticatorIds: [string] }

/** Ends a passkey, and with it whatever was prepared before. */
export const deletePasskeyEffect = defineEffect<Parameters, Credential>({
  read: ({ authenticatorIds }) => {
    const [authenticatorId, ...others] = itemsOf(authenticatorIds)
    return typeof authenticatorId === 'string' && others.length === 0
      ? { authenticatorIds: [authenticatorId] }
      : { invalid: 'authenticatorIds' }
  },
  check: async ({ entity }, { authenticatorIds: [authenticatorId] }) => {
    const passkey = entity.live.find(
      (credential) => credential.kind === 'PASSKEY' && credential.credential_id === authenticatorId,
    )
    return passkey ? ok(passkey) : fail({ code: 'RECORD_NOT_FOUND', reason: 'authenticatorId' })
  },
  apply: async (
    { vault, tx, entity, activityId },
    { authenticatorIds: [authenticatorId] },
    passkey,
  ) => {
    entity.voidBefore = entity.now
    await saveCredentials(vault, tx, entity, { status: [{ credential: passkey, to: 'DELETED' }] })
    await supersedeOpen(tx, entity.entityId, activityId)
    return ok({ authenticatorId, status: 'DELETED' })
  },
})
