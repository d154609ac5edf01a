import { codeLabel } from '../../../../messages/service.ts'
import { useState } from 'react'
import type { Timeline, Transfer, Step } from '../../../../api/queries/transfers.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { Amount, Time, useZone, StatusPill } from '../../../../ui/display/values.tsx'
import { DescriptionList, fact } from '../../../../ui/display/blocks.tsx'
import { timeText } from '../../../../ui/format/times.ts'
import { currencyLabel, ledgerAccountLabel, netsOf } from '../ledger/ledger-groups.ts'
import { PathStrip } from './path-strip.tsx'
import { t } from '../../../../messages/text.ts'

type Props = { transfer: Transfer; timeline: Timeline; onClose: () => void }

/** The money path, the status and the ledger at each time at which something happened. */
export function Replay({ transfer, timeline, onClose }: Props) {
  const zone = useZone()
  const moments = momentsOf(timeline)
  const last = moments.length - 1
  const [chosen, setChosen] = useState<number | undefined>()
  const place = Math.min(chosen ?? last, last)
  const moment = moments[place]
  if (!moment) return <PathStrip transfer={transfer} isNow />
  const now = Date.parse(moments[last]?.at ?? moment.at)
  const spoken = `${timeText(moment.at, zone, { detail: 'second', withZone: true, now })}, ${codeLabel(moment.status)}`
  const isLast = place === last
  return (
    <>
      <PathStrip transfer={isLast ? transfer : transferAt(transfer, moment)} isNow={isLast} />
      <section className="card-body grid" aria-label={t('Replay')}>
        <div className="row flex-wrap">
          <StatusPill status={isLast ? transfer.status : moment.status} />
          <span className="number">
            <Time at={moment.at} detail="second" withZone />
          </span>
          <span className="muted">
            {t('{place} of {count}', { place: place + 1, count: moments.length })}
          </span>
          <span className="ml-auto row">
            <Button size="s" onClick={onClose}>
              {t('Now')}
            </Button>
          </span>
        </div>
        <input
          type="range"
          className="replay-slider"
          aria-label={t('Time of the transfer')}
          aria-valuetext={spoken}
          min={0}
          max={last}
          step={1}
          value={place}
          onChange={(event) => setChosen(event.target.valueAsNumber)}
        />
        <Balances timeline={timeline} at={moment.at} />
      </section>
    </>
  )
}

/** What was on each account then, as the ledger card shows it for now. */
function Balances({ timeline, at }: { timeline: Timeline; at: string }) {
  const nets = netsOf(postingsUntil(timeline, at))
  return (
    <section aria-label={t('Ledger balances at this time')}>
      {nets.length === 0 ? (
        <p className="muted">{t('No balance on any account at this time.')}</p>
      ) : (
        <DescriptionList
          rows={nets.map(({ account, currency, amount, side }) =>
            fact(
              ledgerAccountLabel(account),
              <>
                <span className="faint">{side}</span>{' '}
                <Amount value={amount} currency={currencyLabel(currency)} />
              </>,
            ),
          )}
        />
      )}
    </section>
  )
}

/** Something changed then. */
type Moment = { at: string; status: string }

/** The times at which something happened, oldest first, each with the status from then on. */
export function momentsOf(timeline: Timeline): Moment[] {
  const { events, steps, ledger } = timeline
  const times = [
    ...events.map(({ at }) => at),
    ...ledger.map(({ at }) => at),
    ...steps.flatMap(({ startedAt, completedAt }) => [startedAt, completedAt]),
  ].filter((at) => at !== undefined)
  return [...new Set(times)].toSorted().map((at) => ({ at, status: statusAt(timeline, at) }))
}

/** Of the last event with a status until then; before the first, the transfer was a quote. */
function statusAt({ events }: Timeline, at: string): string {
  return events.findLast((event) => event.at <= at && event.status !== '')?.status ?? 'QUOTED'
}

/** The transfer as it was then, as far as its money path needs: what came later has not happened. */
export function transferAt(transfer: Transfer, moment: Moment): Transfer {
  const { failure: _failure, amountReceived, review: _review, ...rest } = transfer
  const hasArrived = transfer.details.some(
    ({ name, completedAt = '9' }) =>
      /^deposit_(received|confirmed)$/.test(name) && completedAt <= moment.at,
  )
  return {
    ...rest,
    ...(amountReceived && hasArrived ? { amountReceived } : {}),
    status: moment.status as Transfer['status'],
    details: transfer.details.map((step) => stepAt(step, moment.at)),
  }
}

function stepAt(step: Step, at: string): Step {
  const { startedAt, completedAt, ...rest } = step
  if (startedAt === undefined || startedAt > at)
    return { ...rest, status: step.status === 'skipped' ? 'skipped' : 'pending', error: '' }
  if (completedAt !== undefined && completedAt > at)
    return { ...rest, startedAt, status: 'in_progress', error: '' }
  return step
}

export const postingsUntil = ({ ledger }: Timeline, at: string): Timeline['ledger'] =>
  ledger.filter((posting) => posting.at <= at)
