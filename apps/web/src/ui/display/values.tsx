import { useZone } from '../preferences/zone.ts'
import { useState } from 'react'
import { useNow } from '../../api/clock.ts'
import { durationText, relativeText, type TimeDetail, timeText } from '../format/times.ts'
import { shownDigits } from '@corridor/domain/money'
import { clsx } from 'clsx'
import { amountParts } from '../format/numbers.ts'
import { type Meaning, readStatus, type StatusKind } from '../format/status.ts'
import { StatusIcon } from './status-icon.tsx'
import { CopyButton } from '../controls/button.tsx'
import { t } from '../../messages/text.ts'

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

type AmountProps = {
  /** The wire's number or a decimal text; shown exactly, never calculated with. */
  value: number | string | undefined
  currency?: string | undefined
  /** Whose digits it is shown with, where the code stands apart from it. */
  of?: string | undefined
  /** The asset's own precision, where it is known better than by the currency. */
  decimals?: number | undefined
  /** Has not arrived yet: muted ink. */
  due?: boolean
  /** `figure` is the one number a view is about; `large` a smaller one. */
  look?: 'text' | 'figure' | 'large'
}

/** Major part in ink, minor part faint, the code small beside it. */
export function Amount({
  value,
  currency,
  of = currency,
  decimals,
  due,
  look = 'text',
}: AmountProps) {
  if (value === undefined || value === '') return <span className="faint">–</span>
  const { major, minor } = amountParts(value, decimals ?? (of ? shownDigits(of) : undefined))
  const code = currency ? ` ${currency}` : ''
  if (look !== 'text') {
    return (
      <span className={look === 'figure' ? 'figure' : 'figure-small'}>
        {major}
        <span className="minor">{minor}</span>
        {currency ? <small>{currency}</small> : null}
      </span>
    )
  }
  return (
    <span className={clsx('nowrap number', due && 'muted')}>
      {major}
      <span className="minor">{minor}</span>
      {code ? <span className="caption">{code}</span> : null}
    </span>
  )
}

type StatusPillProps = {
  /** The raw state, such as `PROCESSING`. */
  status: string
  /** For statuses whose meaning depends on the kind of record. */
  kind?: StatusKind
  /** Replaces the label and the meaning, where a page knows better ("Needs you"). */
  label?: string
  meaning?: Meaning
}

/** Icon + label + colour. An unknown state shows its raw text in the neutral pill. */
export function StatusPill({ status, kind, label, meaning }: StatusPillProps) {
  const read = readStatus(status, kind)
  const shown = meaning ?? read.meaning
  // A state that changes while it is looked at is tinted for a moment, in its place.
  const [first] = useState(status)
  return (
    <span key={status} className={clsx('pill', `pill-${shown}`, status !== first && 'flash')}>
      <StatusIcon meaning={shown} />
      <span className="truncated">{label ?? read.label}</span>
    </span>
  )
}

/** First 6 … last 4; short texts stay whole. The middle is never invented, only left out. */
export function shortAddress(address: string): string {
  return address.length <= 13 ? address : `${address.slice(0, 6)}…${address.slice(-4)}`
}

/** Ids lose their middle only when they are long: `cexec-01KAGF…7M2Q`. */
export function shortId(id: string): string {
  return id.length <= 20 ? id : `${id.slice(0, 12)}…${id.slice(-4)}`
}

type shortAddressProps = {
  value: string
  /** What the copy button copies, in its name: "Copy address". */
  what?: string
  /** Groups of four with the ends in full ink, for detail and signing screens. */
  full?: boolean
  copy?: boolean
}

/** An address or hash; the copy button always takes the whole text. */
export function Address({ value, what = t('address'), full, copy = true }: shortAddressProps) {
  return (
    <span className="inline-flex items-center gap-1 min-w-0">
      {full ? (
        <FullAddress value={value} />
      ) : (
        <span className="mono" title={value}>
          {shortAddress(value)}
        </span>
      )}
      {copy ? <CopyButton text={value} label={t('Copy {what}', { what })} /> : null}
    </span>
  )
}

/** `0x3089 7EA4 … 71aF` in groups; first and last group stand out, because that is what people compare. */
export function FullAddress({ value }: { value: string }) {
  const head = value.startsWith('0x') ? 6 : 4
  const groups = [value.slice(0, head), ...(value.slice(head).match(/.{1,4}/g) ?? [])]
  return (
    <span className="mono address">
      <span className="visually-hidden">{value}</span>
      <span aria-hidden="true">
        {groups.map((group, index) => (
          <span key={`${index}-${group}`}>
            {index > 0 ? ' ' : ''}
            {index === 0 || index === groups.length - 1 ? <b>{group}</b> : group}
          </span>
        ))}
      </span>
    </span>
  )
}
