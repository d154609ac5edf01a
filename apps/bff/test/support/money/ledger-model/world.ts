import {
  type Asset,
  type Conversion,
  formatId,
  type Place,
  type QuoteAmounts,
  type QuoteTerms,
  type Rate,
  transferLifecycle,
  type TransferEvent,
  type TransferStatus,
} from '@corridor/domain'
import type { PostingGroup } from '../../../../src/records/ledger/group.ts'
import { type Books, createBooks } from './books.ts'
import { createRandom, type Random } from './random.ts'

/** Where money of an asset comes in and goes out. */
export type Market = Asset & { currency: string; place: Place }

export const markets: readonly Market[] = [
  { asset: 'EUR', currency: 'EUR', scale: 2, place: { kind: 'BANK', country: 'DE' } },
  { asset: 'USD', currency: 'USD', scale: 2, place: { kind: 'BANK', country: 'US' } },
  { asset: 'JPY', currency: 'JPY', scale: 0, place: { kind: 'BANK', country: 'JP' } },
  token('USDC', 6),
  token('CORD', 18),
]

function token(currency: string, scale: number): Market {
  const place = { kind: 'CHAIN', address: `0x${'c0'.repeat(20)}` } as const
  return { asset: `${currency}@31337`, currency, scale, place }
}

/** A transfer as the walk knows it. */
export type Life = {
  id: string
  status: TransferStatus
  source: Market
  target: Market
  terms: QuoteTerms
  /** What the market says, and what the service takes off it. */
  mid: Rate
  spreadBps: number
  amounts: QuoteAmounts
  received: bigint
  /** Failed with money held, for a retry or a refund. */
  isHeld: boolean
  /** Sent back was refused, so it is not released any more. */
  isGoingBack: boolean
  conversion?: Conversion
  payout?: Order
  refund?: Order
  payouts: number
  refunds: number
  /** Of a linked refund: what it refunds, and where its money is from. */
  refundOf?: { life: Life; by: 'return' | 'payments'; amount: bigint }
  /** Its payout came back; its bank took its money back. */
  isReturned?: true
  isReversed?: true
  /** Sent back, or about to be, after completion. */
  sentBack: bigint
}
export type Order = { id: string; attempt: number; isOpen: boolean; isPaid: boolean }
export type Stray = {
  id: string
  market: Market
  amount: bigint
  returns: number
  state: 'HELD' | 'RETURNING' | 'GONE'
}

/** What an operation writes; the database does it in one go and is checked after it. */
export type Operation = {
  name: string
  group?: PostingGroup
  /** The operation is wrong, and nothing of it may be left. */
  isRefused?: true
  transfers?: Life[]
  /** What came in, or went out, at the bank or on the chain. */
  outside?: { market: Market; amount: bigint }
  payout?: {
    order: Order
    life: Life
    step: string
    status: string
    market: Market
    amount: bigint
  }
}

export type World = {
  partnerId: string
  /** The written id. */
  partner: string
  random: Random
  books: Books
  lives: Life[]
  strays: Stray[]
  /** What banks and chains hold, by asset. */
  outside: Map<string, bigint>
  fees: { open: { step: string; amount: bigint }[]; made: number }
  uuid(): string
}

export function createWorld(seed: number): World {
  let made = 0
  const uuid = () => {
    made += 1
    const [head, tail] = [
      (seed >>> 0).toString(16).padStart(8, '0'),
      made.toString(16).padStart(12, '0'),
    ]
    return `${head}-0000-4000-8000-${tail}`
  }
  const partnerId = uuid()
  return {
    partnerId,
    partner: formatId('par', partnerId),
    random: createRandom(seed),
    books: createBooks(partnerId),
    lives: [],
    strays: [],
    outside: new Map(),
    fees: { open: [], made: 0 },
    uuid,
  }
}

/** The one way in which the walk changes a status: the engine's lifecycle. */
export function move(life: Life, event: TransferEvent): void {
  const to = transferLifecycle.next(life.status, event)
  if (!to) throw new Error(`the walk asked for ${event} of a transfer that is ${life.status}`)
  life.status = to
}

export const groupOf = (
  world: World,
  transferId: string,
  step: string,
  rest: Pick<PostingGroup, 'legs' | 'resolves'>,
): PostingGroup => ({ partnerId: world.partnerId, transferId, step, ...rest })

/** One of the transfers that fit. */
export const pickLife = (world: World, fits: (life: Life) => boolean): Life | undefined =>
  world.random.pick(world.lives.filter(fits))
