import { moneyPath } from '../../../../features/transfers/money-path.ts'
import type { Transfer } from '../../../../api/queries/transfers.ts'
import { StatusIcon } from '../../../../ui/display/status-icon.tsx'
import { t } from '../../../../messages/text.ts'

/** From payer to payee, or back, with the place at which the money is. */
export function PathStrip({ transfer, isNow }: { transfer: Transfer; isNow: boolean }) {
  return (
    <ol className="money-path">
      {moneyPath(transfer).map((stop) => (
        <li
          key={stop.key}
          className={stop.meaning === 'done' ? 'is-past' : undefined}
          aria-current={stop.isHere ? 'step' : undefined}
        >
          <span className={`marker ${stop.meaning}`}>
            <StatusIcon meaning={stop.meaning} />
          </span>
          <div className="min-w-0">
            <div className="caption">
              {stop.label}
              {stop.isHere ? (
                <span className="money-here">
                  {isNow ? t('Money is here') : t('Money was here')}
                </span>
              ) : null}
            </div>
            <div className={stop.meaning === 'none' ? 'muted' : 'strong'}>{stop.title}</div>
            {stop.text ? <div className="muted">{stop.text}</div> : null}
          </div>
        </li>
      ))}
    </ol>
  )
}
