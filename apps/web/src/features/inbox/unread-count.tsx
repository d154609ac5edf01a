import { useQuery } from '@tanstack/react-query'
import { unreadQuery } from '../../api/queries/inbox.ts'
import { countText } from '../../ui/format/numbers.ts'
import { t } from '../../messages/text.ts'

/** How many lines of the inbox the person has not read. */
export function Component() {
  const count = useQuery(unreadQuery).data?.unread ?? 0
  if (count === 0) return null
  return (
    <span className="tab-count" data-count={count > 99 ? '99+' : count}>
      <span className="visually-hidden">{t('{count} unread', { count: countText(count) })}</span>
    </span>
  )
}
