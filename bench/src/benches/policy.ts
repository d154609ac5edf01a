import type { Policy, PolicyCondition, PolicyRule } from '@corridor/contract/policy'
import { decide, type Facts } from '../../../packages/domain/src/policy/index.ts'
import { type CheckedFacts, handWritten } from '../baselines/checks.ts'
import type { Bench, BenchOptions } from '../measure/bench.ts'
import { alternate, type Contender, type Goal, judged } from '../measure/measure.ts'

const ruleCount = 200
const pastCount = 100
const limitMicroseconds = 50
const batch = 200
const noon = Date.UTC(2026, 10, 14, 12)
const blocked = Array.from({ length: 50 }, (_, at) => `0x${String(at).padStart(40, '0')}`)

/** Decisions that no rule makes, so that each of the rules is asked. */
export const policyBench: Bench = {
  name: 'policy',
  what: `one decision over ${ruleCount} rules, with sums given and with ${pastCount} earlier operations, against hand-written code`,
  run: async (options) => {
    const policy = policyOfAllKinds()
    const check = handWritten(ruleCount, blocked)
    const earlier = operations(pastCount)
    const summed = operations(64).map(({ history: _history, ...facts }) => ({
      ...facts,
      sums: { 'sum:USD:wallet:86400': '5000' },
      counts: { 'count:wallet:86400': pastCount },
    }))
    const past = operations(64).map((facts) => ({
      ...facts,
      history: earlier.map(({ amounts, scopes }, at) => ({
        at: noon - at * 600_000,
        amounts,
        scopes,
      })),
    }))
    const undecided = (facts: Facts): boolean => decide(policy, facts).rule === null
    const series = await alternate(
      [
        timed('sums given', summed, undecided, options),
        timed('history', past, undecided, options),
        timed(
          'compiled each time',
          past,
          (facts) => decide({ ...policy }, facts).rule === null,
          options,
        ),
        timed('hand-written', past, (facts) => check(facts) === -1, options),
        { name: 'goal', run: async () => ({ µs: limitMicroseconds }) },
      ],
      options.rounds,
    )
    return judged(series, goals)
  },
}

const time = { metric: 'µs', better: 'less' as const }
const goals: Goal[] = [
  { ...time, ours: 'sums given', base: 'goal', must: 1, aim: 0.5 },
  { ...time, ours: 'history', base: 'goal', must: 1, aim: 0.5 },
  { ...time, ours: 'history', base: 'hand-written', must: 4, aim: 2 },
]

/** Microseconds for one call, over operations in turn; a call that says no ends the bench. */
function timed<Given>(
  name: string,
  cases: readonly Given[],
  call: (given: Given) => boolean,
  { seconds }: BenchOptions,
): Contender {
  return {
    name,
    run: async () => {
      const started = performance.now()
      const until = started + seconds * 1000
      let done = 0
      while (performance.now() < until) {
        for (let at = 0; at < batch; at += 1) {
          const given = cases[(done + at) % cases.length]
          if (given === undefined || !call(given)) throw new Error(`${name}: a rule decided`)
        }
        done += batch
      }
      return { µs: ((performance.now() - started) * 1000) / done }
    },
  }
}

function operations(count: number): (Facts & CheckedFacts)[] {
  return Array.from({ length: count }, (_, at) => ({
    operation: 'sign',
    amounts: { USD: `${at + 10}.25`, USDC: `${at + 10}.250001` },
    asset: 'USDC',
    direction: 'OFF_RAMP',
    corridor: 'US>MX',
    payee: 'known',
    destinations: [`0xAbC${String(at).padStart(37, '0')}`, `acc_${at}`],
    initiator: [`member:mem_${at}`, 'role:treasury', 'method:passkey'],
    at: noon + at * 60_000,
    scopes: { wallet: 'wal_1' },
    history: [],
  }))
}

function policyOfAllKinds(): Policy {
  const rules = Array.from({ length: ruleCount }, (_, at): PolicyRule => ({
    id: `rule-${at}`,
    name: `Rule ${at}`,
    on: ['sign'],
    when: conditionAt(at),
    then: at % 3 === 0 ? 'deny' : 'allow',
  }))
  return { version: 1, rules, otherwise: 'deny' }
}

function conditionAt(at: number): PolicyCondition {
  const over = String(1_000_000 + at)
  const window = { by: 'wallet', windowSeconds: 86_400 } as const
  const conditions: PolicyCondition[] = [
    {
      all: [
        { fact: 'asset', in: ['USDC'] },
        { fact: 'amount', unit: 'USDC', over },
      ],
    },
    { fact: 'sum', unit: 'USD', ...window, over },
    { fact: 'count', ...window, over: 1_000 + at },
    {
      all: [
        { fact: 'payee', in: ['new'] },
        { fact: 'amount', unit: 'USD', over },
      ],
    },
    { fact: 'destination', in: blocked },
    {
      all: [
        { fact: 'time', from: '22:00', to: '06:00', zone: 'UTC' },
        { fact: 'corridor', in: ['GB>NG'] },
      ],
    },
    { fact: 'initiator', in: ['role:viewer'] },
    { all: [{ not: { fact: 'payee', in: ['known'] } }, { fact: 'asset', in: ['EURC'] }] },
  ]
  return conditions[at % conditions.length] ?? { all: [] }
}
