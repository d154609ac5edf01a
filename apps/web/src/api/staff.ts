import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON as CreationOptions,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'
import { get, post, put, send, sendRenewing } from './http.ts'

/** What only staff need, and only the BFF has: sign-in, sessions, preferences, drafts. */
export type Session = {
  member: {
    memberId: string
    name: string
    role: string
    /** What a role of the partner's own is called. */
    roleName?: string
    permissions: string[]
  }
  workspace: { svcPartnerId: string; name: string }
  environment: 'sandbox' | 'live'
  /** Real time, unlike service time: compare them with `serverTime` of the same answer only. */
  expiresAt: string
  idleExpiresAt: string
  serverTime: string
}

export type Enrolment = {
  workspaceName: string
  role: string
  roleName?: string
  /** The address that was invited; the person is asked where there is none. */
  email?: string
  expiresAt: string
}

/** What a tracking link shows of its transfer; names are masked by the server. */
export type Tracked = {
  environment: 'sandbox' | 'live'
  workspace: string
  state: 'waiting' | 'moving' | 'arrived' | 'returning' | 'returned' | 'stopped'
  amountIn: { value: string; currency: string }
  amountOut: { value: string; currency: string }
  payer: string
  payee: string
  payeePlace: string
  steps: {
    key: 'received' | 'processed' | 'sent' | 'arrived' | 'returning' | 'returned'
    state: 'done' | 'current' | 'todo'
    at?: string
  }[]
  leavesAt?: string
  /** By which the payee’s bank finds the payment, once it has left. */
  uetr?: string
  expectedAt?: string
  bankTimeZone?: string
  isEstimated?: boolean
  payUntil?: string
  asOf: string
  expiresAt: string
}

export type Challenge = PublicKeyCredentialRequestOptionsJSON & { challengeId: string }

export type Assertion = { challengeId: string; assertion: AuthenticationResponseJSON }

export type Attestation = { challengeId: string; attestation: RegistrationResponseJSON }

export type Recovered = { codesLeft: number; session: Session }

/** A link of a colleague's by which a person comes back; null where the operator vouches without a code. */
export type RecoveryLink = {
  workspaceName: string
  name: string
  sentTo: string | null
  expiresAt: string
}

/** An unfinished form: of which kind, how the person recognises it, and what it holds. */
export type Draft = { kind: string; title: string; body: unknown }

export type ListedDraft = Omit<Draft, 'body'> & { draftId: string; updatedAt: string }

export type StepUpAction = { method: 'POST' | 'PUT' | 'DELETE'; path: string; body?: unknown }

export const staff = {
  session: (signal?: AbortSignal) => get<Session>('/session', signal),
  keepAlive: () => post<Session>('/session/keep-alive'),
  signOut: () => post<undefined>('/sign-out'),

  signInOptions: () => post<Challenge>('/sign-in/options'),
  signIn: (assertion: Assertion) => post<Session>('/sign-in/finish', assertion),
  /** The challenge confirms exactly this request, which then has to be sent as it was named here. */
  stepUpOptions: (action: StepUpAction) => post<Challenge>('/step-up/options', { action }),
  stepUp: (assertion: Assertion) =>
    sendRenewing(
      { method: 'POST', path: '/step-up/finish' },
      { body: assertion },
    ) as Promise<Session>,

  enrolment: (token: string, signal?: AbortSignal) =>
    get<Enrolment>(`/enrolments/${encodeURIComponent(token)}`, signal),
  enrolmentOptions: (token: string, name: string) =>
    post<CreationOptions>(`/enrolments/${encodeURIComponent(token)}/options`, { name }),
  enrol: (
    token: string,
    person: { name: string; email?: string },
    attestation: RegistrationResponseJSON,
  ) =>
    post<{ recoveryCodes: string[]; session: Session }>(
      `/enrolments/${encodeURIComponent(token)}/finish`,
      { ...person, attestation },
    ),

  tracked: (token: string, signal?: AbortSignal) =>
    get<Tracked>(`/tracking/${encodeURIComponent(token)}`, signal),

  recoveryOptions: (code: string) =>
    post<CreationOptions & { challengeId: string }>('/recovery/options', { code }),
  recover: (attestation: Attestation) => post<Recovered>('/recovery/finish', attestation),

  recoveryLink: (token: string, signal?: AbortSignal) =>
    get<RecoveryLink>(recoveryPath(token), signal),
  sendRecoveryCode: (token: string) => post<{ codesLeft: number }>(`${recoveryPath(token)}/code`),
  recoveryLinkOptions: (token: string, code: string) =>
    post<CreationOptions & { challengeId: string }>(`${recoveryPath(token)}/options`, { code }),
  recoverByLink: (token: string, attestation: Attestation) =>
    post<{ recoveryCodes: string[]; session: Session }>(
      `${recoveryPath(token)}/finish`,
      attestation,
    ),

  preferences: (signal?: AbortSignal) => get<Record<string, unknown>>('/preferences', signal),
  savePreferences: (preferences: object) => put('/preferences', preferences),

  drafts: (signal?: AbortSignal) => get<{ data: ListedDraft[] }>('/drafts', signal),
  /** Null where nothing is kept. */
  readDraft: (id: string) => get<unknown>(`/drafts/${encodeURIComponent(id)}`),
  saveDraft: (id: string, draft: Draft) =>
    send(
      { method: 'PUT', path: `/drafts/${encodeURIComponent(id)}` },
      // Browsers refuse to keep more than 64 KiB alive; a character is three bytes at most.
      { body: draft, keepalive: JSON.stringify(draft).length < 20_000 },
    ),
  deleteDraft: (id: string) =>
    send({ method: 'DELETE', path: `/drafts/${encodeURIComponent(id)}` }),
}

const recoveryPath = (token: string) => `/recovery/links/${encodeURIComponent(token)}`
