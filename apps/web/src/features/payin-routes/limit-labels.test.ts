import { limitKinds } from '@corridor/contract'
import { expect, test } from 'vitest'
import { raiserOf, shortfallOf, unfitText } from './limit-labels.ts'

const limit = { kind: 'PARTNER_DAY', limit: 500, used: 490.5, left: 9.5, needed: 20 } as const
const resetsAt = '2027-01-01T00:00:00.000Z'

test('a limit of a period says what is left of it, one of each deposit what it is', () => {
  const usd = { ...limit, currency: 'USD' }
  expect(shortfallOf({ ...usd, resetsAt })).toEqual({ name: 'Your daily limit', left: '9.50 USD' })
  const most = { name: 'Largest deposit', left: '500.00 USD' }
  expect(shortfallOf({ ...usd, kind: 'MAX_DEPOSIT' })).toEqual(most)
  const count = { ...limit, kind: 'CUSTOMER_DAY_COUNT', left: 0, currency: '', resetsAt } as const
  expect(shortfallOf(count).left).toBe('0')
})

test('what does not fit without a limit says why', () => {
  expect(unfitText({ fits: false, reason: 'ROUTE_INACTIVE' })).toBe('Its route is off.')
  expect(unfitText({ fits: true, reason: '' })).toBe('')
})

test.each(limitKinds)('%s has a name', (kind) => {
  expect(shortfallOf({ ...limit, kind, currency: 'USD' }).name).toMatch(/^[A-Z][^_]+$/)
})

test('a limit of the workspace, of a customer and of a jurisdiction differ in who can raise it', () => {
  const kinds = ['PARTNER_DAY', 'CUSTOMER_MONTH', 'ACCOUNT_DAY'] as const
  const labels = kinds.map((kind) => raiserOf({ ...limit, kind, currency: 'USD' }))
  expect(new Set(labels).size).toBe(3)
  expect(labels).toEqual(labels.map(() => expect.stringContaining('Corridor')))
})
