import type { Transfer } from '../../../../api/queries/transfers.ts'
import { BankTime } from '../../../../features/transfers/bank-time.tsx'
import { useNow } from '../../../../api/clock.ts'
import { t } from '../../../../messages/text.ts'

/** When money that is still ahead leaves its bank, and when it is there. */
export function Departure({ transfer }: { transfer: Transfer }) {
  const { leavesAt, estimatedArrival, bankTimeZone: bankZone, isEstimated } = transfer
  const now = useNow(60_000)
  if (!estimatedArrival) return null
  const isAhead = leavesAt !== undefined && Date.parse(leavesAt) > now
  return (
    <dl className="card-body row flex-wrap items-start gap-x-6">
      {isAhead ? (
        <div>
          <dt className="muted">{t('Leaves')}</dt>
          <dd>
            <BankTime at={leavesAt} bankZone={bankZone} />
          </dd>
        </div>
      ) : null}
      <div>
        <dt className="muted">{t('Arrives by')}</dt>
        <dd>
          <BankTime at={estimatedArrival} {...{ bankZone, isEstimated }} />
        </dd>
      </div>
    </dl>
  )
}
