import { setTimeout as sleep } from 'node:timers/promises'
import { type BodyFor, type Client, isRefusal } from '@corridor/client'
import { routes } from '@corridor/contract/routes'
import type { DemoDrawing, DemoFrame, DemoLiquidity } from './demo-records.ts'
import { settled } from './settled.ts'

type Frame = BodyFor<typeof routes.liquidity.listReserves>['data'][number]
type Drawing = BodyFor<typeof routes.liquidity.detail>['data']

const hourMs = 3_600_000
const finalWithinMs = 60_000
const lookAgainMs = 50
/** How far ahead a drawing is due that is to be overdue: no start moves the clock. */
const dueInMs = 2_000
const attemptsMax = 5
const asset = 'USDC'

/**
 * Reserves, draws and repays as the partner would. What a start before this one has done is found by
 * the partner's own references; payments have keys, so that none is made twice.
 */
export async function seedLiquidity(client: Client, demo: DemoLiquidity | undefined) {
  if (!demo) return
  const [frameIds, known] = await settled([
    seedFrames(client, demo.frames),
    drawingsByReference(client),
    fundOperationalWallet(client, demo.funds),
  ])
  await settled(
    demo.drawings.map(async (wanted) => {
      const drawing =
        known.get(wanted.transactionId) ??
        (await draw(client, wanted, frameIds.get(wanted.frame ?? '')))
      if (wanted.ends === 'REPLENISHED') await repay(client, drawing.ltxId)
    }),
  )
}

async function fundOperationalWallet(client: Client, amount: number): Promise<void> {
  const { tokenBalance } = (await client.call(routes.partners.me)).body.data
  if (tokenBalance > 0) return
  await client.call(routes.sandbox.payLiquidity, {
    body: { purpose: 'OPERATIONAL_WALLET', amount },
    idempotencyKey: 'seed:operational-wallet',
  })
}

/** Gives the ids of the frames by their references. */
async function seedFrames(
  client: Client,
  wanted: readonly DemoFrame[],
): Promise<ReadonlyMap<string, string>> {
  const known = await readFrames(client)
  const ids = wanted.map(async (demo): Promise<[string, string]> => {
    const found = known.find(({ transactionId }) => transactionId === demo.reference)
    const frame = found ?? (await quote(client, demo))
    if (frame.status === 'QUOTED') await payAndAccept(client, frame.id)
    await untilAccepted(client, frame.id)
    return [demo.reference, frame.id]
  })
  return new Map(await settled(ids))
}

/** Those that may still become what they are to be, or are. */
async function readFrames(client: Client): Promise<Frame[]> {
  const usable = ['QUOTED', 'PENDING_CONFIRMATION', 'ACCEPTED']
  const frames: Frame[] = []
  for await (const frame of client.items(routes.liquidity.listReserves))
    if (usable.includes(frame.status)) frames.push(frame)
  return frames
}

async function quote(client: Client, { reference, amount, inHours, hours }: DemoFrame) {
  const from = (await serviceNow(client)) + inHours * hourMs
  const body = {
    startTimestamp: new Date(from).toISOString(),
    endTimestamp: new Date(from + hours * hourMs).toISOString(),
    amount,
    reference,
  }
  return (await client.call(routes.liquidity.quoteReserve, { body })).body.data
}

async function payAndAccept(client: Client, id: string): Promise<void> {
  const { body } = await client.call(routes.sandbox.payLiquidity, {
    body: { purpose: 'RESERVE_FEE', id },
    idempotencyKey: `seed:reserve-fee:${id}`,
  })
  const { transactionHash: feeTxnHash } = body.data
  await client.call(routes.liquidity.acceptReserve, { body: { reserveFrameId: id, feeTxnHash } })
}

/** A chain may make everybody wait until the fee is final. */
async function untilAccepted(client: Client, id: string): Promise<void> {
  for (let spentMs = 0; spentMs < finalWithinMs; spentMs += lookAgainMs) {
    const frame = (await readFrames(client)).find((item) => item.id === id)
    if (frame?.status === 'ACCEPTED') return
    await sleep(lookAgainMs)
  }
  throw new Error(`The demo reserve frame ${id} was not accepted.`)
}

async function drawingsByReference(client: Client): Promise<ReadonlyMap<string, Drawing>> {
  const known = new Map<string, Drawing>()
  for await (const drawing of client.items(routes.liquidity.list))
    known.set(drawing.transactionId, drawing)
  return known
}

async function draw(
  client: Client,
  { transactionId, amount, to, beneficiary, ends }: DemoDrawing,
  reserveFrameId: string | undefined,
): Promise<Drawing> {
  for (let attempt = 1; ; attempt += 1) {
    const body = {
      transactionId,
      amount,
      asset,
      recipientWallet: to,
      originator: { name: 'Halden Remit', country: 'NO' },
      beneficiary,
      ...(reserveFrameId === undefined ? {} : { reserveFrameId }),
      ...(ends === 'OVERDUE' ? { expectedRepaymentAt: await soon(client) } : {}),
    }
    try {
      return (await client.call(routes.liquidity.initiate, { body })).body.data
    } catch (error) {
      // On a busy machine the time when it is due may be over by now.
      const isLate = isRefusal(error, 'FIELD_INVALID') && ends === 'OVERDUE'
      if (!isLate || attempt === attemptsMax) throw error
    }
  }
}

const soon = async (client: Client) => new Date((await serviceNow(client)) + dueInMs).toISOString()

const serviceNow = async (client: Client) =>
  Date.parse((await client.call(routes.sandbox.clock)).body.data.now)

/** Repays a drawing by bank: the payment is stated in full, and then arrives. */
async function repay(client: Client, ltxId: string): Promise<void> {
  const drawing = await untilPaidOut(client, ltxId)
  if (drawing.status === 'REPLENISHED') return
  const quoteId = await statedQuote(client, drawing)
  await client.call(routes.sandbox.payLiquidity, {
    body: { purpose: 'REPAYMENT', id: quoteId, by: 'BANK' },
    idempotencyKey: `seed:repayment:${quoteId}`,
  })
}

/** A quote that is fulfilled in full, by this start or by one before. */
async function statedQuote(client: Client, { ltxId, originalTxnHash }: Drawing): Promise<string> {
  const query = { ltxId }
  const quotes = (await client.call(routes.liquidity.listReplenishQuotes, { query })).body.data
  const stated = quotes.find(({ status }) => status === 'FULFILLED')
  if (stated) return stated.quoteId
  const open =
    quotes.find(({ status }) => status === 'OPEN') ??
    (await client.call(routes.liquidity.quoteReplenish, { body: { originalTxnHash } })).body.data
  const { quoteId, totalReplenishAmount: amount, replenishTo } = open
  const { reference: id = quoteId } = replenishTo.bank ?? {}
  await client.call(routes.liquidity.fulfilQuote, {
    body: {
      quoteId,
      amount,
      transactionReference: { id, type: 'BANK' },
      fulfillmentType: 'PRINCIPAL_AND_FEE',
    },
    idempotencyKey: `seed:fulfilment:${quoteId}`,
  })
  return quoteId
}

async function untilPaidOut(client: Client, ltxId: string): Promise<Drawing> {
  const params = { transactionId: ltxId }
  for (let spentMs = 0; spentMs < finalWithinMs; spentMs += lookAgainMs) {
    const drawing = (await client.call(routes.liquidity.detail, { params })).body.data
    if (drawing.status !== 'INITIATED' && drawing.status !== 'BROADCAST') return drawing
    await sleep(lookAgainMs)
  }
  throw new Error(`The demo drawing ${ltxId} was not paid out.`)
}
