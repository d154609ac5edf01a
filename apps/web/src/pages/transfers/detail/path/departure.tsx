import type { Transfer } from '../../../../api/queries/transfers.ts'
import { BankTime } from '../../../../features/transfers/bank-time.tsx'
import { DescriptionList, fact } from '../../../../ui/display/blocks.tsx'
import { useNow } from '../../../../api/clock.ts'
import { t } from '../../../../messages/text.ts'

/** When money that is still ahead leaves its bank, and when it is there. */
export function Departure({ transfer }: { transfer: Transfer }) {
  const { leavesAt, estimatedArrival, bankTimeZone: bankZone } = transfer
  const now = useNow(60_000)
  if (!estimatedArrival) return null
  return (
    <div className="card-body">
      <DescriptionList
        rows={[
          leavesAt &&
            Date.parse(leavesAt) > now &&
            fact(t('Leaves'), <BankTime at={leavesAt} bankZone={bankZone} />),
          fact(t('Arrives by'), <BankTime at={estimatedArrival} bankZone={bankZone} />),
        ]}
      />
    </div>
  )
}
