import { useEffect } from 'react'
import { call, wallets } from '../api/call.ts'
import { serviceNow } from '../api/clock.ts'
import { createListeners } from '../api/listeners.ts'
import { useSession } from '../api/session.ts'
import { forgetKeys, keepKey, readKeys } from './key-store.ts'
import { pinnedServiceKey } from './service-key.ts'
import type { SessionKey } from './session-keys.ts'
import { t } from '../messages/text.ts'

/** A 15-minute session of a primary method; its stamps go out as `signatureType: 'ApiKey'`. */
export type SigningSession = {
  sessionId: string
  entityId: string
  /** In service time (ISO). */
  expiresAt: string
  stamp: (payload: string) => Promise<string>
}

/** Of whom the browser's keys are: another person, or the same after signing in again, does not get them. */
export type Owner = { workspaceId: string; signedIn: string }

type Kept = Omit<SigningSession, 'stamp'> & { key: SessionKey; signedIn: string }

/** The session could not be opened, and why; for people. */
export class SessionNotOpened extends Error {}

// By entity. The keys are this page's and the browser's: they can be used, and never read out.
const sessions = new Map<string, SigningSession>()
const changes = createListeners()
const prefix = 'session '
const nameOf = (entityId: string) => prefix + entityId

/** Fetches the code that opens sessions ahead of the click that needs it. */
export const preloadSessionKeys = () => import('./session-keys.ts')

type CodeRequest = {
  entityId: string
  otpId: string
  otpCode: string
  /** What the code is sealed to, from initiate-otp. */
  targetBundle: string
}

/**
 * Opens a session with a code that was sent by e-mail or SMS. The key is made here; the code travels sealed together
 * with it, so nobody on the way can put another key in its place.
 * @throws {ApiError} such as OTP_INVALID, OTP_EXPIRED · {SessionNotOpened} on a bundle that is not the service's
 */
export async function startCodeSession(request: CodeRequest, owner: Owner): Promise<void> {
  const { entityId, otpId, otpCode, targetBundle } = request
  const params = { entityId }
  const { createSessionKey, sealCode, signLogin } = await preloadSessionKeys()
  const key = await createSessionKey()
  const serviceKey = pinnedServiceKey(owner.workspaceId, targetBundle)
  const sealed = serviceKey && (await sealCode({ otpCode, targetBundle, serviceKey }, key))
  if (!sealed) throw new SessionNotOpened(notTheService)
  const body = { otpId, encryptedOtpBundle: sealed }
  const { verificationToken } = (await call(wallets.verifyOtp, { params, body })).data
  const clientSignature = await signLogin(verificationToken, key)
  if (!clientSignature) throw new SessionNotOpened(notUnderstood)
  await register(entityId, key, owner, { verificationToken, clientSignature })
}

const notTheService = t(
  'The service’s key is not the one this browser knows. The code was not sent. Report this before you try again.',
)
const notUnderstood = t('The service’s answer cannot be used. Send a new code.')

/** A fresh key, and the nonce that an identity token has to have for it. */
export async function newIdentityKey(): Promise<{ key: SessionKey; nonce: string }> {
  const { createSessionKey, nonceFor } = await preloadSessionKeys()
  const key = await createSessionKey()
  return { key, nonce: nonceFor(key) }
}

/** Opens a session with the token of an identity provider. @throws {ApiError} such as OIDC_NONCE_MISMATCH */
export function startIdentitySession(
  request: { entityId: string; key: SessionKey; oidcToken: string },
  owner: Owner,
): Promise<void> {
  const { entityId, key, oidcToken } = request
  return register(entityId, key, owner, { oidcToken })
}

async function register(
  entityId: string,
  key: SessionKey,
  { signedIn }: Owner,
  proof: object,
): Promise<void> {
  const body = { publicKey: key.publicKey, ...proof }
  const { data } = await call(wallets.startSession, { params: { entityId }, body })
  if (data.sessionPublicKey !== key.publicKey) throw new SessionNotOpened(notUnderstood)
  const { sessionId, expiresAt } = data
  const kept = { sessionId, entityId, expiresAt, key, signedIn }
  change(() => sessions.set(entityId, opened(kept)))
  // A browser that keeps nothing has the session for as long as the page is open.
  await keepKey(nameOf(entityId), kept).catch(() => undefined)
}

function opened({ sessionId, entityId, expiresAt, key }: Kept): SigningSession {
  const stamp = async (payload: string) => (await preloadSessionKeys()).stampBy(payload, key)
  return { sessionId, entityId, expiresAt, stamp }
}

/** The entity's session while it lasts. */
function sessionOf(entityId: string): SigningSession | undefined {
  const session = sessions.get(entityId)
  return session && Date.parse(session.expiresAt) > serviceNow() ? session : undefined
}

/** As it is now; a component is drawn again when a session starts or is dropped. */
export function useSigningSession(entityId: string): SigningSession | undefined {
  const owner = useOwner()
  const signedIn = owner?.signedIn
  useEffect(() => {
    if (signedIn !== undefined) void restore(signedIn)
  }, [signedIn])
  return changes.useValue(() => sessionOf(entityId))
}

/** Whose keys this page may use; undefined until the person's own session is read. */
export function useOwner(): Owner | undefined {
  const session = useSession()
  if (!session) return undefined
  const { member, workspace, expiresAt } = session
  return { workspaceId: workspace.svcPartnerId, signedIn: `${member.memberId} ${expiresAt}` }
}

let restored: Promise<void> | undefined

/** Takes up again, once in a page's life, what the page before it had opened. */
function restore(signedIn: string): Promise<void> {
  restored ??= readBack(signedIn).catch(() => undefined)
  return restored
}

async function readBack(signedIn: string): Promise<void> {
  const all = (await readKeys(prefix)) as [string, Kept][]
  const isGood = (kept: Kept) =>
    kept.signedIn === signedIn && Date.parse(kept.expiresAt) > serviceNow()
  const good = all.filter(([, kept]) => isGood(kept))
  await forgetKeys(all.filter(([, kept]) => !isGood(kept)).map(([name]) => name))
  if (good.length === 0) return
  change(() => {
    for (const [, kept] of good)
      if (!sessions.has(kept.entityId)) sessions.set(kept.entityId, opened(kept))
  })
}

/** Forgets one session, or all: when it ends or is refused. */
export function dropSessions(entityId?: string): void {
  const names = (entityId === undefined ? [...sessions.keys()] : [entityId]).map(nameOf)
  change(() => {
    if (entityId === undefined) sessions.clear()
    else sessions.delete(entityId)
  })
  void forgetKeys(names).catch(() => undefined)
}

function change(apply: () => void): void {
  apply()
  changes.notify()
}
