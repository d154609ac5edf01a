/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/prefer-tag-over-role -- what scrolls has to be reached by keys; an svg has no tag for a group, and arrows move between its links */
import './timeline.css'
import { clsx } from 'clsx'
import { type KeyboardEvent, memo, useId, useRef } from 'react'
import { frameLabel, statusAt } from '../../../features/liquidity/labels.ts'
import type { ReserveFrame } from '../../../api/queries/liquidity.ts'
import { liquidityPaths } from '../../../routing/liquidity-paths.ts'
import { shortAddress, useZone } from '../../../ui/display/values.tsx'
import { amountText } from '../../../ui/format/numbers.ts'
import { clockText, timeText, type Zone } from '../../../ui/format/times.ts'
import { PageLink } from '../../../ui/page/links.tsx'
import { useWidth } from '../../../ui/table/use-width.ts'
import {
  roundAbove,
  shortAmount,
  type Span,
  type Step,
  stepsOf,
  ticksOf,
  type Zoom,
} from './timeline-view.ts'
import { plural, t } from '../../../messages/text.ts'

type Props = Span & { frames: readonly ReserveFrame[]; asset: string; now: number; zoom: Zoom }

const head = 24
const sums = { top: 40, height: 80 }
const lane = 36
const bar = { least: 16, most: 28 }
const widthMin = 600
/** More would be a wall; the table has all of them. */
export const lanesMax = 40

type Scale = { x: (at: number) => number; left: number; right: number }

/** Reserve frames over time: their sum as a step line, and below it a lane for each. */
function Chart({ frames, asset, now, from, to, zoom }: Props) {
  const span = { from, to }
  const scroller = useRef<HTMLDivElement>(null)
  const zone = useZone()
  const width = Math.max((useWidth(scroller) ?? 992) - 32, widthMin)
  const left = 88
  const length = span.to - span.from
  const scale: Scale = {
    left,
    right: width,
    x: (at) => left + ((at - span.from) / length) * (width - left),
  }
  const lanes = frames.slice(0, lanesMax)
  const top = sums.top + sums.height + 16
  const height = top + lanes.length * lane
  return (
    <section
      className="frames-chart"
      aria-label={t('Timeline of reserve frames')}
      ref={scroller}
      tabIndex={0}
    >
      <svg
        width={width}
        height={height}
        role="group"
        aria-label={plural(
          frames.length,
          {
            one: '{count} reserve frame from {from} to {to}',
            other: '{count} reserve frames from {from} to {to}',
          },
          { from: timeText(span.from, zone), to: timeText(span.to, zone) },
        )}
        onKeyDown={moveFocus}
      >
        <g aria-hidden="true">
          {ticksOf(span, zoom, zone).map(({ at, label }) => (
            <g key={at}>
              <path className="chart-line" d={`M${scale.x(at)} ${head}V${height}`} />
              {isBehindNow(scale.x(at), scale.x(now)) ? null : (
                <text x={scale.x(at) + 6} y={14}>
                  {label}
                </text>
              )}
            </g>
          ))}
          <Sums frames={frames} now={now} span={span} scale={scale} />
        </g>
        {lanes.map((frame, index) => (
          <Lane
            key={frame.id}
            {...{ frame, asset, now, scale, zone, span }}
            y={top + index * lane}
            most={Math.max(...frames.map(({ amount }) => amount))}
          />
        ))}
        {now >= span.from && now <= span.to ? (
          <NowLine x={scale.x(now)} height={height} text={clockText(now, zone).slice(0, 5)} />
        ) : null}
      </svg>
    </section>
  )
}

/** The time of now stands in the way of a label. */
const isBehindNow = (x: number, now: number) => x + 46 > now - 20 && x < now + 20

/** Drawn again only when something has changed, not with every tick of the clock. */
export const FramesChart = memo(Chart)

/** Arrows lead from bar to bar. */
function moveFocus(event: KeyboardEvent<SVGSVGElement>) {
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key]
  if (step === undefined) return
  const bars = [...event.currentTarget.querySelectorAll<SVGElement>('.frame-bar')]
  const at = bars.findIndex((item) => item === document.activeElement)
  if (at < 0) return
  event.preventDefault()
  bars[(at + step + bars.length) % bars.length]?.focus()
}

type SumsProps = { frames: readonly ReserveFrame[]; now: number; span: Span; scale: Scale }

/** What is accepted together, and above it what will be once quotes are paid for. */
function Sums({ frames, now, span, scale }: SumsProps) {
  const accepted = stepsOf(
    frames.filter(({ status }) => status === 'ACCEPTED'),
    span,
  )
  const planned = stepsOf(
    frames.filter((frame) => statusAt(frame, now) !== 'EXPIRED'),
    span,
  )
  const most = roundAbove(Math.max(...planned.map(({ sum }) => sum)))
  const floor = sums.top + sums.height
  const y = (sum: number) => floor - (sum / most) * sums.height
  const line = pathOf(accepted, scale, y)
  const isPlanned = frames.some(({ status }) => status !== 'ACCEPTED')
  const highest = planned.reduce((best, step) => (step.sum > best.sum ? step : best))
  return (
    <>
      {[most, most / 2].map((sum) => (
        <g key={sum}>
          <path className="chart-line" d={`M${scale.left} ${y(sum)}H${scale.right}`} />
          <text x={0} y={y(sum) + 4}>
            {shortAmount(sum)}
          </text>
        </g>
      ))}
      <text x={0} y={floor}>
        {t('Reserved')}
      </text>
      <path className="chart-base" d={`M${scale.left} ${floor}H${scale.right}`} />
      <path className="sum-area" d={`${line}V${floor}H${scale.left}Z`} />
      {isPlanned ? (
        <path className="sum-planned" d={pathAbove(planned, accepted, scale, y)} />
      ) : null}
      <path className="sum-line" d={line} />
      <text className="sum-name" x={scale.left + 6} y={y(accepted[0]?.sum ?? 0) - 5}>
        {t('Accepted')}
      </text>
      {isPlanned ? (
        <text
          className="sum-planned-name"
          x={Math.min(scale.x(highest.from) + 6, scale.right - 152)}
          y={y(highest.sum) - 5}
        >
          {t('with quoted and confirming')}
        </text>
      ) : null}
    </>
  )
}

