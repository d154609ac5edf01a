import './chart.css'
import { useState } from 'react'
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

type Piece = { series: number; y: number; height: number }
type Column = { x: number; width: number; pieces: Piece[] }

/** The columns of a chart, each with its series one above the other. Only drawing calculates with numbers. */
export function columnsOf(
  count: number,
  series: readonly { values: readonly number[] }[],
  { width, height, gap }: { width: number; height: number; gap: number },
): { most: number; columns: Column[] } {
  const stacks = Array.from({ length: count }, (_, index) =>
    series.map(({ values }) => Math.max(values[index] ?? 0, 0)),
  )
  const most = Math.max(0, ...stacks.map((values) => values.reduce((sum, value) => sum + value, 0)))
  const top = scaleTop(most)
  const step = count === 0 ? 0 : width / count
  const columns = stacks.map((values, index) => {
    let y = height
    const pieces: Piece[] = []
    for (const [place, value] of values.entries()) {
      if (value === 0) continue
      const tall = (value / top) * height
      y -= tall
      pieces.push({ series: place, y, height: tall })
    }
    return { x: index * step, width: Math.max(step - gap, 1), pieces }
  })
  return { most, columns }
}
