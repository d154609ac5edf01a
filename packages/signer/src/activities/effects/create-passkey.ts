import { fail, fromBase64Url, ok, toBase64Url } from '@corridor/signing'
import { saveCredentials } from '../../credentials/credentials.ts'
import { badSignature } from '../../base/failures.ts'
import { verifyAttestation } from '../../credentials/passkeys.ts'
import { defineEffect, textMember } from './effect.ts'

type Parameters = {
  authenticatorName: string
  /**
   * Base64url of the 32 bytes the new passkey must answer; a plain random value
   * (signing-formats.md 4).
   */
  challenge: string
}

const CHALLENGE_LENGTH = 32

/** Two proofs: the primary stamp gives the right to add a passkey, the attestation shows it is had. */
export const createPasskeyEffect = defineEffect<Parameters, undefined>({
  compose: async (vault, _partnerId, request) => {
    const authenticatorName = textMember(request, 'authenticatorName')
    if (!authenticatorName) return fail({ code: 'FIELD_INVALID', reason: 'authenticatorName' })
    return ok({ authenticatorName, challenge: toBase64Url(vault.random(CHALLENGE_LENGTH)) })
  },
  read: (parameters) => {
    const authenticatorName = textMember(parameters, 'authenticatorName')
    if (!authenticatorName) return { invalid: 'authenticatorName' }
    const challenge = textMember(parameters, 'challenge')
    if (!challenge || fromBase64Url(challenge)?.length !== CHALLENGE_LENGTH) {
      return { invalid: 'challenge' }
    }
    return { authenticatorName, challenge }
  },
  check: async () => ok(undefined),
  apply: async (context, { authenticatorName: name, challenge }) => {
    const { vault, tx, entity, activityId } = context
    const relyingParty = await vault.relyingParty(entity.partnerId)
    const verified = await verifyAttestation(context.attestation, challenge, relyingParty)
    if (!verified.ok) return fail(badSignature(verified.failure))

    const { credentialId, aaguid, transports, backedUp } = verified.value
    const authenticatorId = vault.ids('pk')
    const added = await saveCredentials(vault, tx, entity, {
      add: [
        {
          credential_id: authenticatorId,
          kind: 'PASSKEY',
          tier: 'SECONDARY',
          status: 'ACTIVE',
          name,
          public_key: verified.value.publicKeyCose,
          webauthn_id: credentialId,
          aaguid,
          transports,
          backup_eligible: verified.value.backupEligible,
          backed_up: backedUp,
          sign_count: verified.value.signCount,
          authorised_by: activityId,
        },
      ],
    })
    if (!added) return fail(badSignature('CREDENTIAL_ALREADY_REGISTERED'))
    return ok({ authenticatorId, credentialId, name, aaguid, transports, backedUp })
  },
})
