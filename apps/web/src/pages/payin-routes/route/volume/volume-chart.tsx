import './volume.css'
import { amountText } from '../../../../ui/format/numbers.ts'
import type { Volume } from '../../../../api/queries/payin-routes.ts'
import { chartText, columns, dayText, highest, parts, ticks } from './volume-view.ts'

const frame = { width: 960, height: 160, gap: 4 }

/** A column for each day; its table twin has the same days in figures. */
export function VolumeChart({ volume }: { volume: Volume }) {
  const { days, currency } = volume
  const most = highest(days)
  const shown = parts.filter(({ key }) => days.some((day) => day[key] > 0))
  return (
    <figure className="bar-chart">
      {most > 0 ? (
        <div className="caption" aria-hidden="true">
          {amountText(most, currency)}
        </div>
      ) : null}
      <svg
        viewBox={`0 0 ${frame.width} ${frame.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={chartText(volume)}
      >
        <path className="grid-line" d={`M0 0H${frame.width}`} />
        {columns(days, frame).map(({ date, x, width, pieces }, index) => (
          <g key={date} transform={`translate(${x} 0)`}>
            <title>{readOut(days[index], currency)}</title>
            <rect className="hover-area" width={width + frame.gap} height={frame.height} />
            {pieces.map(({ part, y, height }) => (
              <rect key={part} className={`bar-${part}`} y={y} width={width} height={height} />
            ))}
          </g>
        ))}
        <path className="baseline" d={`M0 ${frame.height}H${frame.width}`} />
      </svg>
      <div className="bar-chart-axis" aria-hidden="true">
        {ticks(days).map(({ date }) => (
          <span key={date}>{dayText(date)}</span>
        ))}
      </div>
      {shown.length > 0 ? (
        <figcaption className="row flex-wrap gap-4">
          {shown.map(({ key, label }) => (
            <span key={key} className="row gap-1">
              <i className={`bar-${key}`} /> {label}
            </span>
          ))}
        </figcaption>
      ) : null}
    </figure>
  )
}

function readOut(day: Volume['days'][number] | undefined, currency: string): string {
  if (!day) return ''
  const { date, deposits, received } = day
  return deposits === 0
    ? `${dayText(date)}: none`
    : `${dayText(date)}: ${amountText(received, currency)}, ${deposits} ${deposits === 1 ? 'deposit' : 'deposits'}`
}
