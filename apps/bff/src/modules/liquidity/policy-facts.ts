import type { InputOf, liquidity } from '@corridor/contract'
import { fromWire, parseId, toText, frameLifecycle } from '@corridor/domain'
import { now, type Tx } from '../../db/open.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Asked, AskedOf } from '../../records/approvals/asked.ts'
import { dollarsOf } from '../../records/approvals/dollars.ts'
import { findByTransactionId } from '../../records/liquidity/drawing-store.ts'
import { findFrame } from '../../records/liquidity/frame-store.ts'
import { findLine, type Line } from '../../records/liquidity/line-store.ts'

type Parts = Pick<Deps, 'rates'>
type Body<N extends keyof typeof liquidity> = Pick<InputOf<(typeof liquidity)[N]>, 'body'>

/** What credit lines would pay or take on, for the partner's policy. */
export const liquidityFacts = (deps: Parts) => ({
  'liquidity.acceptReserve': acceptFacts(deps),
  'liquidity.initiate': drawFacts(deps),
  'liquidity.initiateReplenish': replenishFacts(deps),
  'liquidity.replenishBatch': batchFacts(deps),
  'liquidity.withdrawOperational': withdrawFacts(deps),
})

/** One that has expired is still what was asked about: its handler says why it is not accepted. */
const acceptFacts =
  (deps: Parts): AskedOf<Body<'acceptReserve'>> =>
  async (tx, { body }, { partnerId }) => {
    const id = parseId('rsv', body.reserveFrameId)
    const [line, frame] = [await lineOf(tx, partnerId), id && (await findFrame(tx, partnerId, id))]
    if (!line || !frame) return undefined
    if (!frameLifecycle.next(frame.status, 'submit') && frame.status !== 'EXPIRED') return undefined
    return moved(tx, deps, line, {
      subject: { kind: 'reserve', id: body.reserveFrameId },
      minor: frame.amount,
      phrase: (text) => `Accept a reserve of ${text}, paid for by ${body.feeTxnHash}.`,
      bound: { kind: 'accept', fee: body.feeTxnHash.toLowerCase() },
    })
  }

/** Asked for again under the same id it is the drawing that is there. */
const drawFacts =
  (deps: Parts): AskedOf<Body<'initiate'>> =>
  async (tx, { body }, { partnerId }) => {
    const line = await lineOf(tx, partnerId)
    const minor = line && minorOf(line, body.amount)
    if (!line || minor === undefined) return undefined
    if (await findByTransactionId(tx, { partnerId, transactionId: body.transactionId }))
      return undefined
    const { recipientWallet: to } = body
    return moved(tx, deps, line, {
      subject: { kind: 'liquidity_transaction', id: body.transactionId },
      minor,
      to,
      phrase: (text) => `Draw ${text} to ${to}.`,
      bound: { kind: 'draw', frame: body.reserveFrameId ?? '' },
    })
  }

const replenishFacts =
  (deps: Parts): AskedOf<Body<'initiateReplenish'>> =>
  async (tx, { body }, { partnerId }) => {
    const line = await lineOf(tx, partnerId)
    const minor = line && minorOf(line, body.totalReplenishAmount)
    if (!line || minor === undefined) return undefined
    return moved(tx, deps, line, {
      subject: { kind: 'liquidity_transaction', id: body.originalTxnHash },
      minor,
      phrase: (text) => `Repay ${text} of the drawing ${body.originalTxnHash}.`,
      bound: { kind: 'replenish', of: body.originalTxnHash.toLowerCase() },
    })
  }

const batchFacts =
  (deps: Parts): AskedOf<Body<'replenishBatch'>> =>
  async (tx, { body }, { partnerId }) => {
    const line = await lineOf(tx, partnerId)
    const parts = line && body.items.map((item) => minorOf(line, item.totalReplenishAmount))
    if (!line || !parts) return undefined
    let minor = 0n
    for (const part of parts) {
      if (part === undefined) return undefined
      minor += part
    }
    return moved(tx, deps, line, {
      subject: { kind: 'replenishment', id: body.batchQuoteId },
      minor,
      phrase: (text) => `Repay ${text} of ${body.items.length} drawings, ${body.mode}.`,
      bound: { kind: 'batch', mode: body.mode, items: body.items },
    })
  }

const withdrawFacts =
  (deps: Parts): AskedOf<Body<'withdrawOperational'>> =>
  async (tx, { body }, { partnerId }) => {
    const line = await lineOf(tx, partnerId)
    const minor = line && minorOf(line, body.amount)
    if (!line || minor === undefined) return undefined
    const { toWalletAddress: to } = body
    return moved(tx, deps, line, {
      subject: { kind: 'partner', id: to.toLowerCase() },
      minor,
      to,
      phrase: (text) => `Withdraw ${text} from the operational wallet to ${to}.`,
      bound: { kind: 'withdraw' },
    })
  }

const lineOf = async (tx: Tx, partnerId: string) => (await findLine(tx, partnerId)) ?? undefined

/** Undefined where the operation refuses the amount itself. */
function minorOf({ currency, scale }: Line, amount: number): bigint | undefined {
  const read = fromWire(amount, currency, scale)
  return read.ok ? read.value.minor : undefined
}

type Moved = Pick<Asked, 'subject' | 'bound'> & {
  minor: bigint
  to?: string
  phrase: (amount: string) => string
}

async function moved(
  tx: Tx,
  deps: Parts,
  { currency, scale }: Line,
  { subject, minor, to, phrase, bound }: Moved,
): Promise<Asked> {
  const value = toText(minor, scale)
  return {
    subject,
    summary: phrase(`${value} ${currency}`),
    amount: { value, currency },
    ...dollarsOf(deps.rates, { minor, currency, scale }, await now(tx)),
    asset: currency,
    destinations: to === undefined ? [] : [to.toLowerCase()],
    ...(to === undefined ? {} : { destination: to }),
    bound: {
      ...bound,
      amount: value,
      currency,
      ...(to === undefined ? {} : { to: to.toLowerCase() }),
    },
  }
}
