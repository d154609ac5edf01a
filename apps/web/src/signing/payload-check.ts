import { fromWire, toText } from '@corridor/domain/money'
import { amountText } from '../ui/format/numbers.ts'
import type { DecodedPayload } from './read-payload.ts'
import { t } from '../messages/text.ts'

/** One end of a transfer as its account's record states it. */
export type Place = {
  entityId: string
  name: string
  walletAddress: string
  networkName: string
  chainId: string
  tokenAddress: string
}

type QuotedAmount = { amount: number; currency: string }

/** What the payload should say, known from the form, the quote, and the records of both accounts. */
export type Expected = {
  from: Place
  to: Place
  currency: string
  decimals: number
  nativeCurrency: string
  /** The amount as it was typed, in plain decimals. */
  asked: { means: 'in' | 'out'; amount: string }
  quote: { inAmount: QuotedAmount; outAmount: QuotedAmount; totalFees: QuotedAmount }
  executionId: string
  /** Service time (ISO). */
  validUntil: string
  /** The fingerprint that the execution's own record keeps of its payload. */
  payloadHash: string
  /** Service time in milliseconds. */
  now: number
}

/** A value in one of the two columns; a view gives each part its look. */
export type Cell = {
  text?: string
  mono?: string
  address?: string
  amount?: { value: number | string; currency: string; decimals: number }
  /** Milliseconds of service time. */
  time?: number
}

export type CheckRow = {
  field: string
  quoted: Cell
  payload: Cell
  /** `shown`: nothing is known to compare it with, so it is only shown. */
  match: 'match' | 'mismatch' | 'shown'
}

// A network fee above this share of a coin cannot be meant: such a payload would burn the wallet's coins.
const feeCeilingWei = 10n ** 17n
const nativeDecimals = 18
const clockDriftMs = 60_000
const knownParameters = ['signWith', 'type', 'unsignedTransaction']

/** Every field of the payload beside what it should be (decisions.md 10). */
export function checkPayload(decoded: DecodedPayload, expected: Expected): CheckRow[] {
  return [
    actionRow(decoded),
    networkRow(decoded, expected),
    tokenRow(decoded, expected),
    senderRow(decoded, expected),
    recipientRow(decoded, expected),
    amountRow(decoded, expected),
    askedRow(decoded, expected),
    sequenceRow(decoded),
    networkFeeRow(decoded, expected),
    row(t('Native value'), { text: t('None') }, { mono: 'value 0' }, true),
    entityRow(decoded, expected),
    executionRow(decoded, expected),
    timeRow(decoded, expected),
    restRow(decoded),
  ]
}

export const allMatch = (rows: readonly CheckRow[]): boolean =>
  rows.length > 0 && rows.every(({ match }) => match !== 'mismatch')

function row(field: string, quoted: Cell, payload: Cell, matches: boolean): CheckRow {
  return { field, quoted, payload, match: matches ? 'match' : 'mismatch' }
}

function actionRow({ activity }: DecodedPayload): CheckRow {
  const kind = activity.parameters['type']
  const isTransfer =
    activity.type === 'ACTIVITY_TYPE_SIGN_TRANSACTION' && kind === 'TRANSACTION_TYPE_ETHEREUM'
  const found = isTransfer
    ? 'transfer(address,uint256)'
    : `${activity.type} ${typeof kind === 'string' ? kind : ''}`
  return row(t('Action'), { text: t('Transfer of a token') }, { mono: found }, isTransfer)
}

function networkRow({ transfer }: DecodedPayload, { from, to }: Expected): CheckRow {
  const found = String(transfer.chainId)
  const matches = found === from.chainId && found === to.chainId
  const quoted = {
    text: t('{network}, chain {chainId}', {
      network: from.networkName,
      chainId: from.chainId,
    }),
  }
  return row(t('Network'), quoted, { mono: `chainId ${found}` }, matches)
}

function tokenRow({ transfer }: DecodedPayload, expected: Expected): CheckRow {
  const { from, to, currency, decimals } = expected
  const matches =
    sameAddress(transfer.token, from.tokenAddress) && sameAddress(transfer.token, to.tokenAddress)
  const quoted = {
    text: t('{currency}, {decimals} decimals', { currency, decimals }),
    address: from.tokenAddress,
  }
  return row(t('Token'), quoted, { text: t('Called contract'), address: transfer.token }, matches)
}

function senderRow({ signWith }: DecodedPayload, { from }: Expected): CheckRow {
  const quoted = { text: from.name, address: from.walletAddress }
  const payload = { text: t('Signing wallet'), address: signWith }
  return row(t('Sender'), quoted, payload, sameAddress(signWith, from.walletAddress))
}

function recipientRow({ transfer }: DecodedPayload, { to }: Expected): CheckRow {
  const quoted = { text: to.name, address: to.walletAddress }
  const payload = { text: t('Paid address'), address: transfer.recipient }
  return row(t('Recipient'), quoted, payload, sameAddress(transfer.recipient, to.walletAddress))
}

