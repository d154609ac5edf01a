import {
  depositLegs,
  judgeDeposit,
  quoteExactIn,
  lessSpread,
  type QuoteTerms,
  type Rate,
  releaseStrayLegs,
  strayDepositLegs,
  strayReturnLegs,
  postingStep,
  toRate,
} from '@corridor/domain'
import {
  groupOf,
  type Life,
  markets,
  move,
  type Operation,
  pickLife,
  type Stray,
  type World,
} from './world.ts'

export function quote(world: World): Operation | undefined {
  const { random } = world
  const [source, target] = [random.pick(markets), random.pick(markets)]
  if (!source || !target) return undefined
  const mid: Rate = { digits: random.amount(10n ** 9n), scale: random.below(9) }
  const spreadBps = random.below(300)
  const terms: QuoteTerms = {
    source,
    target,
    rate: rateAt(mid, spreadBps),
    partnerBps: random.below(100),
    svcBps: random.below(100),
    svcFixed: BigInt(random.below(100)),
    txFee: BigInt(random.below(50)),
  }
  const amounts = quoteExactIn(terms, random.amount(10n ** BigInt(source.scale + 7)))
  if (!amounts.ok) return undefined
  const life: Life = {
    id: world.uuid(),
    status: 'QUOTED',
    source,
    target,
    terms,
    mid,
    spreadBps,
    amounts: amounts.value,
    received: 0n,
    isHeld: false,
    isGoingBack: false,
    payouts: 0,
    refunds: 0,
    sentBack: 0n,
  }
  world.lives.push(life)
  return { name: 'quote', transfers: [life] }
}

export function execute(world: World): Operation | undefined {
  const life = pickLife(world, ({ status }) => status === 'QUOTED')
  if (!life) return undefined
  move(life, world.random.chance(20) ? 'requestApproval' : 'awaitFunds')
  return { name: 'execute', transfers: [life] }
}

export function approve(world: World): Operation | undefined {
  const life = pickLife(world, ({ status }) => status === 'AWAITING_APPROVAL')
  if (!life) return undefined
  move(life, 'approve')
  return { name: 'approve', transfers: [life] }
}

export function cancel(world: World): Operation | undefined {
  const life = pickLife(world, ({ status }) => ['AWAITING_APPROVAL', 'PENDING'].includes(status))
  if (!life) return undefined
  move(life, 'cancel')
  return { name: 'cancel', transfers: [life] }
}

export function expire(world: World): Operation | undefined {
  const open = ['QUOTED', 'AWAITING_APPROVAL', 'PENDING']
  const life = pickLife(world, ({ status }) => open.includes(status))
  if (!life) return undefined
  move(life, 'expire')
  return { name: 'expire', transfers: [life] }
}

const rateAt = ({ digits, scale }: Rate, spreadBps: number): Rate =>
  toRate(lessSpread({ numerator: digits, denominator: 10n ** BigInt(scale) }, spreadBps))

/** Exact, a little off, far too short or far too much. */
export function deposit(world: World): Operation | undefined {
  const life = pickLife(world, ({ status }) => status === 'PENDING')
  return life && { name: 'deposit', ...paidIn(world, life) }
}

/** After the time of the rate: the market has moved, and its present rate counts. */
export function lateDeposit(world: World): Operation | undefined {
  const life = pickLife(world, ({ status }) => status === 'PENDING')
  if (!life) return undefined
  const { digits, scale } = life.mid
  const moved = (digits * BigInt(70 + world.random.below(60))) / 100n
  const mid = { digits: moved > 0n ? moved : 1n, scale }
  const terms = { ...life.terms, rate: rateAt(mid, life.spreadBps) }
  const again = quoteExactIn(terms, life.amounts.inAmount.minor)
  if (!again.ok) return undefined
  Object.assign(life, { mid, terms, amounts: again.value })
  return { name: 'late deposit', ...paidIn(world, life) }
}

function paidIn(world: World, life: Life) {
  const amount = aboutQuoted(world, life)
  const { id: transferId, source } = life
  const legs = depositLegs({ ...source, amount, transferId })
  return { ...received(world, life, amount, { legs }), outside: { market: source, amount } }
}

