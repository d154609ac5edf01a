import {
  chargeLegs,
  heldReversalLegs,
  type Leg,
  ledgerAccount,
  paymentsDepositLegs,
  placeAccount,
  reversalLegs,
  settleFeesLegs,
} from '@corridor/domain'
import {
  groupOf,
  type Market,
  markets,
  move,
  type Operation,
  pickLife,
  type World,
} from './world.ts'

// What banks, treasury and partners do beside transfers: each moves money outside as well.

/** The entry of a statement that is about a market's account at its bank. */
const entryOf = (market: Market, amount: bigint, entryId: string) => ({
  ...market,
  amount,
  entryId,
  country: market.place.kind === 'BANK' ? market.place.country : '',
})

const isBank = ({ place }: Market) => place.kind === 'BANK'

export function bankCharge(world: World): Operation | undefined {
  const market = world.random.pick(markets.filter(isBank))
  if (!market) return undefined
  const [id, amount] = [world.uuid(), world.random.amount(5_000n)]
  const legs = chargeLegs(entryOf(market, amount, id))
  const group = groupOf(world, id, 'bank_charge', { legs })
  return { name: 'bank charge', group, outside: { market, amount: -amount } }
}

/** The bank takes back a deposit that is held for nothing. */
export function reverseStray(world: World): Operation | undefined {
  const stray = world.random.pick(
    world.strays.filter(({ state, market }) => state === 'HELD' && isBank(market)),
  )
  if (!stray) return undefined
  stray.state = 'GONE'
  const { id, market, amount } = stray
  const entry = entryOf(market, amount, world.uuid())
  const legs = heldReversalLegs(entry, { kind: 'suspense', id })
  const group = groupOf(world, entry.entryId, 'credit_reversed', { legs })
  return { name: 'stray reversed', group, outside: { market, amount: -amount } }
}

/** The bank takes back what a transfer waits with: it stops, and has nothing. */
export function reverseFunded(world: World): Operation | undefined {
  const life = pickLife(
    world,
    ({ status, source, received, conversion, payouts, refunds, refundOf }) =>
      (status === 'PROCESSING' || status === 'IN_REVIEW') &&
      isBank(source) &&
      received > 0n &&
      !conversion &&
      !refundOf &&
      payouts + refunds === 0,
  )
  if (!life) return undefined
  const { id, source: market, received: amount } = life
  life.received = 0n
  if (life.status === 'PROCESSING') move(life, 'review')
  const entry = entryOf(market, amount, world.uuid())
  const legs = heldReversalLegs(entry, { kind: 'transfer_clearing', id })
  const group = groupOf(world, entry.entryId, 'credit_reversed', { legs })
  return { name: 'funds reversed', transfers: [life], group, outside: { market, amount: -amount } }
}

/** The bank takes back what was paid out already: the payer owes it. */
export function reversePaid(world: World): Operation | undefined {
  const life = pickLife(
    world,
    ({ status, source, isReversed, refundOf }) =>
      status === 'COMPLETED' && isBank(source) && !isReversed && !refundOf,
  )
  if (!life) return undefined
  life.isReversed = true
  const { source: market, received: amount } = life
  const entry = entryOf(market, amount, world.uuid())
  const legs = reversalLegs(entry)
  const group = groupOf(world, entry.entryId, 'credit_reversed', { legs })
  return { name: 'paid funds reversed', group, outside: { market, amount: -amount } }
}

/** The treasury puts money of the service where it is needed. */
export function treasuryMove(world: World): Operation | undefined {
  const market = world.random.pick(markets)
  if (!market) return undefined
  const [id, amount] = [world.uuid(), world.random.amount(10n ** 9n)]
  const debit = placeAccount(market.place, market)
  const legs: Leg[] = [
    { code: 'treasury_move', debit, credit: ledgerAccount('capital', market), amount },
  ]
  const group = groupOf(world, id, 'treasury_move', { legs })
  return { name: 'treasury move', group, outside: { market, amount } }
}

/** A partner pays into its payments account, in any currency. */
export function payInAny(world: World): Operation | undefined {
  const market = world.random.pick(markets)
  if (!market) return undefined
  const amount = world.random.amount(10n ** BigInt(market.scale + 6))
  const legs = paymentsDepositLegs({ ...market, amount, partner: world.partner })
  const group = groupOf(world, world.uuid(), 'deposit', { legs })
  return { name: 'pay in any currency', group, outside: { market, amount } }
}

/** What the partner earned by its fees goes to its payments account. */
export function settleEarned(world: World): Operation | undefined {
  const { books, partner, random } = world
  const owed = (market: Market) => books.owed(ledgerAccount('partner_fee_payable', market, partner))
  const market = random.pick(markets.filter((item) => owed(item) > 0n))
  if (!market) return undefined
  const legs = settleFeesLegs({ ...market, amount: owed(market), partner })
  return {
    name: 'settle earned fees',
    group: groupOf(world, world.uuid(), 'partner_fees_settled', { legs }),
  }
}
