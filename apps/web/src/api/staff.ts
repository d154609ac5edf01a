import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON as CreationOptions,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'
import { send, sendRenewing } from './http.ts'

/** What only staff need, and only the BFF has: sign-in, sessions, preferences, drafts. */
export type Session = {
  member: { memberId: string; name: string; role: string; permissions: string[] }
  workspace: { svcPartnerId: string; name: string }
  environment: 'sandbox' | 'live'
  /** Real time, unlike service time: compare them with `serverTime` of the same answer only. */
  expiresAt: string
  idleExpiresAt: string
  serverTime: string
}

export type Enrolment = { workspaceName: string; role: string; expiresAt: string }

export type Challenge = PublicKeyCredentialRequestOptionsJSON & { challengeId: string }

export type Assertion = { challengeId: string; assertion: AuthenticationResponseJSON }

export type Attestation = { challengeId: string; attestation: RegistrationResponseJSON }

export type Recovered = { codesLeft: number; session: Session }

export type StepUpAction = { method: 'POST' | 'PUT' | 'DELETE'; path: string; body?: unknown }

export const staff = {
  session: (signal?: AbortSignal) => get<Session>('/bff/session', signal),
  keepAlive: () => post<Session>('/bff/session/keep-alive'),
  signOut: () => post<undefined>('/bff/sign-out'),

  signInOptions: () => post<Challenge>('/bff/sign-in/options'),
  signIn: (assertion: Assertion) => post<Session>('/bff/sign-in/finish', assertion),
  /** The challenge confirms exactly this request, which then has to be sent as it was named here. */
  stepUpOptions: (action: StepUpAction) => post<Challenge>('/bff/step-up/options', { action }),
  stepUp: (assertion: Assertion) =>
    sendRenewing({
      method: 'POST',
      path: '/bff/step-up/finish',
      body: assertion,
    }) as Promise<Session>,

  enrolment: (token: string, signal?: AbortSignal) =>
    get<Enrolment>(`/bff/enrolments/${encodeURIComponent(token)}`, signal),
  enrolmentOptions: (token: string, name: string) =>
    post<CreationOptions>(`/bff/enrolments/${encodeURIComponent(token)}/options`, { name }),
  enrol: (token: string, name: string, attestation: RegistrationResponseJSON) =>
    post<{ recoveryCodes: string[]; session: Session }>(
      `/bff/enrolments/${encodeURIComponent(token)}/finish`,
      { name, attestation },
    ),

  recoveryOptions: (code: string) =>
    post<CreationOptions & { challengeId: string }>('/bff/recovery/options', { code }),
  recover: (attestation: Attestation) => post<Recovered>('/bff/recovery/finish', attestation),

  preferences: (signal?: AbortSignal) => get<Record<string, unknown>>('/bff/preferences', signal),
  savePreferences: (preferences: object) =>
    send({ method: 'PUT', path: '/bff/preferences', body: preferences }),

  readDraft: (id: string) => get<unknown>(`/bff/drafts/${encodeURIComponent(id)}`),
  saveDraft: (id: string, draft: unknown) =>
    send({ method: 'PUT', path: `/bff/drafts/${encodeURIComponent(id)}`, body: draft }),
  deleteDraft: (id: string) =>
    send({ method: 'DELETE', path: `/bff/drafts/${encodeURIComponent(id)}` }),
}

async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return (await send({ method: 'GET', path, signal })) as T
}

async function post<T>(path: string, body: unknown = {}): Promise<T> {
  return (await send({ method: 'POST', path, body })) as T
}
