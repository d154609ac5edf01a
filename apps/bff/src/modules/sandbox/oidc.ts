import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import type { CommonIssuer } from '@corridor/signer'
import { calculateJwkThumbprint, type JWK, SignJWT } from 'jose'
import type { Config } from '../../config/config.ts'
import type { Kek } from '../../db/kek.ts'

/** The client id that tokens of the sandbox are for, where none is asked for. */
export const sandboxAudience = 'corridor-sandbox'
const lifeSeconds = 300

export type IdentityToken = { oidcToken: string; iss: string; aud: string }

/**
 * The sandbox's own identity provider (operations.md 14): whoever asks for a token gets one, for
 * any name. Its key follows from the key-encryption key, so that it is the same after a restart.
 */
export function createSandboxIssuer(config: Pick<Config, 'BASE_URL'>, kek: Pick<Kek, 'derive'>) {
  const issuer = `${config.BASE_URL}/api/v1/sandbox/oidc`
  const key = keyFrom(kek.derive('sandbox-oidc/v1'))
  const jwk: JWK = { ...createPublicKey(key).export({ format: 'jwk' }), alg: 'ES256', use: 'sig' }
  return { issue, facts }

  /** What the signer knows of it: every partner allows it. */
  async function facts(): Promise<CommonIssuer> {
    return { issuer, audiences: [sandboxAudience], keys: [{ ...jwk, kid: await kid() }] }
  }

  /** A token issued now; negative seconds make one that has ended. `id` keeps equal ones apart. */
  async function issue(
    { sub, nonce, aud = sandboxAudience, expiresIn = lifeSeconds }: TokenRequest,
    { now, id }: { now: Date; id: string },
  ): Promise<IdentityToken> {
    const issuedAt = Math.floor(now.getTime() / 1_000)
    const oidcToken = await new SignJWT({ nonce })
      .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: await kid() })
      .setIssuer(issuer)
      .setAudience(aud)
      .setSubject(sub)
      .setJti(id)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + expiresIn)
      .sign(key)
    return { oidcToken, iss: issuer, aud }
  }

  function kid(): Promise<string> {
    return calculateJwkThumbprint(jwk)
  }
}

export type TokenRequest = {
  sub: string
  nonce: string
  aud?: string | undefined
  /** Seconds. */
  expiresIn?: number | undefined
}

/** The P-256 key of 32 derived bytes, in the form of SEC 1 without its public part. */
function keyFrom(secret: Uint8Array): KeyObject {
  const head = Buffer.from('30310201010420', 'hex')
  const tail = Buffer.from('a00a06082a8648ce3d030107', 'hex')
  const der = Buffer.concat([head, secret, tail])
  return createPrivateKey({ key: der, format: 'der', type: 'sec1' })
}
