import { useQuery } from '@tanstack/react-query'
import { q, approvals } from '../../api/call.ts'
import { t } from '../../messages/text.ts'

/** How many requests this person may decide about now. */
export function Component() {
  const count = useQuery(q(approvals.counts, {})).data?.data.mayDecide ?? 0
  if (count === 0) return null
  return (
    <span className="tab-count hand" data-count={count}>
      <span className="visually-hidden">{t('{count} for you', { count })}</span>
    </span>
  )
}
