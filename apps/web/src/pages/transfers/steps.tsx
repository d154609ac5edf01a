import { CopyButton } from '../../ui/copy-button.tsx'
import { shortAddress } from '../../ui/address.tsx'
import { useNow } from '../../ui/clock.ts'
import { type Meaning, readStatus, wordOf } from '../../ui/status.ts'
import { Elapsed, Time, useZone } from '../../ui/time.tsx'
import { Timeline, type TimelineItem } from '../../ui/timeline.tsx'
import { clockText } from '../../ui/times.ts'
import { interleave } from './interleave.ts'
import type { TransferEvent } from './queries.ts'
import { type Step, stepName, type Transfer, waitingText } from './words.ts'

type Props = { transfer: Transfer; events?: readonly TransferEvent[] | undefined }

/** The steps that the service returned, none guessed at, with the events between them where they are given. */
export function Steps({ transfer, events = [] }: Props) {
  const steps = transfer.details.map((step) => ({
    at: step.completedAt ?? step.startedAt,
    item: stepItem(step),
  }))
  const marks = events.map((event) => ({ at: event.createdAt, item: eventItem(event) }))
  return <Timeline label="Steps" items={interleave(steps, marks)} />
}

function stepItem(step: Step): TimelineItem {
  const active = step.status === 'in_progress' || step.status === 'waiting'
  const meaning: Meaning = step.status === 'waiting' ? 'wait' : readStatus(step.status).meaning
  return {
    key: step.name,
    meaning,
    title: stepName(step.name),
    aside: <StepAside step={step} />,
    text: active || step.error || isHash(step.reference) ? <StepText step={step} /> : undefined,
  }
}

function StepAside({ step }: { step: Step }) {
  const { startedAt, completedAt, status } = step
  if (status === 'skipped' || status === 'cancelled') return wordOf(status)
  if (!startedAt) return 'pending'
  const instant = completedAt && Date.parse(completedAt) - Date.parse(startedAt) < 1000
  if (instant) return <StepClock at={completedAt} />
  return <Elapsed from={startedAt} to={completedAt} />
}

function StepClock({ at }: { at: string }) {
  const zone = useZone()
  return (
    <time dateTime={at} className="num">
      {clockText(at, zone)}
    </time>
  )
}

function StepText({ step }: { step: Step }) {
  const { name, status, error, attempt, expectedBy, reference } = step
  const active = status === 'in_progress' || status === 'waiting'
  return (
    <>
      {active && expectedBy ? <Late expectedBy={expectedBy} /> : null}
      {active ? waitingText(name) : null}
      {active && attempt > 1 ? ` Attempt ${attempt}.` : null}
      {error ? <span className="ic-fail block">{error}</span> : null}
      {isHash(reference) ? (
        <span className="flex items-center gap-1">
          <span className="mono">{shortAddress(reference)}</span>
          <CopyButton text={reference} label={`Copy hash of ${stepName(name)}`} />
        </span>
      ) : null}
    </>
  )
}

function Late({ expectedBy }: { expectedBy: string }) {
  const now = useNow(1000)
  if (now <= Date.parse(expectedBy)) return null
  return (
    <>
      <span className="strong ic-wait">
        Longer than usual (expected by <Time at={expectedBy} detail="second" />
        ).
      </span>{' '}
    </>
  )
}

const isHash = (text: string) => /^0x[0-9a-f]{64}$/i.test(text)

function eventItem(event: TransferEvent): TimelineItem {
  const { status, previousStatus } = event.eventObject
  return {
    key: event.eventId,
    meaning: 'none',
    event: true,
    title: (
      <span className="font-normal">
        Event{' '}
        <span className="mono">
          {event.eventCategory}.{event.eventType}
        </span>{' '}
        {previousStatus && previousStatus !== status
          ? `${wordOf(previousStatus)} to ${wordOf(status).toLowerCase()}`
          : wordOf(event.eventStatus).toLowerCase()}
      </span>
    ),
    aside: <StepClock at={event.createdAt} />,
  }
}
