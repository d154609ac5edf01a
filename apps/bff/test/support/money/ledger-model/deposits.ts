import {
  depositLegs,
  judgeDeposit,
  quoteExactIn,
  type QuoteTerms,
  releaseStrayLegs,
  strayDepositLegs,
  strayReturnLegs,
  postingStep,
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
  const terms: QuoteTerms = {
    source,
    target,
    rate: { digits: random.amount(10n ** 9n), scale: random.below(9) },
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

/** Exact, a little off, far too short or far too much. */
export function deposit(world: World): Operation | undefined {
  const life = pickLife(world, ({ status }) => status === 'PENDING')
  if (!life) return undefined
  const amount = aboutQuoted(world, life)
  const { id: transferId, source } = life
  const legs = depositLegs({ ...source, amount, transferId })
  return { name: 'deposit', ...received(world, life, amount, { legs }) }
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
  return { name: 'stray deposit', group: groupOf(world, stray.id, 'received', { legs }) }
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
  return { name: 'stray returned', group: groupOf(world, stray.id, step, { legs: [], resolves }) }
}
