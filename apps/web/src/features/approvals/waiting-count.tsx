import { useQuery } from '@tanstack/react-query'
import { approvalCountsQuery } from '../../api/queries/approvals.ts'
import { t } from '../../messages/text.ts'

/** How many requests this person may decide about now. */
export function Component() {
  const count = useQuery(approvalCountsQuery).data?.data.mayDecide ?? 0
  if (count === 0) return null
  return (
    <span className="tab-count hand" data-count={count}>
      <span className="visually-hidden">{t('{count} for you', { count })}</span>
    </span>
  )
}
