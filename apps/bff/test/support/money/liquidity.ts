import { randomBytes } from 'node:crypto'
import { parseId } from '@corridor/domain'
import { changeTerms } from '../../../src/records/partners/terms-store.ts'
import type { AnyBody, Bff, Got, Partner } from '../process/bff.ts'
import { devChainOf } from './chain-rpc.ts'
import { faucet, mined, pay, type Payer, signedPayment } from './payments.ts'
import { tokens } from './wallets.ts'

export const transactions = '/api/v1/transactions'
export const replenish = '/api/v1/replenish'

const hourMs = 3_600_000

export async function serviceNow(bff: Bff): Promise<Date> {
  return new Date((await bff.get('/api/v1/sandbox/clock')).body.data.now)
}

export async function advance(bff: Bff, seconds: number): Promise<void> {
  const moved = await bff.post('/api/v1/sandbox/clock/advance', { seconds })
  if (moved.status !== 200) throw new Error(JSON.stringify(moved.body))
}

/** The error at one field, of an answer that refuses. */
export const problemOf = ({ status, body }: Got): AnyBody => ({
  status,
  code: body.error?.code,
  ...body.error?.details[0],
})

/** Types, statuses and states of the events about one record, oldest first; waits for the status `upTo`. */
export const eventsOf = (
  bff: Bff,
  category: string,
  id: string,
  { upTo, partner = bff.first }: { upTo?: string; partner?: Partner } = {},
): Promise<string[]> =>
  until(async () => {
    const { body } = await bff.get('/api/v1/xfer/utility/webhook/events?limit=200', partner)
    const found = body.data.filter(
      ({ eventCategory, eventObject: it }: AnyBody) =>
        eventCategory === category &&
        [it.reserveFrameId, it.ltxId, it.replenishmentId, it.quoteId, it.paymentId].includes(id),
    )
    const isThere = found.some(({ eventStatus }: AnyBody) => eventStatus === (upTo ?? eventStatus))
    return isThere ? found.map(lineOf).toReversed() : undefined
  })

/** As `transitioned overdue DISBURSED>OVERDUE` */
const lineOf = ({ eventType, eventStatus, eventObject: it }: AnyBody) =>
  `${eventType} ${eventStatus} ${it.previousStatus}>${it.status}`

export const partnerMe = async (bff: Bff, partner: Partner = bff.first): Promise<AnyBody> =>
  (await bff.get('/api/v1/partner/me', partner)).body.data

/** When a frame is to begin, from now on, and how long it lasts. */
type Span = {
  inHours?: number | undefined
  inMs?: number | undefined
  hours?: number | undefined
  lengthMs?: number | undefined
}

async function spanOf(
  bff: Bff,
  { inHours = 0, inMs = inHours * hourMs, hours = 24, lengthMs = hours * hourMs }: Span = {},
) {
  const from = (await serviceNow(bff)).getTime() + inMs
  return {
    startTimestamp: new Date(from).toISOString(),
    endTimestamp: new Date(from + lengthMs).toISOString(),
  }
}

/** Quotes a frame of 10 000 that begins now and lasts a day, where nothing else is given. */
export async function quoteFrame(
  bff: Bff,
  {
    inHours,
    inMs,
    hours,
    lengthMs,
    partner = bff.first,
    ...more
  }: Span & { amount?: unknown; partner?: Partner; reference?: string; asset?: string } = {},
): Promise<Got> {
  const span = await spanOf(bff, { inHours, inMs, hours, lengthMs })
  const body = { ...span, amount: 10_000, ...more }
  return bff.post(`${transactions}/reserve/quote`, body, {}, partner)
}

/** Base units of whole or broken units of the 6-decimals token. */
export const units = (amount: number) => BigInt(Math.round(amount * 1_000_000))

/** Pays the fee of a quoted frame from a wallet of the partner's own; gives the hash. */
export const payFee = (
  bff: Bff,
  payer: Payer,
  { feePayment }: AnyBody,
  change: { amount?: bigint; to?: string; token?: number; isFresh?: boolean } = {},
): Promise<`0x${string}`> =>
  pay(bff, payer, { to: feePayment.toWalletAddress, amount: units(feePayment.amount), ...change })

