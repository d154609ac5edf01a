import { useSyncExternalStore } from 'react'
import { call, wallets } from '../api/call.ts'
import { serviceNow } from '../api/clock.ts'
import type { SessionSigner } from './session-keys.ts'

/** A 15-minute session of an entity; its stamps go out as `signatureType: 'ApiKey'`. */
export type EmailSession = SessionSigner & {
  sessionId: string
  entityId: string
  /** In service time (ISO). */
  expiresAt: string
}

// In memory only, by entity: signing out leaves by a full load, and the keys go with the page.
const sessions = new Map<string, EmailSession>()
const listeners = new Set<() => void>()

/** Fetches the code that opens sessions ahead of the click that needs it. */
export const preloadSessionKeys = () => import('./session-keys.ts')

/**
 * Opens a session with the code that was sent by e-mail. The key is made by the service, comes sealed
 * to a fresh key of this page, and can be used but not read out.
 * @throws {ApiError} such as OTP_INVALID, OTP_EXPIRED · {Error} when the bundle cannot be opened
 */
export async function startEmailSession(request: {
  entityId: string
  otpId: string
  otpCode: string
}): Promise<EmailSession> {
  const { entityId, otpId, otpCode } = request
  const { createEphemeralKey, openSession } = await preloadSessionKeys()
  const ephemeral = await createEphemeralKey()
  const targetPublicKey = ephemeral.publicKeyUncompressed
  const { data } = await call(wallets.startSession, {
    params: { entityId },
    body: { targetPublicKey, otpId, otpCode },
  })
  const signer = await openSession(data, ephemeral)
  if (!signer) throw new Error('The session’s key could not be opened. Nothing was signed.')
  const session = { ...signer, sessionId: data.sessionId, entityId, expiresAt: data.expiresAt }
  change(() => sessions.set(entityId, session))
  return session
}

/** The entity's session while it lasts. */
export function emailSession(entityId: string): EmailSession | undefined {
  const session = sessions.get(entityId)
  return session && Date.parse(session.expiresAt) > serviceNow() ? session : undefined
}

/** As `emailSession`, for a component that is drawn again when a session starts or is dropped. */
export function useEmailSession(entityId: string): EmailSession | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => emailSession(entityId),
  )
}

/** Forgets one session, or all: when it ends, is refused, or another person signs in. */
export function dropEmailSessions(entityId?: string): void {
  change(() => {
    if (entityId === undefined) sessions.clear()
    else sessions.delete(entityId)
  })
}

function change(apply: () => void): void {
  apply()
  for (const notify of listeners) notify()
}
