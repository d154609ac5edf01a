import { z } from 'zod'

// The form of a policy: plain data, shown and edited as forms, printed as sentences. What it decides
// is decided by the engine in the domain (`packages/domain/src/policy`).

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
    z.strictObject({
      fact: z
        .literal('amount')
        .describe('Whether the amount of the operation is larger than `over`.'),
      unit: unit().describe('USD, or the code of the asset that moves.'),
      over: decimalText().describe('Decimal number as text, such as 1000 or 0.5.'),
    }),
    z.strictObject({
      fact: z
        .literal('sum')
        .describe('Whether the window’s amounts, this one included, come to more than `over`.'),
      unit: unit().describe('USD, or the code of the asset that moves.'),
      by: z.enum(policyScopes).describe('Whose earlier operations are added up.'),
      windowSeconds: seconds().describe('Length of the window, in seconds: a minute to 366 days.'),
      over: decimalText().describe('Decimal number as text, such as 1000 or 0.5.'),
    }),
    z.strictObject({
      fact: z
        .literal('count')
        .describe(
          'Whether there are more than `over` operations in the window, this one included.',
        ),
      by: z.enum(policyScopes).describe('Whose earlier operations are counted.'),
      windowSeconds: seconds().describe('Length of the window, in seconds: a minute to 366 days.'),
      over: z.int().min(0).max(1_000_000).describe('Number of operations that still pass.'),
    }),
    z.strictObject({
      fact: z.literal('asset').describe('Which currency or token moves.'),
      in: terms().describe('Codes of currencies or tokens.'),
    }),
    z.strictObject({
      fact: z.literal('direction').describe('What the money turns into.'),
      in: terms().describe('Directions, such as ON_RAMP.'),
    }),
    z.strictObject({
      fact: z.literal('corridor').describe('From where to where it goes.'),
      in: terms().describe('Corridors such as `US>MX`; either end may be `*`.'),
    }),
    z.strictObject({
      fact: z.literal('payee').describe('How well the payee is known.'),
      in: z
        .array(z.enum(payeeStandings))
        .min(1)
        .max(3)
        .describe('Standings: known, new, or listed where it resembles a listed name or address.'),
    }),
    z.strictObject({
      fact: z.literal('destination').describe('Where the money goes.'),
      in: terms().describe('Addresses (compared without case), account ids or route ids.'),
    }),
    z.strictObject({
      fact: z.literal('initiator').describe('Who asks for the operation.'),
      in: terms().describe(
        'Such as `member:mem_…`, `role:treasury`, `key:key_…` or `method:passkey`.',
      ),
    }),
    z.strictObject({
      fact: z.literal('time').describe('The time of day.'),
      from: timeOfDay().describe('Start of the span as HH:MM, itself part of it.'),
      to: timeOfDay().describe(
        'End of the span as HH:MM, not part of it; before `from` for a span over midnight.',
      ),
      zone: zone().describe('Time zone of the clock, such as `Europe/Berlin`.'),
    }),
    z.strictObject({
      fact: z.literal('day').describe('The day of the week.'),
      in: z.array(z.enum(weekdays)).min(1).max(7).describe('Days of the week that match.'),
      zone: zone().describe('Time zone of the days, such as `Europe/Berlin`.'),
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
      z.strictObject({
        all: z.array(inner).max(20).describe('Holds where all of these hold; empty holds always.'),
      }),
      z.strictObject({
        any: z
          .array(inner)
          .min(1)
          .max(20)
          .describe('Holds where at least a single condition of these holds.'),
      }),
      z.strictObject({ not: inner.describe('Holds where this does not.') }),
    ])
    .meta({ id: depth === depthMax ? 'PolicyCondition' : `PolicyConditionInside${depth}` })
}

/** `{all: []}` holds always. */
export const PolicyCondition = conditions(depthMax)

/** So many further people, each of one of these roles. */
export const PolicyApproval = z.strictObject({
  from: z
    .array(term())
    .min(1)
    .max(20)
    .describe('Members or roles that may agree, such as `role:treasury` or `member:mem_…`.'),
  count: z.int().min(1).max(5).describe('How many further people have to agree, 1 to 5.'),
})

export const PolicyRule = z
  .strictObject({
    id: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{0,39}$/)
      .describe('Your own id of the rule: small letters, digits and hyphens.'),
    name: z.string().trim().min(1).max(120).describe('Name of the rule, for people.'),
    on: terms().describe(
      'Ids of operations such as `transfers.execute`, or `sign` for a wallet’s transfer.',
    ),
    when: PolicyCondition.describe('The condition under which the rule decides.'),
    then: z
      .union([
        z.enum(['allow', 'deny']),
        z.strictObject({
          approvals: z
            .array(PolicyApproval)
            .min(1)
            .max(5)
            .describe('Approvals that are needed, all of them.'),
          expiresInMs: z
            .int()
            .min(60_000)
            .max(30 * 86_400_000)
            .describe('Milliseconds until the request ends without them: a minute to 30 days.'),
        }),
      ])
      .describe('Whether to allow it, to deny it, or who has to agree.'),
  })
  .meta({ id: 'PolicyRule' })

/** Any matching `deny` wins; else the first match; else `otherwise`. */
export const PolicyRules = z
  .strictObject({
    rules: z
      .array(PolicyRule)
      .max(200)
      .describe('Rules in their order: any matching deny wins, else the first that matches.'),
    otherwise: z.enum(['allow', 'deny']).describe('What holds where no rule matches.'),
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
