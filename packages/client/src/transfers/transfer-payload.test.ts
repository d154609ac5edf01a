import {
  activityFingerprint,
  activityPayload,
  encodeTransfer,
  generateP256KeyPair,
} from '@corridor/signing'
import { expect, test } from 'vitest'
import { stampActivity } from '../wallets/activities.ts'
import {
  checkTransferPayload,
  PayloadRefused,
  type PreparedActivity,
  stampWith,
  type WalletPlace,
  type WalletQuote,
} from '../index.ts'

const token = `0x${'70'.repeat(20)}`
const other = `0x${'66'.repeat(20)}`
const place = (entityId: string, digit: string): WalletPlace => ({
  entityId,
  walletAddress: `0x${digit.repeat(40)}`,
  chainId: '31337',
  tokenAddress: token,
  currency: 'TUSD',
  decimals: 6,
})
const [from, to] = [place('ent_a', '1'), place('ent_b', '2')]
const money = (amount: number, currency = 'TUSD') => ({ amount, currency })

const transaction = {
  chainId: 31337,
  nonce: 0,
  maxFeePerGas: 4n,
  maxPriorityFeePerGas: 1n,
  gas: 60_000n,
  token,
  recipient: to.walletAddress,
  amount: 25_000_000n,
}
type Change = {
  transaction?: Partial<typeof transaction>
  parameters?: Record<string, unknown>
  activity?: Record<string, unknown>
  quote?: Partial<WalletQuote['quote']>
  payload?: (honest: string) => string
}

function quoteWith(change: Change = {}): WalletQuote {
  const honest = activityPayload({
    type: 'ACTIVITY_TYPE_SIGN_TRANSACTION',
    timestampMs: '1767225601000',
    organizationId: from.entityId,
    activityId: 'act_1',
    parameters: {
      signWith: from.walletAddress,
      unsignedTransaction: encodeTransfer({ ...transaction, ...change.transaction }),
      type: 'TRANSACTION_TYPE_ETHEREUM',
      ...change.parameters,
    },
    ...change.activity,
  })
  return {
    executionId: 'cexec-1',
    quote: {
      inAmount: money(25),
      outAmount: money(25),
      exchangeRate: { rate: 1, conversion: 'TUSD/TUSD' },
      fees: { partnerFees: money(0), svcFees: money(0), totalFees: money(0) },
      ...change.quote,
    },
    payloadToSign: change.payload?.(honest) ?? honest,
    validUntil: '2026-01-01T00:10:00Z',
    message: '',
  }
}

function refusal(work: () => unknown): PayloadRefused {
  try {
    work()
  } catch (error) {
    if (error instanceof PayloadRefused) return error
    throw error
  }
  throw new Error('not refused')
}

test('a payload that says what quote and accounts say is read', () => {
  expect(checkTransferPayload(quoteWith(), { from, to, exactAmountIn: 25 })).toMatchObject({
    chainId: 31337,
    amount: 25_000_000n,
  })
})

const lie = (field: string, change: Change) => [field, change] as const
test.each([
  lie('chain', { transaction: { chainId: 1 } }),
  lie('token', { transaction: { token: other } }),
  lie('recipient', { transaction: { recipient: other } }),
  lie('amount', { transaction: { amount: 25_000_001n } }),
  lie('signWith', { parameters: { signWith: other } }),
  lie('kind', { parameters: { type: 'TRANSACTION_TYPE_SOLANA' } }),
  lie('organizationId', { activity: { organizationId: 'ent_b' } }),
  lie('type', { activity: { type: 'ACTIVITY_TYPE_EXPORT_WALLET' } }),
  lie('amount', { quote: { outAmount: money(20) } }),
  lie('amount', { quote: { outAmount: money(25.00000001) } }),
  lie('currency', { quote: { outAmount: money(25, 'TEUR') } }),
  lie('total', { quote: { inAmount: money(26) } }),
  lie('exactAmountIn', {
    quote: {
      inAmount: money(26),
      fees: { partnerFees: money(0), svcFees: money(1), totalFees: money(1) },
    },
  }),
])('a payload that lies about %s is refused', (field, change) => {
  const error = refusal(() =>
    checkTransferPayload(quoteWith(change), { from, to, exactAmountIn: 25 }),
  )
  expect(error.code).toBe('MISMATCH')
  expect(error.differences.map((difference) => difference.field)).toContain(field)
})

test.each([
  ['a transaction in another form', { parameters: { unsignedTransaction: '0x02c0' } }],
  ['no transaction', { parameters: { unsignedTransaction: 7 } }],
  ['a second member', { payload: (honest: string) => honest.replace('{', '{"also":1,') }],
  ['hidden space', { payload: (honest: string) => honest.replace(':', ': ') }],
  ['no JSON', { payload: () => '0x02c0' }],
])('a payload with %s is unreadable and refused', (_, change) => {
  const error = refusal(() =>
    checkTransferPayload(quoteWith(change), { from, to, exactAmountIn: 25 }),
  )
  expect(error.code).toBe('UNREADABLE')
})

const payloadToSign = activityPayload({
  type: 'ACTIVITY_TYPE_CREATE_WALLET',
  timestampMs: '1767225601000',
  organizationId: 'ent_a',
  activityId: 'act_1',
  parameters: { walletName: 'Savings', accounts: [] },
})
const honest: PreparedActivity = {
  activityId: 'act_1',
  type: 'ACTIVITY_TYPE_CREATE_WALLET',
  payloadToSign,
  fingerprint: activityFingerprint(payloadToSign),
  summary: { title: '', lines: [], risks: [] },
  signatureTypes: ['ApiKey'],
  expiresAt: '2026-01-01T00:05:00Z',
}

test.each([
  ['nothing', {}, 'Savings', true],
  ['its id', { activityId: 'act_2' }, 'Savings', false],
  ['its fingerprint', { fingerprint: 'sha256:00' }, 'Savings', false],
  ['its parameters', {}, 'Spendings', false],
])(
  'an activity of which %s is untrue is signed only if that is nothing',
  async (_, lies, name, isSigned) => {
    let stamps = 0
    const key = generateP256KeyPair()
    const { stamp, signatureType } = stampWith(key)
    const counting = {
      signatureType,
      stamp: (payload: string) => {
        stamps += 1
        return stamp(payload)
      },
    }
    const stamped = stampActivity(
      { ...honest, ...lies },
      {
        entityId: 'ent_a',
        type: 'ACTIVITY_TYPE_CREATE_WALLET',
        stamper: counting,
        compare: ({ walletName }) => [['walletName', name, walletName]],
      },
    )
    if (isSigned)
      expect(await stamped).toMatchObject({ activityId: 'act_1', signatureType: 'ApiKey' })
    else await expect(stamped).rejects.toThrow(PayloadRefused)
    expect(stamps).toBe(isSigned ? 1 : 0)
  },
)
