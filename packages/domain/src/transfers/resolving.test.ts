import { describe, expect, test } from 'vitest'
import { deciderOf } from '../base/review.ts'
import { failureKinds, type ExecutionFailureCode } from './failures.ts'
import { resolutionsOf, type Unfitting } from './resolving.ts'

const short: Unfitting = {
  status: 'IN_REVIEW',
  isRefundFailed: false,
  reason: 'FUNDING_UNDERPAID',
  quoted: 100n,
  received: 60n,
  isPayable: true,
}

describe('what a partner may decide about money that does not fit', () => {
  test.each<[string, Partial<Unfitting>, string[]]>([
    ['too little', {}, ['ACCEPT_RECEIVED', 'RETURN']],
    ['less than the fees', { isPayable: false }, ['RETURN']],
    [
      'too much',
      { reason: 'FUNDING_OVERPAID', received: 130n },
      ['ACCEPT_RECEIVED', 'PAY_QUOTED', 'RETURN'],
    ],
    [
      'more than its limit',
      { reason: 'FUNDING_OVERPAID', received: 130n, isPayable: false },
      ['PAY_QUOTED', 'RETURN'],
    ],
    [
      'late, without a price then',
      { reason: 'FUNDING_TIMEOUT', received: 100n },
      ['ACCEPT_RECEIVED', 'PAY_QUOTED', 'RETURN'],
    ],
    ['a refund that failed', { isRefundFailed: true }, []],
    [
      'another name at the bank',
      { reason: 'BENEFICIARY_NAME_UNCONFIRMED' },
      ['PAY_AS_IS', 'RETURN'],
    ],
    [
      'a refund to another name',
      { reason: 'BENEFICIARY_NAME_UNCONFIRMED', isRefundFailed: true },
      ['PAY_AS_IS'],
    ],
    ['what waits', { status: 'PENDING' }, []],
    ['a stranger’s money', { reason: 'FUNDING_SENDER_MISMATCH', received: 100n }, []],
    ['a hit', { reason: 'COMPLIANCE_SCREENING_HIT', received: 100n }, []],
  ])('%s', (_, change, expected) => {
    expect(resolutionsOf({ ...short, ...change })).toEqual(expected)
  })
})

describe('who decides', () => {
  const codes = Object.keys(failureKinds) as ExecutionFailureCode[]
  test.each(codes)('%s', (code) => {
    const isPartners = /^(FUNDING|BENEFICIARY|SIGNING)_/.test(code)
    const isStranger = code === 'FUNDING_SENDER_MISMATCH'
    expect(deciderOf(code)).toBe(isPartners && !isStranger ? 'partner' : 'operator')
  })

  test.each(['NO_TRANSFER', 'LIMIT', 'UNKNOWN_SENDER', 'ROUTE_INACTIVE', 'PAYOUT_FAILED'])(
    '%s is the partner’s',
    (reason) => {
      expect(deciderOf(reason)).toBe('partner')
    },
  )

  test.each(['COMPLIANCE', 'SCREENING_HIT', 'KYC_REVIEW'])('%s is the operator’s', (reason) => {
    expect(deciderOf(reason)).toBe('operator')
  })
})
