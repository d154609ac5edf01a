import { createHash } from 'node:crypto'
import { formatId, customerName } from '@corridor/domain'
import type { Deps } from '../../../ports/deps.ts'
import type { PreparedActivity } from './activities.ts'
import { relyingPartyOf } from '../base/relying-party.ts'

/** ES256, EdDSA, RS256 (signing-formats.md 4). */
const algorithms = [-7, -8, -257]
const timeoutMs = 5 * 60_000

/**
 * PublicKeyCredentialCreationOptionsJSON of a wallet passkey. Its `user.id` starts with `w:` and its
 * name says what it signs, so that it is not mistaken for a sign-in key (decisions.md 3).
 */
export async function creationOptions(
  deps: Pick<Deps, 'config' | 'signer'>,
  prepared: PreparedActivity,
) {
  const { entity, parameters } = prepared
  const { challenge = '', authenticatorName = '' } = parameters as Record<string, string>
  const { rpId } = relyingPartyOf(deps.config)
  const { passkeys } = await deps.signer.listCredentials(formatId('ent', entity.id))
  const owner = customerName(entity)
  const handle = createHash('sha256')
    .update(entity.id)
    .update(authenticatorName)
    .digest()
    .subarray(0, 24)
  return {
    challenge,
    rp: { id: rpId, name: 'Corridor' },
    user: {
      id: Buffer.concat([Buffer.from('w:'), handle]).toString('base64url'),
      name: `Signing key · ${owner}`,
      displayName: `Signing key · ${authenticatorName}`,
    },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: timeoutMs,
    attestation: 'none',
    // The rules of signing-formats.md 4.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: passkeys
      .filter((passkey) => passkey.status === 'ACTIVE')
      .map((passkey) => ({ type: 'public-key', id: passkey.credentialId })),
    extensions: { credProps: true },
  }
}
