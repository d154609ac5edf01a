import { expect, test } from 'vitest'
import { ApiError } from '@corridor/client/http'
import { changeConsequences, isInFlight } from './changes/change-consequences.ts'
import {
  openQuestions,
  questionOf,
  routeNamed,
} from '../../../features/payin-routes/create-choice.ts'
import type { Deposit } from '../../../api/queries/payin-routes.ts'
import {
  arrivedAt,
  resolveOptions,
  returnsTo,
  undecidable,
} from '../../../features/payin-routes/resolve/resolve-labels.ts'
import { consequences, endedCause, lockOf } from './toggle/toggle-consequences.ts'

const hold = { strategy: 'HOLD' as const }
const facts = { inFlight: 0, held: 0, returnPolicy: hold }

test('switching off says what is held, what finishes, and what the return policy does', () => {
  const lines = consequences('off', { ...facts, inFlight: 2 }).join(' ')
  expect(lines).toContain(
    'Deposits that arrive while the route is inactive are held until you resolve them',
  )
  expect(lines).toContain('2 deposits are in transit and will finish')
  expect(lines).toContain('If the funding account itself is deactivated, deposits are held as well')
  const back = consequences('off', { ...facts, returnPolicy: { strategy: 'ORIGIN_ACCOUNT' } })
  expect(back.join(' ')).toContain('deposits are returned to the sender')
})

test('switching on moves nothing that is held, and says so', () => {
  expect(consequences('on', facts)).toHaveLength(1)
  expect(consequences('on', { ...facts, held: 1 })[1]).toMatch(/^One deposit stays held/)
})

const off = {
  routeStatus: 'inactive' as const,
  statusReason: 'DESTINATION_DISABLED' as const,
  externalAccountId: 'acc_1',
  fundingAccountId: 'fund_1',
  accountOwner: { entityId: 'ent_1', name: 'Ada' },
}

test.each([
  ['DESTINATION_DISABLED', '/accounts/external/acc_1'],
  ['FUNDING_DEACTIVATED', '/accounts/funding/fund_1'],
  ['COMPLIANCE_HOLD', '/entities/ent_1/kyc'],
] as const)('a route locked by %s links to what has to be mended', (statusReason, to) => {
  const route = { ...off, statusReason, allowedActions: ['update' as const] }
  expect(lockOf(route)?.link?.to).toBe(to)
  expect(endedCause(route)).toBeUndefined()
})

test('once the cause is over it is offered, and nothing is locked', () => {
  const route = { ...off, allowedActions: ['activate' as const] }
  expect(lockOf(route)).toBeUndefined()
  expect(endedCause(route)).toBe('The destination is enabled again')
  expect(endedCause({ ...route, statusReason: 'BY_PARTNER' })).toBeUndefined()
  expect(lockOf({ ...route, routeStatus: 'active', allowedActions: [] })).toBeUndefined()
})

test('only what is not decided yet is on its way to the old destination', () => {
  const states = ['SCHEDULED', 'RECEIVED', 'SCREENING', 'FORWARDING', 'FORWARDED', 'HELD'] as const
  expect(states.filter((status) => isInFlight({ status }))).toEqual([
    'RECEIVED',
    'SCREENING',
    'FORWARDING',
  ])
  expect(changeConsequences({ held: 3, routeStatus: 'inactive' }).join(' ')).toMatch(/3 held.*off/)
})

const held = {
  status: 'HELD',
  heldReason: 'ROUTE_INACTIVE',
  amountIn: { amount: 1250, currency: 'EUR' },
  allowedActions: ['FORWARD', 'RETURN', 'HOLD'],
  sender: { name: 'Brightwater', accountMasked: '••••3000', walletAddress: '', reference: '' },
} satisfies Partial<Deposit>

test('what is in review, or moves already, cannot be decided', () => {
  expect(undecidable(held)).toBeUndefined()
  expect(undecidable({ ...held, heldReason: 'COMPLIANCE', allowedActions: [] })).toMatch(
    /only compliance can decide/,
  )
  expect(undecidable({ ...held, heldReason: 'COMPLIANCE' })).toBeUndefined()
  expect(undecidable({ ...held, allowedActions: [] })).toBeDefined()
  expect(undecidable({ ...held, status: 'FORWARDING' })).toBeDefined()
})

test('each choice says what it does, and why it cannot be made', () => {
  const options = resolveOptions({ ...held, allowedActions: ['RETURN'] })
  expect(options.map(({ disabledReason }) => disabledReason === undefined)).toEqual([
    false,
    false,
    true,
    false,
  ])
  expect(options[2]?.text).toContain('1,250.00 EUR')
  const again = resolveOptions({ ...held, heldReason: 'PAYOUT_FAILED' })
  expect(again[0]?.text).toMatch(/out again/)
})

const unknown = { name: 'X', accountMasked: '', walletAddress: '', reference: '' }

test.each([
  ['the sender', held.sender, hold, { to: 'sender', text: 'Brightwater, ••••3000' }],
  [
    'the policy’s account',
    held.sender,
    { strategy: 'STATIC_ADDRESS', target: 'acc_9' },
    { to: 'target', target: 'acc_9' },
  ],
  ['nobody without a rule', unknown, { strategy: 'ORIGIN_ACCOUNT' }, undefined],
  [
    'nobody, of tokens that were just issued',
    { ...unknown, walletAddress: `0x${'0'.repeat(40)}` },
    { strategy: 'ORIGIN_ACCOUNT' },
    undefined,
  ],
])('a return goes to %s', (_, sender, policy, wanted) => {
  expect(returnsTo({ sender }, policy)).toEqual(wanted)
})

test('a form asks for what is missing, the customer before its account', () => {
  const empty = { entityId: '', fundingAccountId: '', externalAccountId: '' }
  expect(Object.keys(openQuestions(empty))).toEqual(['entityId', 'externalAccountId'])
  const some = { ...empty, entityId: 'ent_1', externalAccountId: 'acc_1' }
  expect(Object.keys(openQuestions(some))).toEqual(['fundingAccountId'])
})

test('a refusal stands at its field, or names the route that is in the way', () => {
  expect(questionOf('externalAccountId', 'CORRIDOR_UNAVAILABLE')).toBe('externalAccountId')
  expect(questionOf('externalAccountId', 'KYC_REQUIRED')).toBeUndefined()
  expect(questionOf('teleport', 'FIELD_INVALID')).toBeUndefined()
  const code = 'FUNDING_ACCOUNT_ALREADY_ROUTED'
  const details = [{ path: '', code, message: 'Update tele_01kag4 instead.' }]
  const routed = new ApiError({ status: 409, code, message: 'No.', details })
  expect(routeNamed(routed)).toBe('tele_01kag4')
})

test('another token is decided about where it is at home; at a bank there is no such place', () => {
  const usdc = { id: 'j1', name: 'Chain USDC', currency: 'USDC', type: 'blockchain' }
  const dai = { ...usdc, id: 'j2', name: 'Chain DAI', currency: 'DAI' }
  const spain = { id: 'j3', name: 'Spain', currency: 'EUR', type: 'country' }
  const usa = { ...spain, id: 'j4', name: 'United States', currency: 'USD' }
  const at = (jurisdiction: typeof usdc, currency: string) =>
    arrivedAt({ jurisdiction }, { amountIn: { amount: 1, currency } }, [usdc, dai, spain, usa])
      .jurisdiction.id
  expect([at(usdc, 'USDC'), at(usdc, 'DAI'), at(spain, 'USD')]).toEqual(['j1', 'j2', 'j3'])
})
