import {
  drawingStatuses,
  feeTerms,
  framePhases,
  frameStatuses,
  paymentStates as states,
  replenishmentStatuses,
  replenishQuoteStatuses,
} from '@corridor/contract'
import { expect, test } from 'vitest'
import { readStatus } from '../../ui/format/status.ts'
import {
  boundariesOf,
  frameLabel,
  paymentStates,
  paymentLabel,
  quoteLabel,
  statusAt,
  termLabels,
} from './labels.ts'

const frame = {
  status: 'ACCEPTED' as const,
  startTimestamp: '2026-11-20T12:00:00.000Z',
  endTimestamp: '2026-11-22T12:00:00.000Z',
  validUntil: '2026-11-20T10:30:00.000Z',
  misc: {
    quotedAt: '2026-11-20T10:00:00.000Z',
    utilisation: { drawn: 0, remaining: 100, peak: 0 },
    feePayment: {
      networkName: 'Test chain',
      chainId: '31337',
      tokenAddress: '0x1',
      toWalletAddress: '0x2',
      amount: 1,
    },
  },
}
const at = (text: string) => Date.parse(`2026-11-${text}Z`)

test('every state of the contract has words of its own', () => {
  const labels = [
    ...[...frameStatuses, ...framePhases].map((status) => [status, frameLabel(status).label]),
    ...replenishQuoteStatuses.map((status) => [status, quoteLabel(status).label]),
    ...[...drawingStatuses, ...replenishmentStatuses].map((status) => [
      status,
      readStatus(status).label,
    ]),
    ...states.map((status) => [status, paymentLabel(status).label]),
  ]
  expect(labels.filter(([status, label]) => status === label)).toEqual([])
  expect(paymentStates).toEqual([...states])
  expect(Object.keys(termLabels).sort()).toEqual([...feeTerms].sort())
})

test('a frame changes its phase at its boundaries, by the clock', () => {
  expect(statusAt(frame, at('20T11:59:59'))).toBe('UPCOMING')
  expect(statusAt(frame, at('20T12:00:00'))).toBe('ACTIVE')
  expect(statusAt(frame, at('22T12:00:00'))).toBe('ENDED')
  const utilisation = { drawn: 100, remaining: 0, peak: 100 }
  const used = { ...frame, misc: { ...frame.misc, utilisation } }
  expect(statusAt(used, at('20T12:00:00'))).toBe('EXHAUSTED')
  expect(boundariesOf([frame])).toEqual([at('20T12:00:00'), at('22T12:00:00')])
})

test('a quote ends when its time is over', () => {
  const quoted = { ...frame, status: 'QUOTED' as const }
  expect(statusAt(quoted, at('20T10:29:59'))).toBe('QUOTED')
  expect(statusAt(quoted, at('20T10:30:00'))).toBe('EXPIRED')
  expect(boundariesOf([quoted])).toEqual([at('20T10:30:00')])
  expect(statusAt({ ...frame, status: 'CANCELLED' }, at('20T10:00:00'))).toBe('CANCELLED')
})
