import { useEffect, useRef, useState } from 'react'
import { useNow } from '../../api/clock.ts'
import { t } from '../../messages/text.ts'

type Props = {
  /** End of validity in service time (ISO). */
  until: string
  /** Accessible name, such as "Quote valid for". */
  label: string
  /** Length of the whole ring; without it the time left when first shown. */
  totalMs?: number
  onExpire?: () => void
}

const radius = 26
const round = 2 * Math.PI * radius
const announced = [60, 30, 10]

/** A ring that empties. Ink, then waiting colours at 30 s, failed colours at 10 s; spoken at 60, 30 and 10 s only. */
export function Countdown({ until, label, totalMs, onExpire }: Props) {
  const left = useTimeLeft(until, onExpire)
  const [total] = useState(() => totalMs ?? Math.max(left, 1000))
  const seconds = Math.ceil(left / 1000)
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  const tone = seconds <= 10 ? ' dial-fail' : seconds <= 30 ? ' dial-wait' : ''
  const share = Math.min(1, left / total)
  return (
    <span role="timer" aria-label={label} className="inline-flex">
      <svg className={`dial${tone}`} viewBox="0 0 64 64" width="64" height="64" aria-hidden="true">
        <circle className="dial-track" cx="32" cy="32" r={radius} />
        <circle
          cx="32"
          cy="32"
          r={radius}
          strokeDasharray={`${(share * round).toFixed(1)} ${round.toFixed(1)}`}
          transform="rotate(-90 32 32)"
        />
        <text x="32" y="37" textAnchor="middle">
          {text}
        </text>
      </svg>
      <span className="visually-hidden">{text}</span>
      <SpokenAt seconds={seconds} />
    </span>
  )
}

/** Milliseconds left until a moment of service time; calls `onExpire` once when none are. */
export function useTimeLeft(until: string, onExpire?: () => void): number {
  const now = useNow(250)
  const left = Math.max(0, Date.parse(until) - now)
  const notified = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (left > 0 || notified.current === until) return
    notified.current = until
    onExpire?.()
  }, [left, until, onExpire])
  return left
}

function SpokenAt({ seconds }: { seconds: number }) {
  const mark = announced.find((at) => seconds <= at && seconds > at - 5)
  return (
    <span className="visually-hidden" aria-live="polite">
      {mark === undefined ? '' : t('{seconds} seconds left', { seconds: mark })}
    </span>
  )
}
