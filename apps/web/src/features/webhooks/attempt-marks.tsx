import './attempt-marks.css'
import { StatusIcon } from '../../ui/display/status-icon.tsx'
import { isOpen } from '../../api/queries/polling.ts'
import type { Delivery } from '../../api/queries/webhooks.ts'
import { hasFailed } from './labels.ts'
import { codeText } from '../../messages/service.ts'
import { plural, t } from '../../messages/text.ts'

const shown = 10

/** A square for each attempt, the planned one dashed; of very many the last ones. */
export function AttemptMarks({ delivery }: { delivery: Delivery }) {
  const { attempts, status } = delivery
  const planned = isOpen(status)
  if (attempts.length === 0 && !planned) return <span className="faint">{t('none')}</span>
  const parts = [
    ...attempts.map((attempt) => codeText(hasFailed(attempt) ? 'FAILED' : 'DELIVERED')),
    ...(planned ? [t('planned')] : []),
  ]
  const hidden = Math.max(0, attempts.length - shown)
  const count = plural(attempts.length, { one: '{count} attempt', other: '{count} attempts' })
  return (
    <>
      <span className="visually-hidden">
        {count}: {parts.join(', ')}
      </span>
      <span className="attempt-marks" aria-hidden="true">
        {hidden > 0 ? <span className="caption">+{hidden}</span> : null}
        {attempts.slice(hidden).map((attempt) => (
          <i key={attempt.number} className={hasFailed(attempt) ? 'failed' : 'delivered'}>
            <StatusIcon meaning={hasFailed(attempt) ? 'fail' : 'done'} />
          </i>
        ))}
        {planned ? <i /> : null}
      </span>
    </>
  )
}
