/** A reserve frame that holds credit: accepted, or quoted and not expired, or its fee under way. */
export type HeldFrame = {
  startsAt: Date
  /** Not part of it. */
  endsAt: Date
  /** Minor units. */
  amount: bigint
  /** Drawn and not repaid. */
  drawn: bigint
}

type Span = { from: Date; to?: Date }

/** What ends at a moment is gone when the next begins. */
const order = (change: bigint): number => (change > 0n ? 1 : 0)

/** The largest sum of what frames hold at one moment of a span. */
function peakOf(
  frames: readonly HeldFrame[],
  { from, to }: Span,
  held: (frame: HeldFrame) => bigint,
): bigint {
  const begin = from.getTime()
  const end = to?.getTime() ?? Number.POSITIVE_INFINITY
  const steps = frames
    .map((frame) => ({
      from: Math.max(frame.startsAt.getTime(), begin),
      to: Math.min(frame.endsAt.getTime(), end),
      amount: held(frame),
    }))
    .filter((step) => step.from < step.to)
    .flatMap((step) => [
      { at: step.from, change: step.amount },
      { at: step.to, change: -step.amount },
    ])
    .toSorted((first, other) => first.at - other.at || order(first.change) - order(other.change))
  let sum = 0n
  let peak = 0n
  for (const { change } of steps) {
    sum += change
    if (sum > peak) peak = sum
  }
  return peak
}

/** The most that frames hold and have not drawn, at one time from a moment on. */
export const unusedReserves = (frames: readonly HeldFrame[], span: Span): bigint =>
  peakOf(frames, span, ({ amount, drawn }) => (drawn < amount ? amount - drawn : 0n))

export type CreditFacts = {
  creditLimit: bigint
  /** Principal owed: of frames and outside. */
  borrowed: bigint
  /** The part of it that no frame under way holds. */
  borrowedOutside: bigint
  frames: readonly HeldFrame[]
}

const atLeastZero = (value: bigint): bigint => (value > 0n ? value : 0n)

/** What is left: limit − borrowed − unused reserves, never below zero (docs/adr/0050-credit-lines.md). */
export const remainingCredit = (facts: CreditFacts, now: Date): bigint =>
  atLeastZero(facts.creditLimit - facts.borrowed - unusedReserves(facts.frames, { from: now }))

/**
 * The most that a new frame may reserve. What other frames have drawn counts as theirs: the new one
 * could not be drawn on beside them.
 */
export const roomForFrame = (facts: CreditFacts, span: Required<Span>): bigint =>
  atLeastZero(
    facts.creditLimit - facts.borrowedOutside - peakOf(facts.frames, span, ({ amount }) => amount),
  )

/** The most that may be drawn without a frame, until it is due. */
export const roomForDrawing = (facts: CreditFacts, span: Required<Span>): bigint =>
  atLeastZero(facts.creditLimit - facts.borrowed - unusedReserves(facts.frames, span))

/** The most that may be drawn on a frame. What is owed in all stays within the limit. */
export function roomInFrame(
  facts: Pick<CreditFacts, 'creditLimit' | 'borrowed'>,
  frame: { amount: bigint; drawn: bigint; scheduled: bigint },
): bigint {
  const inFrame = frame.amount - frame.drawn - frame.scheduled
  const inLine = facts.creditLimit - facts.borrowed
  return atLeastZero(inFrame < inLine ? inFrame : inLine)
}

/** Shares of a limit at which a partner is notified, once for each crossing and day. */
export const limitShares = [80, 95] as const
export type LimitShare = (typeof limitShares)[number]

export const sharesReached = (used: bigint, limit: bigint): LimitShare[] =>
  limitShares.filter((share) => limit > 0n && used * 100n >= limit * BigInt(share))
