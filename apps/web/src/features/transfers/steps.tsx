import { stepStates } from '@corridor/domain'
import { codeLabel, codeText } from '../../messages/service.ts'
import { CopyButton } from '../../ui/controls/button.tsx'
import { shortAddress, Elapsed, Time } from '../../ui/display/values.tsx'
import { useZone } from '../../ui/preferences/zone.ts'
import { useNow } from '../../api/clock.ts'
import { Timeline, type TimelineItem } from '../../ui/display/timeline.tsx'
import { clockText } from '../../ui/format/times.ts'
import type { Step, Timeline as TimelineOf, Transfer } from '../../api/queries/transfers.ts'
import type { HookEvent } from '../../api/queries/events.ts'
import { doneText, stepLabel, stepName, waitingText } from './labels.ts'
import { rich } from '../../messages/rich.tsx'
import { t } from '../../messages/text.ts'

type Deliveries = TimelineOf['deliveries']
type Props = {
  transfer: Transfer
  events?: readonly HookEvent[] | undefined
  /** How far each event has got to the partner's own server. */
  deliveries?: Deliveries | undefined
}

/**
 * The steps that the service returned, none guessed at; the events, and the votes on the transfer, between them
 * where there are events.
 */
export function Steps({ transfer, events, deliveries = [] }: Props) {
  const steps = transfer.details.map((step) => ({
    at: step.completedAt ?? step.startedAt,
    item: stepItem(step, transfer),
  }))
  const votes = events ? (transfer.approval?.votes ?? []) : []
  const marks = [
    ...(events ?? []).map((event) => ({ at: event.createdAt, item: eventItem(event, deliveries) })),
    ...votes.map((vote) => ({ at: vote.at, item: voteItem(vote) })),
  ]
  return <Timeline label={t('Steps')} items={interleave(steps, marks)} />
}

const isActive = ({ status }: Step) => stepStates[status].isUnderWay

function stepItem(step: Step, transfer: Transfer): TimelineItem {
  const { failure } = transfer

  const { name, status, error, attempt, reference } = step
  const { meaning } = stepStates[status]
  const done = doneText(step, transfer)
  const says = isActive(step) || error || attempt > 1 || isHash(reference) || done
  return {
    key: name,
    meaning,
    title: isActive(step) && !error ? stepLabel(step) : stepName(name),
    aside: <StepAside step={step} />,
    text: says ? (
      <StepText
        step={step}
        done={done}
        explanation={failure?.step === name ? failure.message : undefined}
      />
    ) : undefined,
  }
}

function StepAside({ step }: { step: Step }) {
  const { startedAt, completedAt, status } = step
  if (stepStates[status].meaning === 'end') return codeLabel(status)
  if (!startedAt) return t('pending')
  const instant = completedAt && Date.parse(completedAt) - Date.parse(startedAt) < 1000
  if (instant) return <StepClock at={completedAt} />
  return <Elapsed from={startedAt} to={completedAt} />
}

function StepClock({ at }: { at: string }) {
  const zone = useZone()
  return (
    <time dateTime={at} className="number">
      {clockText(at, zone)}
    </time>
  )
}

type StepTextProps = {
  step: Step
  /** What a completed step came to. */
  done: string
  /** The message of its error, where the service has one. */
  explanation: string | undefined
}

function StepText({ step, done, explanation }: StepTextProps) {
  const { name, error, attempt, expectedBy, reference } = step
  return (
    <>
      {isActive(step) && !error ? (
        <>
          {expectedBy ? <Late expectedBy={expectedBy} /> : null}
          {waitingText(name)}{' '}
        </>
      ) : null}
      {done}
      {attempt > 1 ? ` ${t('Attempt {attempt}.', { attempt })}` : null}
      {error ? (
        <span className={`block ${isActive(step) ? 'tone-wait' : 'tone-fail'}`}>{error}</span>
      ) : null}
      {error && explanation && explanation !== error ? (
        <span className="block">{explanation}</span>
      ) : null}
      {isHash(reference) ? (
        <span className="flex items-center gap-1">
          <span className="mono">{shortAddress(reference)}</span>
          <CopyButton text={reference} label={t('Copy hash of {name}', { name: stepName(name) })} />
        </span>
      ) : null}
    </>
  )
}

