import { useState } from 'react'
import { AttemptSelect } from './attempt-select.tsx'
import { differencesOf } from './exchange-text.ts'
import type { Attempt } from '../../../api/queries/webhooks.ts'

/** Two attempts side by side, without what they have in common. */
export function CompareAttempts({ attempts }: { attempts: readonly Attempt[] }) {
  const [a, setA] = useState<number | undefined>()
  const [b, setB] = useState<number | undefined>()
  const first = attempts.find(({ number }) => number === a) ?? attempts.at(-2)
  const second = attempts.find(({ number }) => number === b) ?? attempts.at(-1)
  if (!first || !second) return null
  const rows = differencesOf(first, second)
  return (
    <>
      <div className="grid grid-2 gap-2">
        <AttemptSelect label="First" attempts={attempts} value={first.number} onChange={setA} />
        <AttemptSelect label="Second" attempts={attempts} value={second.number} onChange={setB} />
      </div>
      <p className="muted">
        The body was the same, byte for byte.
        {rows.length === 0 ? ' Nothing else differs either.' : ''}
      </p>
      {rows.length > 0 ? (
        <dl className="attempt-diff code" aria-label="Differences">
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
