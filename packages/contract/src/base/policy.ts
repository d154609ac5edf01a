import { z } from 'zod'

// The form of a policy: plain data, shown and edited as forms, printed as sentences. What it decides
// is told by the engine in the domain (`packages/domain/src/policy`).

/** A decimal number as text, so that no digit is lost: `1000`, `0.5`. */
export const decimalText = () => z.string().regex(/^(0|[1-9]\d{0,17})(\.\d{1,18})?$/)
const term = () => z.string().min(1).max(120)
const terms = () => z.array(term()).min(1).max(100)
const seconds = () =>
  z
    .int()
    .min(60)
    .max(366 * 86_400)
/** `USD`, or the code of the asset that moves. */
const unit = () => z.string().regex(/^[A-Z][A-Z0-9]{1,11}$/)
const timeOfDay = () => z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
/** A zone of the IANA database. */
const zone = () =>
  z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+){0,2}$/)
    .max(40)

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
/** Whose earlier operations are added up. */
export const policyScopes = ['partner', 'initiator', 'wallet', 'account', 'payee'] as const
export const payeeStandings = ['known', 'new', 'listed'] as const

export type PolicyCondition =
  | { all: PolicyCondition[] }
  | { any: PolicyCondition[] }
  | { not: PolicyCondition }
  | z.infer<typeof PolicyFact>

/** One question about one fact. */
export const PolicyFact = z
  .union([
    /** The amount is larger than `over`. */
    z.strictObject({ fact: z.literal('amount'), unit: unit(), over: decimalText() }),
    /** With this operation, the window's amounts come to more than `over`. */
    z.strictObject({
      fact: z.literal('sum'),
      unit: unit(),
      by: z.enum(policyScopes),
      windowSeconds: seconds(),
      over: decimalText(),
    }),
    /** With this operation, there are more than `over` of them in the window. */
    z.strictObject({
      fact: z.literal('count'),
      by: z.enum(policyScopes),
      windowSeconds: seconds(),
      over: z.int().min(0).max(1_000_000),
    }),
    z.strictObject({ fact: z.literal('asset'), in: terms() }),
    z.strictObject({ fact: z.literal('direction'), in: terms() }),
    /** `US>MX`; either end may be `*`. */
    z.strictObject({ fact: z.literal('corridor'), in: terms() }),
    z.strictObject({ fact: z.literal('payee'), in: z.array(z.enum(payeeStandings)).min(1).max(3) }),
    /** Addresses (compared without case), account ids or route ids. */
    z.strictObject({ fact: z.literal('destination'), in: terms() }),
    /** `member:mem_…`, `role:treasury`, `key:key_…`, `method:passkey`. */
    z.strictObject({ fact: z.literal('initiator'), in: terms() }),
    /** From `from` on and before `to`; a span over midnight has `from` after `to`. */
    z.strictObject({ fact: z.literal('time'), from: timeOfDay(), to: timeOfDay(), zone: zone() }),
    z.strictObject({
      fact: z.literal('day'),
      in: z.array(z.enum(weekdays)).min(1).max(7),
      zone: zone(),
    }),
  ])
  .meta({ id: 'PolicyFact' })

/** Conditions nest at most this deep. */
const depthMax = 5

/** Conditions of one depth, which the document says once: inside each other they are a thousand. */
function conditions(depth: number): z.ZodType<PolicyCondition> {
  if (depth === 0) return PolicyFact
  const inner = conditions(depth - 1)
  return z
    .union([
      PolicyFact,
      z.strictObject({ all: z.array(inner).max(20) }),
      z.strictObject({ any: z.array(inner).min(1).max(20) }),
      z.strictObject({ not: inner }),
    ])
    .meta({ id: depth === depthMax ? 'PolicyCondition' : `PolicyConditionInside${depth}` })
}

/** `{all: []}` holds always. */
export const PolicyCondition = conditions(depthMax)

/** So many further people, each of one of these roles. */
export const PolicyApproval = z.strictObject({
  from: z.array(term()).min(1).max(20),
  count: z.int().min(1).max(5),
})

export const PolicyRule = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/),
    name: z.string().trim().min(1).max(120),
    /** Ids of operations of the contract, or `sign` for a wallet's transfer. */
    on: terms(),
    when: PolicyCondition,
    then: z.union([
      z.enum(['allow', 'deny']),
      z.strictObject({
        approvals: z.array(PolicyApproval).min(1).max(5),
        expiresInMs: z
          .int()
          .min(60_000)
          .max(30 * 86_400_000),
      }),
    ]),
  })
  .meta({ id: 'PolicyRule' })

/** Any matching `deny` wins; else the first match; else `otherwise`. */
export const PolicyRules = z
  .strictObject({
    rules: z.array(PolicyRule).max(200),
    otherwise: z.enum(['allow', 'deny']),
  })
  .refine(({ rules }) => new Set(rules.map(({ id }) => id)).size === rules.length, {
    path: ['rules'],
    message: 'Each rule has an id of its own.',
  })
  .meta({ id: 'PolicyRules' })

export type PolicyFact = z.infer<typeof PolicyFact>
export type PolicyApproval = z.infer<typeof PolicyApproval>
export type PolicyRule = z.infer<typeof PolicyRule>
export type PolicyRules = z.infer<typeof PolicyRules>
/** Rules as they stood at one time; `version` rises by one with each change. */
export type Policy = PolicyRules & { version: number }
