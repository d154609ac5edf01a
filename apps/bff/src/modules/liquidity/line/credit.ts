import {
  type CreditFacts,
  type HeldFrame,
  remainingCredit,
  sharesReached,
  toWire,
  unusedReserves,
} from '@corridor/domain'
import type { Tx } from '../../../db/open.ts'
import type { FrameRow } from '../../../db/schema/rows.ts'
import { recordEvent } from '../../../records/events/outbox.ts'
import { claimShares, dayOf, type Line, usedOn } from '../../../records/liquidity/line-store.ts'
import { formatId } from '@corridor/domain'
import { minorOf } from './line.ts'

const heldOf = (row: FrameRow): HeldFrame => ({
  startsAt: row.starts_at,
  endsAt: row.ends_at,
  amount: row.amount,
  drawn: row.drawn,
})

/** What decides about credit: the line, and the frames that hold some of it. */
export function creditFacts(line: Line, frames: readonly FrameRow[]): CreditFacts {
  const inFrames = frames.reduce((sum, { drawn }) => sum + drawn, 0n)
  return {
    creditLimit: minorOf(line, line.terms.creditLimit),
    borrowed: line.borrowed,
    borrowedOutside: line.borrowed - inFrames,
    frames: frames.map(heldOf),
  }
}

export type CreditUse = {
  limit: bigint
  borrowed: bigint
  unused: bigint
  remaining: bigint
  daily: { limit: bigint; used: bigint; largest: bigint }
}

/** How much of the line is used at a moment. */
export function creditUse(line: Line, frames: readonly FrameRow[], at: Date): CreditUse {
  const facts = creditFacts(line, frames)
  const { used, largest } = usedOn(line, at)
  return {
    limit: facts.creditLimit,
    borrowed: facts.borrowed,
    unused: unusedReserves(facts.frames, { from: at }),
    remaining: remainingCredit(facts, at),
    daily: { limit: minorOf(line, line.terms.dailyLimit), used, largest },
  }
}

/** Publishes the shares of the limits that a change has just crossed, each once a day. */
export async function publishCrossed(tx: Tx, line: Line, before: CreditUse, after: CreditUse) {
  const of = {
    credit: [before.limit - before.remaining, after.limit - after.remaining, after.limit],
    daily: [before.daily.used, after.daily.used, after.daily.limit],
  } as const
  for (const name of ['credit', 'daily'] as const) {
    const [was, is, limit] = of[name]
    const known = sharesReached(was, limit)
    const shares = sharesReached(is, limit).filter((share) => !known.includes(share))
    if (shares.length === 0) continue
    for (const share of await claimShares(tx, line, { name, day: dayOf(line.at), shares }))
      await publish(tx, line, { name, share, used: is, limit })
  }
}

const publish = (
  tx: Tx,
  line: Line,
  of: { name: 'credit' | 'daily'; share: number; used: bigint; limit: bigint },
): Promise<void> =>
  recordEvent(tx, {
    partnerId: line.partner_id,
    category: 'limits',
    type: 'action_required',
    status: `threshold_${of.share}`,
    object: {
      limit: of.name,
      asset: line.currency,
      used: toWire({ minor: of.used, scale: line.scale }),
      of: toWire({ minor: of.limit, scale: line.scale }),
      sharePercent: of.share,
    },
    subject: { kind: 'partner', id: formatId('par', line.partner_id), version: 1 },
  })
