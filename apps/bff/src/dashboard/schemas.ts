import { type Scope, text } from '@corridor/contract'
import { isCustomRole, partnerScopes, type Role, scopesOfRole } from '@corridor/domain'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'

const base64url = z
  .string()
  .max(32_768)
  .regex(/^[A-Za-z0-9_-]+$/)
const credentialId = base64url.max(1_364)
const credential = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
}

/** What browsers give for a new passkey; members beyond these are dropped, not refused. */
const Attestation = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url,
      attestationObject: base64url,
      transports: z.array(z.string().max(40)).max(10).default([]),
    }),
  })
  .transform((value) => value as RegistrationResponseJSON)

/** What browsers give for a passkey that was asked for. */
const Assertion = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url,
      authenticatorData: base64url,
      signature: base64url,
      // Browsers write null or leave it out where the authenticator reported none.
      userHandle: base64url.max(100).nullish(),
    }),
  })
  .transform(({ response: { userHandle, ...response }, ...rest }) => {
    const normalized = userHandle ? { ...response, userHandle } : response
    const answer: AuthenticationResponseJSON = { ...rest, response: normalized }
    return answer
  })

const challengeId = z.string().max(60)

export const Nothing = z.object({})
export const EnrolmentBegin = z.object({ name: text(80) })
const Email = z.email().max(254)
export const EnrolmentFinish = z.object({
  name: text(80),
  // Where the link names an address, that one counts.
  email: Email.optional(),
  attestation: Attestation,
})
export const EmailChange = z.object({ email: Email })
const roles = Object.keys(scopesOfRole) as Role[]
/** A built-in role, or the id of one of the partner's own. */
const roleName = z.enum(roles).or(z.string().max(40).refine(isCustomRole))
export const Invitation = z.object({ role: roleName, email: Email.optional() })
export const RoleChange = z.object({ role: roleName })
export const RoleDraft = z.strictObject({
  name: text(60),
  scopes: z
    .array(z.enum(partnerScopes as [Scope, ...Scope[]]))
    .min(1)
    .max(partnerScopes.length),
})
export const AssertionAnswer = z.object({ challengeId, assertion: Assertion })
export const AttestationAnswer = z.object({ challengeId, attestation: Attestation })
export const MailedCode = z.object({ code: z.string().regex(/^\d{6}$/) })
export const RecoveryBegin = z.object({ code: z.string().min(1).max(40) })
export const StepUpBegin = z.object({
  action: z.object({
    method: z.enum(['POST', 'PUT', 'DELETE']),
    path: z
      .string()
      .max(500)
      .regex(/^\/(api\/v1|team)\/\S+$/),
    body: z.unknown().optional(),
  }),
})
export const Preferences = z.record(z.string().max(60), z.unknown())
export const Draft = z.strictObject({
  /** Which form it is of. */
  kind: z.string().regex(/^[a-z][a-z-]{0,39}$/),
  /** How the person recognises it in a list. */
  title: z.string().max(200),
  body: z.unknown(),
})
export const draftId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)

export { Settings as NoticeSettings } from '../modules/notifications/base/settings.ts'
export const ReadTo = z.object({ to: z.int().nonnegative() })

const viewBodyMax = 16_000
/** The dashboard's own; the service only keeps it. */
const ViewBody = z
  .record(z.string().max(60), z.unknown())
  .refine((body) => JSON.stringify(body).length <= viewBodyMax, 'Too long.')
const view = { name: text(60), body: ViewBody, isShared: z.boolean() }
export const NewView = z.object({ list: text(60), ...view })
export const ViewChange = z.object(view).partial()
export const DefaultView = z.object({ list: text(60), viewId: z.uuid().nullable() })
export const NameChange = z.object({ name: text(80) })
