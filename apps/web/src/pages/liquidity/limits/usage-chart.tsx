import './usage.css'
import { useRef } from 'react'
import { useNow } from '../../../api/clock.ts'
import type { Limits } from '../../../api/queries/liquidity.ts'
import { amountText } from '../../../ui/format/numbers.ts'
import { clockText } from '../../../ui/format/times.ts'
import { useWidth } from '../../../ui/table/use-width.ts'
import { dayMs, usageOf, usageText } from './usage-view.ts'
import { t } from '../../../messages/text.ts'

const height = 200
const head = 24
const foot = 24
const hours = [0, 4, 8, 12, 16, 20, 24]
const fewHours = [0, 6, 12, 18, 24]
const narrow = 480

/** What was used by each hour of the day, how it goes on at this pace, and where the limit is. */
export function UsageChart({ limits }: { limits: Limits }) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box) ?? 0
  const { daily, asset } = limits
  const usage = usageOf(daily, useNow(60_000))
  const x = (at: number) => (at / dayMs) * width
  const y = (total: number) => height - foot - (total / usage.most) * (height - foot - head)
  const floor = height - foot
  const line = usage.used
    .map(({ at, total }, index) =>
      index === 0 ? `M${x(at)} ${y(total)}` : `H${x(at)}V${y(total)}`,
    )
    .join('')
  const now = usage.planned[0]
  return (
    <div className="usage-chart">
      <div ref={box}>
        <svg width={width} height={height} role="img" aria-label={usageText(limits)}>
          {(width < narrow ? fewHours : hours).map((hour) => (
            <g key={hour}>
              <path className="usage-grid" d={`M${x((hour / 24) * dayMs)} ${head}V${floor}`} />
              <text
                x={x((hour / 24) * dayMs)}
                y={height - 6}
                textAnchor={hour === 0 ? 'start' : hour === 24 ? 'end' : 'middle'}
              >
                {String(hour).padStart(2, '0')}:00
              </text>
            </g>
          ))}
          <path className="usage-limit" d={`M0 ${y(daily.limit)}H${width}`} />
          <text className="usage-limit-name" x={0} y={y(daily.limit) - 6}>
            {t('Limit {amount}', { amount: amountText(daily.limit, asset) })}
          </text>
          <path className="usage-area" d={`${line}V${floor}H0Z`} />
          <path className="usage-line" d={line} />
          <path
            className="usage-planned"
            d={`M${x(now.at)} ${y(now.total)}L${x(dayMs)} ${y(usage.planned[1].total)}`}
          />
          <circle className="usage-now" cx={x(now.at)} cy={y(now.total)} r={4} />
          {usage.reachedAt === undefined ? null : (
            <g>
              <path
                className="usage-reached"
                d={`M${x(usage.reachedAt)} ${y(daily.limit)}V${floor}`}
              />
              <text
                className="usage-reached-name"
                x={x(usage.reachedAt) - 6}
                y={floor - 6}
                textAnchor="end"
              >
                {t('{time} UTC', {
                  time: clockText(usage.dayStart + usage.reachedAt, 'utc').slice(0, 5),
                })}
              </text>
            </g>
          )}
          <path className="usage-base" d={`M0 ${floor}H${width}`} />
        </svg>
      </div>
    </div>
  )
}
