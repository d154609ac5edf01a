import type { Policy, PolicyCondition, PolicyFact } from '@corridor/contract/policy'

export type FactOf<Kind extends PolicyFact['fact']> = Extract<PolicyFact, { fact: Kind }>

/** One function for each kind of fact. */
export type ByFact<Rest extends unknown[], Result> = {
  [Kind in PolicyFact['fact']]: (fact: FactOf<Kind>, ...rest: Rest) => Result
}

/** Calls the function that the table has for this kind of fact. */
export function byFact<Rest extends unknown[], Result>(
  table: ByFact<Rest, Result>,
  fact: PolicyFact,
  ...rest: Rest
): Result {
  const found = table[fact.fact] as (fact: PolicyFact, ...rest: Rest) => Result
  return found(fact, ...rest)
}

/** Whose earlier operations are added up. */
export type PolicyScope = FactOf<'sum'>['by']
export type PayeeStanding = FactOf<'payee'>['in'][number]

/**
 * Decimal text by unit (`USD`, or the code of an asset). A unit that is absent is not known; an
 * operation that moves nothing of it says `'0'` (see `movedAmounts`).
 */
export type Amounts = Readonly<Record<string, string>>

/** Ids of whom an operation belongs to. It is not counted for a scope without an id. */
export type ScopeIds = Readonly<Partial<Record<PolicyScope, string>>>

/** An earlier operation, whichever rule it matched. `at` in ms since the epoch. */
export type Past = { readonly at: number; readonly amounts: Amounts; readonly scopes: ScopeIds }

/**
 * What a policy is asked about, as plain data: the same facts give the same decision at any later
 * time. A member that is absent is not known, which never helps an operation.
 */
export type Facts = {
  /** Id of an operation of the contract, or `sign`. */
  readonly operation: string
  readonly amounts: Amounts
  readonly asset?: string
  readonly direction?: string
  /** Countries of source and target: `US>MX`. */
  readonly corridor?: string
  readonly payee?: PayeeStanding
  /** Every name of where it goes: address, account id, route id. Empty: it goes nowhere. */
  readonly destinations?: readonly string[]
  /** `member:…`, `role:…`, `key:…`, `method:passkey`. Empty: not known. */
  readonly initiator: readonly string[]
  /** Time of the operation, in ms since the epoch. */
  readonly at: number
  readonly scopes: ScopeIds
  /** Earlier operations without this one, as far back as the longest window (`windowsOf`). */
  readonly history?: readonly Past[]
  /** Instead of a history: sums of earlier operations without this one, by `windowKey`. */
  readonly sums?: Readonly<Record<string, string>>
  /** The same for numbers of operations. */
  readonly counts?: Readonly<Record<string, number>>
}

/** What is to be added up: of the operations with the same `by`, later than `at` − `windowSeconds`. */
export type PolicyWindow =
  | Pick<FactOf<'sum'>, 'fact' | 'unit' | 'by' | 'windowSeconds'>
  | Pick<FactOf<'count'>, 'fact' | 'by' | 'windowSeconds'>

/** `sum:USD:wallet:86400`, `count:partner:3600`. */
export function windowKey(window: PolicyWindow): string {
  const what = window.fact === 'sum' ? `sum:${window.unit}` : 'count'
  return `${what}:${window.by}:${window.windowSeconds}`
}

/** Each window once that rules ask about: all of them, or those that apply to one operation. */
export function windowsOf(policy: Policy, operation?: string): PolicyWindow[] {
  const windows = new Map<string, PolicyWindow>()
  for (const fact of factsAsked(policy, operation)) {
    if (fact.fact !== 'sum' && fact.fact !== 'count') continue
    const { over: _, ...window } = fact
    windows.set(windowKey(window), window)
  }
  return [...windows.values()]
}

/**
 * Amounts of an operation that moves one asset, for its facts and for its place in a history: zero
 * of every other asset that rules ask about. Dollars stay unknown unless they are given.
 */
export function movedAmounts(
  policy: Policy,
  { asset, amount, dollars }: { asset: string; amount: string; dollars?: string },
): Amounts {
  const units = factsAsked(policy).flatMap((fact) =>
    (fact.fact === 'amount' || fact.fact === 'sum') && fact.unit !== 'USD' ? [fact.unit] : [],
  )
  return {
    ...Object.fromEntries(units.map((unit) => [unit, '0'])),
    ...(dollars === undefined ? {} : { USD: dollars }),
    [asset]: amount,
  }
}

export function appliesTo(on: readonly string[], operation: string): boolean {
  return on.includes(operation) || on.includes('*')
}

const factsAsked = (policy: Policy, operation?: string): PolicyFact[] =>
  policy.rules
    .filter(({ on }) => operation === undefined || appliesTo(on, operation))
    .flatMap(({ when }) => factsIn(when))

function factsIn(condition: PolicyCondition): PolicyFact[] {
  if ('all' in condition) return condition.all.flatMap(factsIn)
  if ('any' in condition) return condition.any.flatMap(factsIn)
  if ('not' in condition) return factsIn(condition.not)
  return [condition]
}
