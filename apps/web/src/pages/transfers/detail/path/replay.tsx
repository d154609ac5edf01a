import { codeLabel } from '../../../../messages/service.ts'
import { useState } from 'react'
import type { Timeline, Transfer } from '../../../../api/queries/transfers.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { Amount } from '../../../../ui/display/amount.tsx'
import { DescriptionList, fact } from '../../../../ui/display/description-list.tsx'
import { StatusPill } from '../../../../ui/display/status-pill.tsx'
import { Time, useZone } from '../../../../ui/display/time.tsx'
import { timeText } from '../../../../ui/format/times.ts'
import { currencyLabel, ledgerAccountLabel, netsOf } from '../ledger/ledger-groups.ts'
import { momentsOf, postingsUntil, transferAt } from './moments.ts'
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