function pathOf(steps: readonly Step[], scale: Scale, y: (sum: number) => number): string {
  return steps
    .map(
      ({ from, to, sum }, index) =>
        `${index === 0 ? 'M' : 'H'}${scale.x(from)} ${index === 0 ? y(sum) : ''}V${y(sum)}H${scale.x(to)}`,
    )
    .join('')
}

/** The higher line where it differs from the lower one, down to which it leads at both ends. */
function pathAbove(
  higher: readonly Step[],
  lower: readonly Step[],
  scale: Scale,
  y: (sum: number) => number,
): string {
  const below = (at: number) => lower.find(({ from, to }) => from <= at && at < to)?.sum ?? 0
  return higher
    .map(({ from, to, sum }) => {
      if (sum <= below(from)) return ''
      const end = scale.x(to) < scale.right ? `V${y(below(to))}` : ''
      return `M${scale.x(from)} ${y(below(from))}V${y(sum)}H${scale.x(to)}${end}`
    })
    .join('')
}

type LaneProps = {
  frame: ReserveFrame
  asset: string
  now: number
  y: number
  most: number
  scale: Scale
  span: Span
  zone: Zone
}

const letterWidth = 6.2

/** Where a text begins so that the line of now does not go through it. */
const clearOf = (now: number, x: number, width: number) =>
  now > x - 4 && now < x + width + 4 ? now + 6 : x

function Lane({ frame, asset, now, y, most, scale, span, zone }: LaneProps) {
  const clip = useId()
  const { id, amount, fees, misc, startTimestamp, endTimestamp } = frame
  const status = statusAt(frame, now)
  const { meaning } = frameLabel(status)
  const [from, to] = [scale.x(Date.parse(startTimestamp)), scale.x(Date.parse(endTimestamp))]
  const shown = { from: Math.max(from, scale.left), to: Math.min(to, scale.right) }
  const tall = bar.least + (bar.most - bar.least) * (amount / most)
  const top = y + (lane - tall) / 2
  const text = t('{amount} · fee {fee}', {
    amount: shortAmount(amount),
    fee: amountText(fees.feeAmount),
  })
  const textX = clearOf(scale.x(now), shown.from + 8, text.length * letterWidth)
  const fits = shown.to - textX > text.length * letterWidth + 8
  const drawn = amount > 0 ? misc.utilisation.drawn / amount : 0
  const spoken = spokenText(frame, now, asset, zone)
  const isPlanned = status === 'QUOTED' || status === 'PENDING_CONFIRMATION'
  return (
    <>
      <path className="chart-line" d={`M${scale.left} ${y + lane}H${scale.right}`} />
      <text className="lane-name" x={0} y={y + lane / 2 + 4} aria-hidden="true">
        {shortAddress(id)}
      </text>
      <clipPath id={clip}>
        <rect x={shown.from} y={y} width={Math.max(shown.to - shown.from, 1)} height={lane} />
      </clipPath>
      <PageLink
        className={clsx('frame-bar', `frame-is-${meaning}`, isPlanned && 'is-planned')}
        to={liquidityPaths.reserveFrame(id)}
        aria-label={spoken}
      >
        <title>{spoken}</title>
        <g clipPath={`url(#${clip})`}>
          <rect
            className="frame-body"
            x={from + 0.5}
            y={top}
            width={Math.max(to - from - 1, 2)}
            height={tall}
            rx={2}
          />
          {drawn > 0 ? (
            <rect
              className="frame-foot"
              x={from + 0.5}
              y={top + tall - 4}
              width={Math.max((to - from - 1) * Math.min(drawn, 1), 2)}
              height={4}
              rx={1}
            />
          ) : null}
        </g>
      </PageLink>
      {fits && span.to > Date.parse(startTimestamp) ? (
        <text
          className={`frame-name frame-is-${meaning}`}
          x={textX}
          y={y + lane / 2 + 3}
          aria-hidden="true"
        >
          {text}
        </text>
      ) : null}
    </>
  )
}

/** What is drawn, for those who do not see it. */
function spokenText(
  frame: LaneProps['frame'],
  now: number,
  asset: LaneProps['asset'],
  zone: Zone,
): string {
  const { id, amount, fees, misc, startTimestamp, endTimestamp } = frame
  return t('{id}, {status}, {amount}, {from} to {to}, {drawn} drawn, fee {fee}', {
    id,
    status: frameLabel(statusAt(frame, now)).label,
    amount: amountText(amount, asset),
    from: timeText(startTimestamp, zone),
    to: timeText(endTimestamp, zone),
    drawn: amountText(misc.utilisation.drawn, asset),
    fee: amountText(fees.feeAmount, asset),
  })
}

function NowLine({ x, height, text }: { x: number; height: number; text: string }) {
  return (
    <g aria-hidden="true">
      <path className="now-line" d={`M${x} ${head - 4}V${height}`} />
      <rect className="now-ground" x={x - 20} y={3} width={40} height={17} rx={2} />
      <text className="now-time" x={x} y={15.5} textAnchor="middle">
        {text}
      </text>
    </g>
  )
}