/** By when a step is expected to end, or that it should have. */
function Late({ expectedBy }: { expectedBy: string }) {
  const now = useNow(1000)
  if (now <= Date.parse(expectedBy)) {
    return <>{rich('Expected by {time}.', { time: <Time at={expectedBy} /> })} </>
  }
  return (
    <>
      <span className="strong tone-wait">
        {rich('Longer than usual (expected by {time}).', {
          time: <Time at={expectedBy} detail="second" />,
        })}
      </span>{' '}
    </>
  )
}

const isHash = (text: string) => /^0x[0-9a-f]{64}$/i.test(text)

function eventItem(event: HookEvent, deliveries: Deliveries): TimelineItem {
  const { status, previousStatus } = event.eventObject
  return {
    key: event.eventId,
    meaning: 'none',
    event: true,
    title: (
      <span className="font-normal">
        {previousStatus && previousStatus !== status
          ? t('{before} to {after}', {
              before: codeLabel(previousStatus),
              after: codeText(status),
            })
          : codeLabel(event.eventStatus)}{' '}
        <span className="muted">
          <span className="mono">
            {event.eventCategory}.{event.eventType}
          </span>
          {deliveryText(deliveries.findLast(({ eventId }) => eventId === event.eventId))}
        </span>
      </span>
    ),
    aside: <StepClock at={event.createdAt} />,
  }
}

type Vote = NonNullable<Transfer['approval']>['votes'][number]

function voteItem({ actorId, actorName, decision, comment, at }: Vote): TimelineItem {
  return {
    key: `vote ${actorId} ${at}`,
    meaning: 'none',
    event: true,
    title: (
      <span className="font-normal">
        {rich('{decision} by {name}', {
          decision: codeLabel(decision),
          name: actorName || <span className="mono">{actorId}</span>,
        })}
        {comment ? `: ${comment}` : null}
      </span>
    ),
    aside: <StepClock at={at} />,
  }
}

type Delivery = Pick<Deliveries[number], 'status' | 'attempts' | 'lastAttempt'>

/** How an event got to the partner's server: `, delivered, 200 in 184 ms`; nothing where it goes nowhere. */
export function deliveryText(delivery: Delivery | undefined): string {
  if (!delivery) return ''
  const { status, attempts, lastAttempt } = delivery
  const result = lastAttempt
    ? t('{result} in {duration} ms', {
        result: lastAttempt.httpStatus ?? t('no answer'),
        duration: lastAttempt.durationMs,
      })
    : ''
  const times = attempts > 1 ? t('attempt {attempts}', { attempts }) : ''
  return ['', codeText(status), result, times].filter((part, i) => i === 0 || part).join(', ')
}

/** Something with its moment (ISO), where it has one yet. */
type Placed<T> = { at: string | undefined; item: T }

/**
 * Puts each mark before the first step that ended after it; marks stand before what has not begun. Steps keep the
 * order they came in.
 */
export function interleave<T>(steps: readonly Placed<T>[], marks: readonly Placed<T>[]): T[] {
  const rest = [...marks].sort((a, b) => (a.at ?? '').localeCompare(b.at ?? ''))
  const items: T[] = []
  for (const { at, item } of steps) {
    const later = at === undefined ? -1 : rest.findIndex((mark) => (mark.at ?? '') >= at)
    const before = rest.splice(0, later < 0 ? rest.length : later)
    items.push(...before.map((mark) => mark.item), item)
  }
  return [...items, ...rest.map((mark) => mark.item)]
}
