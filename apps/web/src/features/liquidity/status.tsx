import { useState } from 'react'
import { useNow } from '../../api/clock.ts'
import type { LiquidityPayment, ReserveFrame } from '../../api/queries/liquidity.ts'
import type { ReplenishQuote } from '../../api/queries/replenishment.ts'
import { StatusPill } from '../../ui/display/values.tsx'
import { boundariesOf, frameLabel, paymentLabel, quoteLabel, statusAt } from './labels.ts'

/** State of a frame at a moment. */
export function FrameStatus({ frame, now }: { frame: ReserveFrame; now: number }) {
  const status = statusAt(frame, now)
  return <StatusPill status={status} {...frameLabel(status)} />
}

export function QuoteStatus({ quote }: { quote: Pick<ReplenishQuote, 'status'> }) {
  return <StatusPill status={quote.status} {...quoteLabel(quote.status)} />
}

export function PaymentStatus({ payment }: { payment: Pick<LiquidityPayment, 'status'> }) {
  return <StatusPill status={payment.status} {...paymentLabel(payment.status)} />
}

const restMs = 30_000

/** Service time that moves on when a frame begins, ends or expires, and otherwise twice a minute. */
export function useFrameNow(frames: readonly ReserveFrame[]): number {
  const now = useNow(1000)
  const [held, setHeld] = useState(now)
  const isDue =
    Math.abs(now - held) >= restMs || boundariesOf(frames).some((at) => held < at && at <= now)
  if (isDue) setHeld(now)
  return isDue ? now : held
}