function amountRow({ transfer }: DecodedPayload, expected: Expected): CheckRow {
  const { currency, decimals } = expected
  const { outAmount } = expected.quote
  const matches = minorOf(outAmount, expected) === transfer.amount
  const found = { value: toText(transfer.amount, decimals), currency, decimals }
  return row(
    t('Amount'),
    { amount: { value: outAmount.amount, currency: outAmount.currency, decimals } },
    { mono: t('{amount} units', { amount: String(transfer.amount) }), amount: found },
    matches,
  )
}

/** The person's own wish against the bytes, so that no quote stands between them. */
function askedRow({ transfer }: DecodedPayload, expected: Expected): CheckRow {
  const { asked, currency, decimals, quote } = expected
  const wanted = minorOf({ amount: asked.amount, currency }, expected)
  const fees = minorOf(quote.totalFees, expected)
  const sent = fees === undefined ? undefined : transfer.amount + fees
  const found = asked.means === 'in' ? sent : transfer.amount
  // Both sides of the quote must add up, whichever of them was asked for.
  const matches =
    wanted !== undefined && wanted === found && minorOf(quote.inAmount, expected) === sent
  const amount = amountText(asked.amount, currency)
  const payload =
    found === undefined
      ? { text: t('Cannot be computed') }
      : {
          text: sumText(asked.means, amountText(toText(found, decimals), currency)),
        }
  return row(
    t('You asked'),
    {
      text:
        asked.means === 'in'
          ? t('You send exactly {amount}', { amount })
          : t('They get exactly {amount}', { amount }),
    },
    payload,
    matches,
  )
}

const sumText = (means: 'in' | 'out', amount: string): string =>
  means === 'in' ? t('Leaves with fees {amount}', { amount }) : t('Arrives {amount}', { amount })

function sequenceRow({ transfer }: DecodedPayload): CheckRow {
  const payload = { mono: `nonce ${transfer.nonce}` }
  return { field: t('Sequence'), quoted: { text: t('Not quoted') }, payload, match: 'shown' }
}

function networkFeeRow({ transfer }: DecodedPayload, { nativeCurrency }: Expected): CheckRow {
  const ceiling = networkFeeCeiling(transfer)
  const matches = ceiling <= feeCeilingWei && transfer.maxPriorityFeePerGas <= transfer.maxFeePerGas
  const limit = `${toText(feeCeilingWei, nativeDecimals)} ${nativeCurrency}`
  return row(
    t('Network fee'),
    { text: t('Covered by the service, never above {limit}', { limit }) },
    {
      mono: `gas ${transfer.gas}`,
      text: t('at most {amount}', {
        amount: `${toText(ceiling, nativeDecimals)} ${nativeCurrency}`,
      }),
    },
    matches,
  )
}

/** The most that the network can take, in wei. */
export const networkFeeCeiling = (transfer: { gas: bigint; maxFeePerGas: bigint }): bigint =>
  transfer.gas * transfer.maxFeePerGas

function entityRow({ activity }: DecodedPayload, { from }: Expected): CheckRow {
  const matches = activity.organizationId === from.entityId
  return row(t('Entity'), { mono: from.entityId }, { mono: activity.organizationId }, matches)
}

/** The record of the execution keeps the digest of its payload: what is signed belongs to it and to no other. */
function executionRow({ fingerprint, activity }: DecodedPayload, expected: Expected): CheckRow {
  const { executionId, payloadHash } = expected
  const matches = payloadHash === fingerprint
  const payload = {
    mono: activity.activityId,
    text: matches ? t('Digest as recorded') : t('Another digest than recorded'),
  }
  return row(t('Execution'), { mono: executionId }, payload, matches)
}

function timeRow({ activity }: DecodedPayload, { validUntil, now }: Expected): CheckRow {
  const made = Number(activity.timestampMs)
  const end = Date.parse(validUntil)
  const matches = made <= end && made <= now + clockDriftMs
  return row(
    t('Time'),
    { text: t('Valid until'), time: end },
    { text: t('Made'), time: made },
    matches,
  )
}

function restRow({ activity }: DecodedPayload): CheckRow {
  const extra = Object.keys(activity.parameters).filter((name) => !knownParameters.includes(name))
  const found = extra.length === 0 ? { text: t('Nothing further') } : { mono: extra.join(', ') }
  return row(t('Anything else'), { text: t('Nothing expected') }, found, extra.length === 0)
}

/** In the token's base units; undefined for another currency or a number it cannot hold. */
function minorOf(
  money: { amount: number | string; currency: string },
  { currency, decimals }: Expected,
): bigint | undefined {
  if (money.currency !== currency) return undefined
  const read = fromWire(money.amount, currency, decimals)
  return read.ok ? read.value.minor : undefined
}

function sameAddress(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase()
}
