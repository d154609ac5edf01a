import type { Policy, PolicyCondition, PolicyRule } from '@corridor/contract/policy'
import { expect, test } from 'vitest'
import { defaultPolicy, explainForTeam, type TeamMember } from './index.ts'

const at = Date.UTC(2026, 0, 5, 12)

const person = (name: string, role: string): TeamMember => ({
  name,
  selectors: [`member:mem_${name}`, `role:${role}`],
  approves: role === 'owner' || role === 'treasury',
  changesPolicy: role === 'owner' || role === 'admin',
})
const nora = person('Nora', 'owner')
const idris = person('Idris', 'treasury')
const ada = person('Ada', 'admin')
const vera = person('Vera', 'viewer')

const asks = (count: number, from = ['role:treasury']): PolicyRule => ({
  id: 'large',
  name: 'Large',
  on: ['transfers.execute'],
  when: { all: [] },
  then: { approvals: [{ from, count }], expiresInMs: 3_600_000 },
})
const policy = (...rules: PolicyRule[]): Policy => ({ version: 1, otherwise: 'allow', rules })
const sentences = (of: Policy, team: TeamMember[], maker?: TeamMember) =>
  explainForTeam(of, team, { at, maker }).map(({ kind, rule, sentence }) => [kind, rule, sentence])

test('a rule that asks for more people than there are is named, with how many could agree', () => {
  expect(sentences(policy(asks(2)), [nora, idris, vera])).toEqual([
    [
      'unreachable',
      'large',
      'Rule “Large” can never be met: it asks for 2 people, and one person could agree.',
    ],
  ])
  expect(sentences(policy(asks(1)), [nora, vera])[0]?.[2]).toContain('and nobody could agree')
  // A role that may not approve adds nobody, whatever the rule says.
  expect(sentences(policy(asks(1, ['role:viewer'])), [nora, vera])[0]?.[0]).toBe('unreachable')
})

test('a rule that is met only while its last approvers do not ask themselves names them', () => {
  expect(sentences(policy(asks(1)), [nora, idris])).toEqual([
    [
      'unreachable',
      'large',
      'Rule “Large” cannot be met for what Idris asks for: too few others could agree.',
    ],
  ])
  expect(sentences(policy(asks(1, ['role:treasury', 'role:owner'])), [nora, idris])).toEqual([])
  expect(sentences(policy(asks(1)), [nora, idris, person('Tom', 'treasury')])).toEqual([])
})

test('the default of a partner with one owner waits for somebody who is not there', () => {
  const found = explainForTeam(defaultPolicy({ approvalAbove: 0, coolingOffHours: 24 }), [nora], {
    at,
  })
  expect(found.map(({ kind }) => kind)).toContain('unreachable')
  expect(found.at(-1)).toMatchObject({ kind: 'locked', rule: '' })
})

const onChange = (then: PolicyRule['then'], when: PolicyCondition = { all: [] }): Policy =>
  policy({ id: 'change', name: 'Changes', on: ['approvals.changePolicy'], when, then })
const owners = { approvals: [{ from: ['role:owner'], count: 1 }], expiresInMs: 3_600_000 }
const everybody = [nora, idris, ada]

test.each<[string, Policy, TeamMember[], string[]]>([
  ['all is allowed', policy(), everybody, []],
  ['every change is refused', onChange('deny'), everybody, ['No member could']],
  ['an owner of two agrees', onChange(owners), [nora, ada], []],
  [
    'the only owner asks herself, and nobody else may ask',
    onChange(owners),
    [nora, idris],
    ['No member could'],
  ],
  ['all else is refused', { ...policy(), otherwise: 'deny' }, everybody, ['No member could']],
  [
    'it is refused at some hours only',
    onChange('deny', { fact: 'time', from: '08:00', to: '18:00', zone: 'UTC' }),
    everybody,
    [],
  ],
  [
    'the first of a day is allowed',
    onChange('deny', { fact: 'count', by: 'partner', windowSeconds: 86_400, over: 1 }),
    everybody,
    [],
  ],
  [
    'admins may not, which is who asks',
    onChange('deny', { fact: 'initiator', in: ['role:admin'] }),
    everybody,
    ['Ada could not'],
  ],
])('whether the policy could be changed again: %s', (_, of, team, starts) => {
  const locked = sentences(of, team, ada).flatMap(([kind, , text = '']) =>
    kind === 'locked' ? [text.split(' ').slice(0, 3).join(' ')] : [],
  )
  expect(locked).toEqual(starts)
})
