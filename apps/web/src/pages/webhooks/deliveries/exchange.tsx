import './deliveries.css'
import { useState } from 'react'
import { RadioGroup, SelectField } from '../../../ui/controls/inputs.tsx'
import { bytesText } from '../../../ui/format/bytes.ts'
import { CopyButton } from '../../../ui/controls/button.tsx'
import { differencesOf, requestText, responseText } from './exchange-text.ts'
import type { Attempt, Delivery } from '../../../api/queries/webhooks.ts'
import { answerText } from '../../../features/webhooks/labels.ts'
import { t } from '../../../messages/text.ts'

type View = 'request' | 'response' | 'compare'

/** What was sent and answered at one attempt, or what differs between two. */
export function Exchange({ delivery }: { delivery: Delivery }) {
  const { attempts, body = '' } = delivery
  const [view, setView] = useState<View>('request')
  const [chosen, setChosen] = useState<number | undefined>()
  const attempt = attempts.find(({ number }) => number === chosen) ?? attempts.at(-1)
  const text = view === 'response' ? responseText(attempt) : requestText(attempt, body)
  return (
    <>
      <div className="row between flex-wrap">
        <RadioGroup
          label={t('Shown of this delivery')}
          labelHidden
          look="segment"
          value={view}
          onChange={(value) => setView(value as View)}
          options={[
            { value: 'request', label: attempt ? t('Request as sent') : t('Request') },
            {
              value: 'response',
              label: responseLabel(attempt),
              disabledReason: attempt ? undefined : t('Nothing was sent yet'),
            },
            {
              value: 'compare',
              label: t('Compare attempts'),
              disabledReason: attempts.length > 1 ? undefined : t('There is only one attempt'),
            },
          ]}
        />
        {view === 'compare' ? null : (
          <CopyButton
            text={text}
            label={view === 'response' ? t('Copy response') : t('Copy request')}
          />
        )}
      </div>
      {view === 'compare' ? (
        <CompareAttempts attempts={attempts} />
      ) : (
        <>
          {attempts.length > 1 && attempt ? (
            <AttemptSelect attempts={attempts} value={attempt.number} onChange={setChosen} />
          ) : null}
          <section aria-label={view === 'response' ? t('Response') : t('Request')}>
            <pre className="code">{text}</pre>
          </section>
        </>
      )}
    </>
  )
}

function responseLabel(attempt: Attempt | undefined): string {
  if (!attempt?.bodyExcerpt) return t('Response')
  const bytes = new TextEncoder().encode(attempt.bodyExcerpt).length
  return t('Response, {bytes}', { bytes: bytesText(bytes) })
}

/** Two attempts side by side, without what they have in common. */
function CompareAttempts({ attempts }: { attempts: readonly Attempt[] }) {
  const [a, setA] = useState<number | undefined>()
  const [b, setB] = useState<number | undefined>()
  const first = attempts.find(({ number }) => number === a) ?? attempts.at(-2)
  const second = attempts.find(({ number }) => number === b) ?? attempts.at(-1)
  if (!first || !second) return null
  const rows = differencesOf(first, second)
  return (
    <>
      <div className="grid grid-2 gap-2">
        <AttemptSelect
          label={t('First')}
          attempts={attempts}
          value={first.number}
          onChange={setA}
        />
        <AttemptSelect
          label={t('Second')}
          attempts={attempts}
          value={second.number}
          onChange={setB}
        />
      </div>
      <p className="muted">
        {rows.length === 0
          ? t('The body was the same, byte for byte. Nothing else differs either.')
          : t('The body was the same, byte for byte.')}
      </p>
      {rows.length > 0 ? (
        <dl className="attempt-diff code" aria-label={t('Differences')}>
          {rows.map(({ what, first: before, second: after }) => (
            <div key={what}>
              <dt>{what}</dt>
              <dd>{before || '–'}</dd>
              <dd>{after || '–'}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </>
  )
}

type Props = {
  label?: string
  attempts: readonly Attempt[]
  value: number
  onChange: (number: number) => void
}

/** Which attempt is meant, newest first. */
function AttemptSelect({ label = t('Attempt'), attempts, value, onChange }: Props) {
  return (
    <SelectField
      label={label}
      small
      value={String(value)}
      onChange={(event) => onChange(Number(event.target.value))}
      options={attempts.toReversed().map((attempt) => ({
        value: String(attempt.number),
        label: t('Attempt {number}: {answer}', {
          number: attempt.number,
          answer: answerText(attempt),
        }),
      }))}
    />
  )
}
