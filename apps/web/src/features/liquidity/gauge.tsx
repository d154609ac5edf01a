/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a <meter> shows one value, this one shows several parts */
import './gauge.css'
import { limitShares } from '@corridor/domain'
import type { CSSProperties } from 'react'

type Part = { value: number; look: 'solid' | 'hatched' }

type Props = {
  /** What is measured, such as "Credit". */
  label: string
  limit: number
  /** One after the other from the left. */
  parts: readonly Part[]
  /** The amounts in words. */
  text: string
}

/** How much of a limit is used, with marks where the partner is notified. */
export function Gauge({ label, limit, parts, text }: Props) {
  const used = parts.reduce((sum, { value }) => sum + value, 0)
  return (
    <div>
      <div
        className="gauge-track"
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(shareOfLimit(used, limit) * 10) / 10}
        aria-valuetext={text}
      >
        {parts.map(({ value, look }, index) => {
          const before = parts.slice(0, index).reduce((sum, part) => sum + part.value, 0)
          const left = shareOfLimit(before, limit)
          const style: CSSProperties = {
            left: `${left}%`,
            width: `${shareOfLimit(before + value, limit) - left}%`,
          }
          return <i key={look} className={`gauge-${look}`} style={style} />
        })}
      </div>
      <div className="gauge-marks" aria-hidden="true">
        {limitShares.map((share) => (
          <span key={share} style={{ left: `${share}%` }}>
            {share}%
          </span>
        ))}
      </div>
    </div>
  )
}

/** In percent, for drawing alone; at most 100, and nothing of no limit. */
export function shareOfLimit(used: number, limit: number): number {
  return limit > 0 ? Math.min(100, (Math.max(0, used) / limit) * 100) : 0
}
