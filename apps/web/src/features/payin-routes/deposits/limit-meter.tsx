/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a <meter> cannot be styled the same in all browsers */
import './limit-meter.css'
import { Time } from '../../../ui/display/values.tsx'
import {
  type DepositFit,
  type HeldLimit,
  isUsedUp,
  limitName,
  limitText,
  raiserOf,
  shortfallOf,
  unfitText,
} from '../limit-labels.ts'
import { rich } from '../../../messages/rich.tsx'
import { t } from '../../../messages/text.ts'

/** How much of a limit is used and when it begins anew. `short` has no room for the sums. */
export function LimitMeter({ limit, short }: { limit: HeldLimit; short?: boolean }) {
  return (
    <span className="stack gap-1 min-w-0">
      <span className={short ? 'truncated' : undefined} title={limitText(limit)}>
        {limitName(limit)}
      </span>
      {isUsedUp(limit) ? <Track limit={limit} /> : null}
      {short ? null : <span className="muted">{limitText(limit)}</span>}
      {limit.resetsAt && !short ? (
        <span className="muted">
          {rich('Resets {time}', { time: <Time at={limit.resetsAt} withZone /> })}
        </span>
      ) : null}
      {short ? null : <span className="muted">{raiserOf(limit)}</span>}
    </span>
  )
}

function Track({ limit }: { limit: HeldLimit }) {
  const share = limit.limit > 0 ? Math.min(100, (limit.used / limit.limit) * 100) : 100
  return (
    <span
      className="limit-track"
      role="meter"
      aria-label={limitName(limit)}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share)}
      aria-valuetext={limitText(limit)}
    >
      <i style={{ width: `${share}%` }} />
    </span>
  )
}

/** Whether a held deposit would go on now, and if not, why. */
export function FitMark({ fit }: { fit: DepositFit | undefined }) {
  if (!fit) return null
  return fit.fits ? (
    <span className="tone-done">{t('Fits now')}</span>
  ) : (
    <span className="muted truncated" title={unfitText(fit)}>
      {fit.limit ? <Shortfall limit={fit.limit} /> : unfitText(fit)}
    </span>
  )
}

/** What is left of a limit and when it begins anew, then which one: it stands in its own column, too. */
function Shortfall({ limit }: { limit: HeldLimit }) {
  const { name, left } = shortfallOf(limit)
  return limit.resetsAt
    ? rich('{left} left, resets {time} ({limit})', {
        left,
        time: <Time at={limit.resetsAt} />,
        limit: name,
      })
    : t('{sum} ({limit})##a limit', { sum: left, limit: name })
}
