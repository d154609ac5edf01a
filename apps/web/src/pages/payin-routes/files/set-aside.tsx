import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { q, sandbox } from '../../../api/call.ts'
import { serviceNow } from '../../../api/clock.ts'
import type { SetAsideLine } from '../../../api/queries/bank-payments.ts'
import { useMissingPermission } from '../../../api/session.ts'
import { Refused, useAction } from '../../../features/actions/action.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/display/blocks.tsx'
import { EmptyState } from '../../../ui/display/empty-state.tsx'
import { part } from '../../../ui/display/part.tsx'
import { amountText } from '../../../ui/format/numbers.ts'
import { calendarDayText } from '../../../ui/format/times.ts'
import { ReasonDialog } from '../../../ui/overlays/reason-dialog.tsx'
import { Region } from '../../../ui/page/region.tsx'
import { t } from '../../../messages/text.ts'

const BookDialog = part(() => import('./book-dialog.tsx'), 'BookDialog')

const linesQuery = q(sandbox.listSetAside, {})

/** Lines of files that could not be read, until a person books or dismisses them. */
export function SetAside() {
  const missing = useMissingPermission('sandbox')
  const query = useQuery({ ...linesQuery, enabled: missing === undefined })
  return (
    <Card title={t('Lines set aside')}>
      {missing ? (
        <p className="muted">{missing}</p>
      ) : (
        <Region
          query={query}
          what={t('Lines set aside')}
          empty={({ data }) =>
            data.length === 0 ? (
              <EmptyState title={t('No line is set aside')}>
                {t('A line that cannot be read waits here; the rest of its file is imported.')}
              </EmptyState>
            ) : undefined
          }
        >
          {({ data }) => (
            <ul className="grid">
              {data.map((line) => (
                <li key={line.lineId}>
                  <Line line={line} />
                </li>
              ))}
            </ul>
          )}
        </Region>
      )}
    </Card>
  )
}

function Line({ line }: { line: SetAsideLine }) {
  const { fileName, line: place, reason, source, amount, currency, bookedOn } = line
  const [asked, setAsked] = useState<'BOOK' | 'DISMISS' | undefined>()
  const close = () => setAsked(undefined)
  const facts = [
    amount === undefined ? '' : amountText(amount, currency),
    bookedOn ? t('booked on {day}', { day: calendarDayText(bookedOn, serviceNow()) }) : '',
  ].filter((text) => text !== '')
  return (
    <div className="grid gap-2">
      <div className="row flex-wrap">
        <span className="strong grow">
          {t('Line {line} of {file}', { line: place, file: fileName })}
        </span>
        <Button size="s" variant="primary" aria-haspopup="dialog" onClick={() => setAsked('BOOK')}>
          {t('Book by hand')}
        </Button>
        <Button size="s" aria-haspopup="dialog" onClick={() => setAsked('DISMISS')}>
          {t('Dismiss line')}
        </Button>
      </div>
      {asked === 'BOOK' ? <BookDialog line={line} onClose={close} /> : null}
      {asked === 'DISMISS' ? <DismissDialog line={line} onClose={close} /> : null}
      <p>{reason}</p>
      {facts.length > 0 ? <p className="muted">{facts.join(', ')}</p> : null}
      <details>
        <summary className="muted">{t('What the file has there')}</summary>
        <pre className="code">{source}</pre>
      </details>
    </div>
  )
}

function DismissDialog({ line, onClose }: { line: SetAsideLine; onClose: () => void }) {
  const { lineId } = line
  const dismiss = useAction(sandbox.dismissSetAside, {
    onDone: onClose,
    done: t('The line is dismissed'),
    stale: linesQuery.queryKey,
  })
  return (
    <ReasonDialog
      title={t('Dismiss this line?')}
      description={t('It moved no money: nothing is booked.')}
      button={t('Dismiss line')}
      isDangerous
      isRequired
      isBusy={dismiss.isBusy}
      onConfirm={(reason) => dismiss.send({ params: { lineId }, body: { reason } })}
      onClose={onClose}
      problem={<Refused title={t('Nothing was dismissed')} error={dismiss.error} />}
    />
  )
}