/** A payment of a frame's fee that is signed and not sent yet. */
export async function signFee(bff: Bff, payer: Payer, { feePayment }: AnyBody) {
  const { adapter } = devChainOf(bff.deps)
  const nonce = await adapter.transactionCount(payer.address)
  if (!nonce.ok) throw new Error('the chain does not answer')
  const { raw, hash } = signedPayment(payer, {
    nonce: nonce.value,
    maxFeePerGas: 10n ** 11n,
    maxPriorityFeePerGas: 10n ** 9n,
    token: feePayment.tokenAddress,
    recipient: feePayment.toWalletAddress,
    amount: units(feePayment.amount),
  })
  const send = async () => {
    const [token] = await tokens(bff)
    const body = { jurisdictionId: token?.id, signedTransaction: raw }
    const sent = await bff.post('/api/v1/sandbox/chain/send', body)
    if (sent.status !== 200) throw new Error(JSON.stringify(sent.body))
    await mined(bff, hash as `0x${string}`)
  }
  return { hash, send }
}

export const accept = (
  bff: Bff,
  reserveFrameId: string,
  feeTxnHash: string,
  partner: Partner = bff.first,
): Promise<Got> =>
  bff.post(`${transactions}/reserve/accept`, { reserveFrameId, feeTxnHash }, {}, partner)

export async function frameOf(
  bff: Bff,
  id: string,
  partner: Partner = bff.first,
): Promise<AnyBody> {
  const { body } = await bff.get(`${transactions}/reserve/all?limit=200`, partner)
  return body.data.find((frame: AnyBody) => frame.id === id)
}

/** A frame that is quoted, paid for and accepted. */
export async function acceptedFrame(
  bff: Bff,
  payer: Payer,
  of: Parameters<typeof quoteFrame>[1] = {},
): Promise<AnyBody> {
  const partner = of.partner ?? bff.first
  const quoted = await quoteFrame(bff, of)
  if (quoted.status !== 200) throw new Error(JSON.stringify(quoted.body))
  const hash = await payFee(bff, payer, quoted.body.data)
  const accepted = await accept(bff, quoted.body.data.id, hash, partner)
  if (accepted.status !== 200) throw new Error(JSON.stringify(accepted.body))
  return until(async () => {
    const frame = await frameOf(bff, quoted.body.data.id, partner)
    return frame.status === 'ACCEPTED' ? frame : undefined
  })
}

let drawings = 0
export const drawBody = (change: Record<string, unknown> = {}) => ({
  transactionId: `draw-${process.pid}-${++drawings}`,
  amount: 100,
  asset: 'USDC',
  recipientWallet: `0x${randomBytes(20).toString('hex')}`,
  originator: { name: 'Meridian Imports', country: 'NO' },
  beneficiary: { name: 'Lumen Wholesale', country: 'GB' },
  ...change,
})

export const draw = (
  bff: Bff,
  change: Record<string, unknown> = {},
  partner: Partner = bff.first,
): Promise<Got> => bff.post(`${transactions}/initiate`, drawBody(change), {}, partner)

export const detailOf = async (
  bff: Bff,
  id: string,
  partner: Partner = bff.first,
): Promise<AnyBody> => (await bff.get(`${transactions}/detail/${id}`, partner)).body.data

/** A drawing that a final block has paid out. */
export async function drawn(
  bff: Bff,
  change: Record<string, unknown> = {},
  partner: Partner = bff.first,
): Promise<AnyBody> {
  const made = await draw(bff, change, partner)
  if (made.status !== 200) throw new Error(JSON.stringify(made.body))
  const { ltxId } = made.body.data
  return until(async () => {
    const drawing = await detailOf(bff, ltxId, partner)
    return drawing.status === 'DISBURSED' ? drawing : undefined
  })
}

export const quoteReplenish = (
  bff: Bff,
  originalTxnHash: string,
  more: object = {},
  partner: Partner = bff.first,
): Promise<Got> => bff.post(`${replenish}/quote`, { originalTxnHash, ...more }, {}, partner)

/** Gives the operational wallet tokens and coin. */
export async function fundOperational(
  bff: Bff,
  amount: number,
  partner: Partner = bff.first,
): Promise<void> {
  await faucet(bff, (await partnerMe(bff, partner)).partnerOperationalWallet, amount)
}

/** Waits for an answer; the test's own time limit is the bound. */
export async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

/** Sets what was agreed of a partner's line, as the operator does. */
export async function setLiquidity(
  bff: Bff,
  partner: Partner,
  liquidity: Record<string, unknown>,
): Promise<void> {
  const partnerId = parseId('par', partner.svcPartnerId) ?? ''
  const actor = { type: 'service', id: 'operator' } as const
  const done = await bff.deps.db.asWorker((tx) =>
    changeTerms(tx, { partnerId, actor, requestId: '' }, { liquidity }),
  )
  if (!done.ok) throw new Error(done.failure.join())
}