function aboutQuoted({ random }: World, { amounts }: Life): bigint {
  const quoted = amounts.inAmount.minor
  const near = random.amount(quoted / 200n + 1n) - 1n
  const kinds = [
    quoted,
    quoted,
    quoted + near,
    quoted - near,
    random.amount(quoted),
    quoted + random.amount(quoted),
  ]
  const amount = random.pick(kinds) ?? quoted
  return amount > 0n ? amount : quoted
}

/** Within the tolerance it is quoted anew on what arrived; all else is looked at. */
function received(world: World, life: Life, amount: bigint, rest: Pick<Legs, 'legs'>) {
  life.received = amount
  const judged = judgeDeposit(life.amounts.inAmount.minor, amount)
  const again = quoteExactIn(life.terms, amount)
  const isTaken = judged === 'EXACT' || (judged === 'NEAR' && again.ok)
  if (isTaken && judged === 'NEAR' && again.ok) life.amounts = again.value
  move(life, isTaken ? 'receive' : 'review')
  const group = groupOf(world, life.id, 'deposit_received', rest)
  return { transfers: [life], group }
}
type Legs = Parameters<typeof groupOf>[3]

/** The same statement entry once more. */
export function depositTwice(world: World): Operation | undefined {
  const life = pickLife(world, ({ received: amount }) => amount > 0n)
  if (!life) return undefined
  const { id: transferId, source, received: amount } = life
  const legs = depositLegs({ ...source, amount, transferId })
  return {
    name: 'deposit twice',
    isRefused: true,
    group: groupOf(world, transferId, 'deposit_received', { legs }),
  }
}

/** Money that pays nothing, or comes when its transfer is over. */
export function strayDeposit(world: World): Operation | undefined {
  const late = pickLife(world, ({ status }) => ['EXPIRED', 'CANCELLED'].includes(status))
  const market = late?.source ?? world.random.pick(markets)
  if (!market) return undefined
  const amount = late?.amounts.inAmount.minor ?? world.random.amount(10n ** 9n)
  const stray: Stray = { id: world.uuid(), market, amount, returns: 0, state: 'HELD' }
  world.strays.push(stray)
  const legs = strayDepositLegs({ ...market, amount, depositId: stray.id })
  const group = groupOf(world, stray.id, 'received', { legs })
  return { name: 'stray deposit', group, outside: { market, amount } }
}

export function releaseStray(world: World): Operation | undefined {
  const stray = world.random.pick(world.strays.filter(({ state }) => state === 'HELD'))
  const life = pickLife(
    world,
    ({ status, source }) => status === 'PENDING' && source.asset === stray?.market.asset,
  )
  if (!stray || !life) return undefined
  stray.state = 'GONE'
  const { market, amount, id: depositId } = stray
  const legs = releaseStrayLegs({ ...market, amount, depositId, transferId: life.id })
  return { name: 'release stray', ...received(world, life, amount, { legs }) }
}

export function returnStray(world: World): Operation | undefined {
  const stray = world.random.pick(world.strays.filter(({ state }) => state === 'HELD'))
  if (!stray) return undefined
  stray.state = 'RETURNING'
  stray.returns += 1
  const { market, amount, id: depositId } = stray
  const legs = strayReturnLegs({ ...market, amount, depositId })
  const step = postingStep('returning', stray.returns)
  return { name: 'return stray', group: groupOf(world, depositId, step, { legs }) }
}

export function strayReturned(world: World): Operation | undefined {
  const stray = world.random.pick(world.strays.filter(({ state }) => state === 'RETURNING'))
  if (!stray) return undefined
  const isPaid = world.random.chance(60)
  stray.state = isPaid ? 'GONE' : 'HELD'
  const of = { step: postingStep('returning', stray.returns), code: 'deposit_return' }
  const resolves = [{ of, as: isPaid ? ('post' as const) : ('void' as const) }]
  const step = postingStep('returned', stray.returns)
  const group = groupOf(world, stray.id, step, { legs: [], resolves })
  const { market, amount } = stray
  return { name: 'stray returned', group, outside: { market, amount: isPaid ? -amount : 0n } }
}
