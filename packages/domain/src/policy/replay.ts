import type { Policy } from '@corridor/contract/policy'
import { decide, type Decision } from './decide.ts'
import type { Facts } from './facts.ts'

/** A case and what decides it after the change. */
export type Changed = { id: string } & Pick<Decision, 'rule' | 'because'>

export type Replay = {
  total: number
  newlyDenied: Changed[]
  /** Would wait for approvals and did not before. */
  newlyWaiting: Changed[]
  newlyAllowed: Changed[]
  /** Waits before and after, but for others. */
  otherApprovals: Changed[]
  /** How many have the same outcome from the same people. */
  unchanged: number
}

/** What a change of a policy would have done to operations that happened. */
export function replay(
  before: Policy,
  after: Policy,
  cases: readonly { id: string; facts: Facts }[],
): Replay {
  const result: Replay = {
    total: cases.length,
    newlyDenied: [],
    newlyWaiting: [],
    newlyAllowed: [],
    otherApprovals: [],
    unchanged: 0,
  }
  const lists = {
    deny: result.newlyDenied,
    approvals: result.newlyWaiting,
    allow: result.newlyAllowed,
  }
  for (const { id, facts } of cases) {
    const [old, fresh] = [decide(before, facts), decide(after, facts)]
    const changed = { id, rule: fresh.rule, because: fresh.because }
    if (old.outcome !== fresh.outcome) lists[fresh.outcome].push(changed)
    else if (needsOf(old) !== needsOf(fresh)) result.otherApprovals.push(changed)
    else result.unchanged += 1
  }
  return result
}

const needsOf = ({ needs }: Decision): string =>
  JSON.stringify(needs.map(({ from, count }) => [from, count]))
