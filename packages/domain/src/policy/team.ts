// A policy and the people that there are: how many are still needed, whom a rule waits for in vain, and
// whether anybody could change the policy again.
import type { Policy, PolicyApproval, PolicyRule } from '@corridor/contract/policy'
import type { Finding } from './analysis.ts'
import { decide } from './decide.ts'
import { type Facts, windowKey, windowsOf } from './facts.ts'
import { joinList } from './texts.ts'

/** The names that one person goes by: `member:mem_…`, `role:treasury`. */
export type Person = readonly string[]

/**
 * How many further people have to agree. Each person counts once, wherever the most can be met: who
 * could stand for two needs stands for the one that nobody else can.
 */
export function stillNeeded(needs: readonly PolicyApproval[], people: readonly Person[]): number {
  const places = needs.flatMap(({ from, count }) => Array.from({ length: count }, () => from))
  const takenBy = new Map<number, number>()

  const seat = (person: number, seen: Set<number>): boolean =>
    places.some((from, place) => {
      if (seen.has(place) || !people[person]?.some((name) => from.includes(name))) return false
      seen.add(place)
      const holder = takenBy.get(place)
      if (holder !== undefined && !seat(holder, seen)) return false
      takenBy.set(place, person)
      return true
    })

  people.forEach((_, person) => seat(person, new Set()))
  return places.length - takenBy.size
}

/** Whether a person could agree at all: some need names them. */
export const mayAgree = (needs: readonly PolicyApproval[], person: Person): boolean =>
  needs.some(({ from }) => person.some((name) => from.includes(name)))

/** One person of a team; who has two memberships under one address is one. */
export type TeamMember = {
  name: string
  selectors: Person
  /** May agree to what others ask for. */
  approves: boolean
  /** May ask for another policy. */
  changesPolicy: boolean
}

const changeOperation = 'approvals.changePolicy'
const hourMs = 3_600_000
const weekHours = 168

/**
 * Rules that ask for more people than there are, in their order, and whether the policy could be
 * changed again: by anybody, and by `maker`.
 */
export function explainForTeam(
  policy: Policy,
  team: readonly TeamMember[],
  { at, maker }: { at: number; maker?: TeamMember | undefined },
): Finding[] {
  const changers = team.filter(({ changesPolicy }) => changesPolicy)
  const couldChange = (member: TeamMember) => mayChange(policy, team, member, at)
  const unreachable = policy.rules.flatMap((rule) => unreachableBy(rule, team) ?? [])
  if (!changers.some(couldChange))
    return [...unreachable, locked('No member could change this policy again.')]
  if (!maker?.changesPolicy || couldChange(maker)) return unreachable
  return [...unreachable, locked(`${maker.name} could not change this policy again.`)]
}

const locked = (sentence: string): Finding => ({ rule: '', kind: 'locked', sentence })

function unreachableBy(rule: PolicyRule, team: readonly TeamMember[]): Finding | undefined {
  if (typeof rule.then === 'string') return undefined
  const needs = rule.then.approvals
  const found = (sentence: string): Finding => ({ rule: rule.id, kind: 'unreachable', sentence })
  const about = `Rule “${rule.name}”`
  const missing = stillNeeded(needs, approversOf(team))
  if (missing > 0) {
    const wanted = needs.reduce((sum, { count }) => sum + count, 0)
    return found(
      `${about} can never be met: it asks for ${people(wanted)}, and ${people(wanted - missing)} could agree.`,
    )
  }
  const alone = team.filter((member) => !isMetBy(needs, team, member))
  if (alone.length === 0) return undefined
  const names = joinList(
    alone.map(({ name }) => name),
    'or',
  )
  return found(`${about} cannot be met for what ${names} asks for: too few others could agree.`)
}

const people = (count: number): string =>
  count === 0 ? 'nobody' : count === 1 ? 'one person' : `${count} people`

const approversOf = (team: readonly TeamMember[], except?: TeamMember): Person[] =>
  team.filter((member) => member.approves && member !== except).map(({ selectors }) => selectors)

const isMetBy = (
  needs: readonly PolicyApproval[],
  team: readonly TeamMember[],
  maker: TeamMember,
): boolean =>
  !(maker.approves && mayAgree(needs, maker.selectors)) ||
  stillNeeded(needs, approversOf(team, maker)) === 0

/** At some time of the week, where the policy asks about the time. */
function mayChange(policy: Policy, team: readonly TeamMember[], member: TeamMember, at: number) {
  const asksTime = /"fact":"(time|day)"/.test(JSON.stringify(policy.rules))
  const hours = Array.from({ length: asksTime ? weekHours : 1 }, (_, hour) => at + hour * hourMs)
  return hours.some((time) => {
    const { outcome, needs } = decide(policy, changeBy(policy, member, time))
    if (outcome === 'approvals') return stillNeeded(needs, approversOf(team, member)) === 0
    return outcome === 'allow'
  })
}

/** A change that a member asks for when nothing else has happened. */
function changeBy(policy: Policy, { selectors }: TeamMember, at: number): Facts {
  const windows = windowsOf(policy, changeOperation).filter(
    ({ by }) => by === 'partner' || by === 'initiator',
  )
  const totals = <T>(fact: 'sum' | 'count', nothing: T) =>
    Object.fromEntries(
      windows.filter((window) => window.fact === fact).map((item) => [windowKey(item), nothing]),
    )
  return {
    operation: changeOperation,
    amounts: {},
    initiator: [...selectors, 'method:passkey'],
    at,
    scopes: { partner: 'partner', initiator: selectors[0] ?? '' },
    sums: totals('sum', '0'),
    counts: totals('count', 0),
  }
}
