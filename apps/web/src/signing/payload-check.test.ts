import { activityPayload } from '@corridor/signing'
import { encodeTransfer, type EvmTransfer } from '@corridor/signing/evm'
import { describe, expect, test } from 'vitest'
import { fingerprintDigits, fingerprintPhrase, vocabulary } from './fingerprint-phrase.ts'
import { allMatch, checkPayload, type Expected } from './payload-check.ts'
import { readPayload } from './read-payload.ts'

const now = Date.parse('2026-01-05T12:00:00.000Z')
const sender = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const recipient = '0xa78465c49c9A85E0abd66deA14dC12D103983eF6'
const token = '0xA382745C1207b14493c7877E37b3005D02DD744d'
const stranger = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const transfer: EvmTransfer = {
  chainId: 31_337,
  nonce: 3,
  maxFeePerGas: 30_000_000_000n,
  maxPriorityFeePerGas: 1_000_000_000n,
  gas: 65_000n,
  token,
  recipient,
  amount: 12_500_000_000n,
}

type Parts = {
  transfer?: Partial<EvmTransfer>
  parameters?: Record<string, unknown>
  organizationId?: string
  timestampMs?: string
}

function payloadOf(parts: Parts = {}): string {
  return activityPayload({
    type: 'ACTIVITY_TYPE_SIGN_TRANSACTION',
    timestampMs: parts.timestampMs ?? String(now - 5000),
    organizationId: parts.organizationId ?? 'ent_sender',
    activityId: 'act_1',
    parameters: {
      signWith: sender,
      unsignedTransaction: encodeTransfer({ ...transfer, ...parts.transfer }),
      type: 'TRANSACTION_TYPE_ETHEREUM',
      ...parts.parameters,
    },
  })
}

const place = { networkName: 'Test chain', chainId: '31337', tokenAddress: token }
const usdc = (amount: number) => ({ amount, currency: 'USDC' })
const honest = payloadOf()

const expected: Expected = {
  from: { ...place, entityId: 'ent_sender', name: 'Treasury', walletAddress: sender },
  to: { ...place, entityId: 'ent_other', name: 'Clinics', walletAddress: recipient },
  currency: 'USDC',
  decimals: 6,
  nativeCurrency: 'ETH',
  asked: { means: 'in', amount: '12500' },
  quote: { inAmount: usdc(12_500), outAmount: usdc(12_500), totalFees: usdc(0) },
  executionId: 'cexec-1',
  validUntil: '2026-01-05T12:09:55.000Z',
  payloadHash: readPayload(honest)?.fingerprint ?? '',
  now,
}

/** Fields that differ, the execution's digest apart, which every altered payload breaks. */
function differences(payload: string, change: Partial<Expected> = {}): string[] {
  const decoded = readPayload(payload)
  if (!decoded) return ['UNDECODABLE']
  const rows = checkPayload(decoded, {
    ...expected,
    payloadHash: decoded.fingerprint,
    ...change,
  })
  expect(allMatch(rows)).toBe(rows.every(({ match }) => match !== 'mismatch'))
  return rows.flatMap(({ field, match }) => (match === 'mismatch' ? [field] : []))
}

test('an honest payload matches in every field that can be compared', () => {
  const decoded = readPayload(honest)
  const rows = decoded ? checkPayload(decoded, expected) : []
  expect(rows.map(({ field, match }) => `${field}: ${match}`)).toEqual([
    'Action: match',
    'Network: match',
    'Token: match',
    'Sender: match',
    'Recipient: match',
    'Amount: match',
    'You asked: match',
    'Sequence: shown',
    'Network fee: match',
    'Native value: match',
    'Entity: match',
    'Execution: match',
    'Time: match',
    'Anything else: match',
  ])
  expect(allMatch(rows)).toBe(true)
})

