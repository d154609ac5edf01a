import { useMemo } from 'react'
import { walletEventsSourceOf } from '../../../api/queries/events.ts'
import type { WalletView } from '../../../features/wallets/wallet-view.ts'
import { ActivityList } from '../../../features/webhooks/activity-list.tsx'
import { t } from '../../../messages/text.ts'

/** Who could sign when: methods, passkeys, sessions, exports and policies, newest first. */
export function Activity({ view: { entity } }: { view: WalletView }) {
  const { entityId } = entity
  const source = useMemo(() => walletEventsSourceOf(entityId), [entityId])
  const empty = {
    title: t('No activity yet'),
    text: t('What happens to the wallet is listed here.'),
  }
  return <ActivityList {...{ entityId, source, empty }} name={t('Activity')} />
}
