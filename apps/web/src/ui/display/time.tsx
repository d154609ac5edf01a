import { createContext, useContext } from 'react'
import { useNow } from '../../api/clock.ts'
import {
  durationText,
  relativeText,
  type TimeDetail,
  timeText,
  type Zone,
} from '../format/times.ts'

/** The user's zone, from the shell. */
export const ZoneContext = createContext<Zone>('local')

export function useZone(): Zone {
  return useContext(ZoneContext)
}

type Props = {
  at: string | number | undefined
  detail?: TimeDetail
  /** Adds the zone: `UTC+1`. Always in detail views. */
  withZone?: boolean
  /** A second line such as "4 min ago". */
  relative?: boolean
}

/** A moment in the user's zone; the exact one with zone is in its title. */
export function Time({ at, detail = 'minute', withZone, relative }: Props) {
  const zone = useZone()
  const now = useNow(60_000)
  if (at === undefined || at === '') return <span className="faint">–</span>
  const exact = timeText(at, zone, { detail: 'second', withZone: true, now })
  const machine = typeof at === 'number' ? new Date(at).toISOString() : at
  return (
    <time dateTime={machine} title={exact} className="nowrap">
      {timeText(at, zone, { detail, withZone: withZone ?? false, now })}
      {relative ? <span className="caption block">{relativeText(at, now)}</span> : null}
    </time>
  )
}

type ElapsedProps = {
  from: string
  to?: string | undefined
  /** The largest unit alone: `4 min`. */
  short?: boolean | undefined
}

/** Time since `from`, counting each second until `to` is known. */
export function Elapsed({ from, to, short }: ElapsedProps) {
  const now = useNow(to ? 60_000 : 1000)
  const end = to ? Date.parse(to) : now
  const start = Date.parse(from)
  if (Number.isNaN(start) || Number.isNaN(end)) return null
  const text = durationText(end - start)
  return <span className="number">{short ? text.split(' ', 2).join(' ') : text}</span>
}
