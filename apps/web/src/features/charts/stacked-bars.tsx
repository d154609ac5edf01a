import './chart.css'
import { useState } from 'react'
import { columnsOf } from './columns.ts'
import { scaleParts, scaleTop, shortText } from './scale.ts'
import { t } from '../../messages/text.ts'

export type Series = { key: string; label: string; values: readonly number[] }

type Props = {
  /** What the chart shows, in a sentence. */
  label: string
  /** What each column is called, the oldest first. */
  buckets: readonly string[]
  /** Stacked from the bottom, in this order. */
  series: readonly Series[]
  /** One column in words. */
  readOut: (index: number) => string
}

const frame = { width: 960, height: 180, gap: 4 }

/** A column for each bucket on a zero line; its owner shows the same figures as a table. */
export function StackedBars({ label, buckets, series, readOut }: Props) {
  const last = buckets.length - 1
  const [read, setRead] = useState(last)
  const shown = Math.min(read, last)
  const { most, columns } = columnsOf(buckets.length, series, frame)
  const top = scaleTop(most)
  return (
    <figure className="bar-chart">
      <output className="chart-read-out muted">{readOut(shown)}</output>
      <Scale top={top} />
      <svg viewBox={`0 0 ${frame.width} ${frame.height}`} preserveAspectRatio="none" role="img">
        <title>{label}</title>
        {Array.from({ length: scaleParts }, (_, part) => (
          <path key={part} d={`M0 ${(part * frame.height) / scaleParts}H${frame.width}`} />
        ))}
        {columns.map(({ x, width, pieces }, index) => (
          <g
            key={x}
            transform={`translate(${x} 0)`}
            className={index === shown ? 'is-read' : undefined}
            onPointerEnter={() => setRead(index)}
          >
            <rect className="hover-area" width={width + frame.gap} height={frame.height} />
            {pieces.map(({ series: place, y, height }) => (
              <rect key={place} className={colour(place)} y={y} width={width} height={height} />
            ))}
          </g>
        ))}
        <path className="baseline" d={`M0 ${frame.height}H${frame.width}`} />
      </svg>
      <input
        type="range"
        className="visually-hidden"
        aria-label={t('Column that is read out')}
        aria-valuetext={readOut(shown)}
        min={0}
        max={last}
        value={shown}
        onChange={(event) => setRead(event.target.valueAsNumber)}
      />
      <div className="bar-chart-axis" aria-hidden="true">
        {ticksOf(buckets).map((text, index) => (
          <span key={index}>{text}</span>
        ))}
      </div>
      <figcaption className="row flex-wrap gap-4">
        {series.map(({ key, label: name }, index) => (
          <span key={key} className="row gap-1">
            <i className={colour(index)} /> {name}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}

/** The last colour is that of all further series. */
const colour = (index: number) => `series-${Math.min(index + 1, 6)}`

function Scale({ top }: { top: number }) {
  return (
    <div className="chart-scale" aria-hidden="true">
      {Array.from({ length: scaleParts + 1 }, (_, part) => (
        <span key={part}>{shortText((top * (scaleParts - part)) / scaleParts)}</span>
      ))}
    </div>
  )
}

/** What is below the axis: first, middle and last. */
function ticksOf(buckets: readonly string[]): string[] {
  const places = [0, Math.floor((buckets.length - 1) / 2), buckets.length - 1]
  return [...new Set(places)].flatMap((place) => buckets[place] ?? [])
}