test.each<[string, Parts, string[]]>([
  ['chain', { transfer: { chainId: 1 } }, ['Network']],
  ['token', { transfer: { token: stranger } }, ['Token']],
  ['recipient', { transfer: { recipient: stranger } }, ['Recipient']],
  ['one unit more', { transfer: { amount: 12_500_000_001n } }, ['Amount', 'You asked']],
  ['one unit less', { transfer: { amount: 12_499_999_999n } }, ['Amount', 'You asked']],
  ['signing wallet', { parameters: { signWith: stranger } }, ['Sender']],
  ['kind', { parameters: { type: 'TRANSACTION_TYPE_SOLANA' } }, ['Action']],
  ['entity', { organizationId: 'ent_other' }, ['Entity']],
  ['fee ceiling', { transfer: { maxFeePerGas: 2_000_000_000_000n } }, ['Network fee']],
  ['gas', { transfer: { gas: 4_000_000n } }, ['Network fee']],
  ['tip above the fee', { transfer: { maxPriorityFeePerGas: 31_000_000_000n } }, ['Network fee']],
  ['made in the future', { timestampMs: String(now + 61_000) }, ['Time']],
  ['made after the quote', { timestampMs: String(now + 600_000) }, ['Time']],
  ['a further parameter', { parameters: { mode: 'approve' } }, ['Anything else']],
])('a payload with another %s is a mismatch there', (_, parts, fields) => {
  expect(differences(payloadOf(parts))).toEqual(fields)
})

test.each<[string, Partial<Expected>, string[]]>([
  ['network of the sender', { from: { ...expected.from, chainId: '1' } }, ['Network']],
  ['network of the recipient', { to: { ...expected.to, chainId: '1' } }, ['Network']],
  ['token of the recipient', { to: { ...expected.to, tokenAddress: stranger } }, ['Token']],
  ['amount that arrives', { quote: { ...expected.quote, outAmount: usdc(12_499) } }, ['Amount']],
  ['amount that leaves', { quote: { ...expected.quote, inAmount: usdc(12_501) } }, ['You asked']],
  ['fee', { quote: { ...expected.quote, totalFees: usdc(1) } }, ['You asked']],
  ['wish', { asked: { means: 'out', amount: '12500.000001' } }, ['You asked']],
  [
    'currency',
    { quote: { ...expected.quote, outAmount: { amount: 12_500, currency: 'USD' } } },
    ['Amount'],
  ],
  ['recorded digest', { payloadHash: 'sha256:00' }, ['Execution']],
  ['missing digest', { payloadHash: '' }, ['Execution']],
  ['end of the quote', { validUntil: '2026-01-05T11:00:00.000Z' }, ['Time']],
])('the same payload against another %s is a mismatch', (_, change, fields) => {
  expect(differences(honest, change)).toEqual(fields)
})

test('with a fee, what was asked for is compared on the side that was asked', () => {
  const payload = payloadOf({ transfer: { amount: 99_000_000n } })
  const quote = { inAmount: usdc(100), outAmount: usdc(99), totalFees: usdc(1) }
  expect(differences(payload, { quote, asked: { means: 'in', amount: '100' } })).toEqual([])
  expect(differences(payload, { quote, asked: { means: 'out', amount: '99' } })).toEqual([])
  expect(differences(payload, { quote, asked: { means: 'out', amount: '100' } })).toEqual([
    'You asked',
  ])
})

describe('what cannot be read is no payload', () => {
  const approve = encodeTransfer(transfer).replace('a9059cbb', '095ea7b3')
  test.each([
    ['nothing', ''],
    ['the bare transaction', encodeTransfer(transfer)],
    ['a space more', honest.replace('{"type"', '{ "type"')],
    ['another activity', honest.replace('SIGN_TRANSACTION', 'SIGN_RAW_PAYLOAD')],
    ['no wallet', payloadOf({ parameters: { signWith: 7 } })],
    ['no transaction', payloadOf({ parameters: { unsignedTransaction: undefined } })],
    ['an approval', payloadOf({ parameters: { unsignedTransaction: approve } })],
    [
      'a byte after the transaction',
      payloadOf({ parameters: { unsignedTransaction: `${encodeTransfer(transfer)}00` } }),
    ],
  ])('%s', (_, payload) => {
    expect(readPayload(payload)).toBeUndefined()
  })
})

test('no row means no match: nothing is signed on an empty check', () => {
  expect(allMatch([])).toBe(false)
})

test('each byte has a word of its own, and a fingerprint reads as four words and sixteen digits', () => {
  expect(new Set(vocabulary).size).toBe(256)
  expect(vocabulary).toHaveLength(256)
  const fingerprint = `sha256:00ff01fe${'44d25f08'.repeat(7)}`
  expect(fingerprintPhrase(fingerprint)).toBe('acorn walnut agate velvet')
  expect(fingerprintDigits(fingerprint)).toBe('00ff 01fe 44d2 5f08')
})
