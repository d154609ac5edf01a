import type { PolicyCondition, PolicyRule, PolicyRules } from '@corridor/contract/policy'

export type Weekday = 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'
export const days: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/** An amount in a token or in dollars; `over` is what was typed. */
export type Limit = { unit: string; over: string }
/** The signer's own words for how somebody signs. */
export const signers = ['any', 'passkey', 'session', 'api_key'] as const
export type SecondBy = (typeof signers)[number]
export type Hours = { days: readonly Weekday[]; from: string; to: string; zone: string }

/** The rules that have a form; undefined or empty where there is none of them. */
export type PolicyForm = {
  /** The only addresses that may be paid. */
  receivers: readonly string[] | undefined
  perTransfer: readonly Limit[]
  perDay: readonly Limit[]
  hours: Hours | undefined
  second: readonly (Limit & { by: SecondBy })[]
}

const dayS = 86_400
/** A second signature is waited for as long as the quote is good; this is the most a rule can say here. */
const secondExpiresInMs = 600_000

/** The forms that a policy fills, and the rules that none of them can show. */
export function formOf(policy: PolicyRules): { form: PolicyForm; others: PolicyRule[] } {
  const form: PolicyForm = {
    receivers: undefined,
    perTransfer: [],
    perDay: [],
    hours: undefined,
    second: [],
  }
  const slots = slotsOf(policy)
  const filled = policy.rules.reduce(
    (before, rule) => (slots.has(rule) ? { ...before, ...partOf(rule, before) } : before),
    form,
  )
  return { form: filled, others: policy.rules.filter((rule) => !slots.has(rule)) }
}

/**
 * The policy with what the forms say. Each rule stays at its place and keeps its name; what no form shows is kept as
 * it is; what is new comes last.
 */
export function policyOf(form: PolicyForm, before: PolicyRules): PolicyRules {
  const slots = slotsOf(before)
  const made = new Map(draftsOf(form).map((rule) => [slotOf(rule), rule]))
  const kept = before.rules.flatMap((rule) => {
    const slot = slots.get(rule)
    if (slot === undefined) return [rule]
    const next = made.get(slot)
    made.delete(slot)
    return next ? [{ ...next, id: rule.id, name: rule.name }] : []
  })
  const taken = new Set(kept.map(({ id }) => id))
  const added = [...made.values()].map((rule) => ({ ...rule, id: freeId(rule.id, taken) }))
  return { rules: [...kept, ...added], otherwise: before.otherwise }
}

function freeId(id: string, taken: ReadonlySet<string>): string {
  let free = id
  for (let number = 2; taken.has(free); number += 1) free = `${id}-${number}`
  return free
}

/** The first rule of each kind; a second one of the same kind has no form. */
function slotsOf({ rules }: PolicyRules): Map<PolicyRule, string> {
  const slots = new Map<PolicyRule, string>()
  const seen = new Set<string>()
  for (const rule of rules) {
    const slot = slotOf(rule)
    if (slot === undefined || seen.has(slot)) continue
    seen.add(slot)
    slots.set(rule, slot)
  }
  return slots
}

/** Which form shows a rule: `perDay USDC`. Whatever has more in it than the form has shows nowhere. */
function slotOf(rule: PolicyRule): string | undefined {
  const part = partOf(rule, { perTransfer: [], perDay: [], second: [] })
  if (!part) return undefined
  const [[name, value] = ['', undefined]] = Object.entries(part)
  const [limit] = Array.isArray(value) ? (value as unknown[]) : []
  const unit = typeof limit === 'object' && limit !== null ? (limit as Limit).unit : ''
  return `${name} ${unit}`.trim()
}

type Lists = Pick<PolicyForm, 'perTransfer' | 'perDay' | 'second'>

function partOf(rule: PolicyRule, before: Lists): Partial<PolicyForm> | undefined {
  if (rule.on.length !== 1 || rule.on[0] !== 'sign') return undefined
  const { when, then } = rule
  if (then !== 'deny') return secondOf(rule, before)
  if ('fact' in when && when.fact === 'amount') {
    return { perTransfer: [...before.perTransfer, { unit: when.unit, over: when.over }] }
  }
  if ('fact' in when && when.fact === 'sum') {
    if (when.by !== 'wallet' || when.windowSeconds !== dayS) return undefined
    return { perDay: [...before.perDay, { unit: when.unit, over: when.over }] }
  }
  if (!('not' in when)) return undefined
  const allowed = when.not
  if ('fact' in allowed && allowed.fact === 'destination') return { receivers: allowed.in }
  const hours = hoursOf(allowed)
  return hours ? { hours } : undefined
}

function secondOf({ when, then }: PolicyRule, before: Lists): Partial<PolicyForm> | undefined {
  if (typeof then === 'string' || then.expiresInMs !== secondExpiresInMs) return undefined
  if (!('fact' in when) || when.fact !== 'amount') return undefined
  const [approval, ...further] = then.approvals
  if (!approval || further.length > 0 || approval.count !== 1) return undefined
  const [by] = approval.from
  if (approval.from.length > 1 || !isSigner(by)) return undefined
  return { second: [...before.second, { unit: when.unit, over: when.over, by }] }
}

function hoursOf(condition: PolicyCondition): Hours | undefined {
  if (!('all' in condition) || condition.all.length !== 2) return undefined
  const [day, time] = condition.all
  if (!day || !time || !('fact' in day) || !('fact' in time)) return undefined
  if (day.fact !== 'day' || time.fact !== 'time' || day.zone !== time.zone) return undefined
  return { days: day.in, from: time.from, to: time.to, zone: time.zone }
}

const isSigner = (name: string | undefined): name is SecondBy =>
  signers.some((known) => known === name)

/** A rule's name is signed with it and read by everybody, so it is English whoever writes it. */
function draftsOf({ receivers, perTransfer, perDay, hours, second }: PolicyForm): PolicyRule[] {
  return [
    ...(receivers
      ? [
          denial('allowed-receivers', 'Allowed receivers', {
            not: { fact: 'destination', in: [...receivers] },
          }),
        ]
      : []),
    ...perTransfer.map(({ unit, over }) =>
      denial(`transfer-limit-${unit.toLowerCase()}`, `Limit per transfer in ${unit}`, {
        fact: 'amount',
        unit,
        over,
      }),
    ),
    ...perDay.map(({ unit, over }) =>
      denial(`daily-limit-${unit.toLowerCase()}`, `Limit per day in ${unit}`, {
        fact: 'sum',
        unit,
        by: 'wallet',
        windowSeconds: dayS,
        over,
      }),
    ),
    ...(hours
      ? [
          denial('signing-hours', 'Signing hours', {
            not: {
              all: [
                { fact: 'day', in: [...hours.days], zone: hours.zone },
                { fact: 'time', from: hours.from, to: hours.to, zone: hours.zone },
              ],
            },
          }),
        ]
      : []),
    ...second.map(({ unit, over, by }) => ({
      id: `second-signature-${unit.toLowerCase()}`,
      name: `Second signature in ${unit}`,
      on: ['sign'],
      when: { fact: 'amount' as const, unit, over },
      then: {
        approvals: [{ from: [by], count: 1 }],
        expiresInMs: secondExpiresInMs,
      },
    })),
  ]
}

function denial(id: string, name: string, when: PolicyCondition): PolicyRule {
  return { id, name, on: ['sign'], when, then: 'deny' }
}
