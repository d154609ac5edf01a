import { useMemo } from 'react'
import { walletEventsSourceOf } from '../../../api/queries/events.ts'
import {
  eventColumns,
  eventLines,
  eventLink,
  idOfEvent,
} from '../../../features/webhooks/event-list.tsx'
import type { WalletView } from '../../../features/wallets/wallet-view.ts'
import { paths } from '../../../routing/paths.ts'
import { TextLink } from '../../../ui/page/links.tsx'
import { RecordList } from '../../../ui/table/record-list.tsx'

/** Who could sign when: methods, passkeys, sessions, exports and policies, newest first. */
export function Activity({ view: { entity } }: { view: WalletView }) {
  const { entityId } = entity
  const source = useMemo(() => walletEventsSourceOf(entityId), [entityId])
  return (
    <RecordList
      name="Activity"
      noun={['event', 'events']}
      source={source}
      columns={eventColumns}
      rowId={idOfEvent}
      rowLink={eventLink}
      stack={eventLines}
      all={<TextLink to={paths.webhookEvents}>All events</TextLink>}
      empty={{ title: 'No activity yet', text: 'What happens to the wallet is listed here.' }}
    />
  )
}
