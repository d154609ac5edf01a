import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call, wallets, q, queries } from '../../../../api/call.ts'
import { useSession } from '../../../../api/session.ts'
import { waitText } from '../../../../features/wallets/wait-text.ts'
import type { Wallet, WalletView } from '../../../../features/wallets/wallet-view.ts'
import { createEphemeralKey, type EphemeralKey } from '../../../../signing/export-keys.ts'
import { Checkbox } from '../../../../ui/controls/inputs.tsx'
import { toast } from '../../../../ui/overlays/toast.ts'
import { SignedDialog } from '../../signed/signed-dialog.tsx'
import { keepExport, keptExportsQuery, type Sealed } from './kept-exports.ts'
import { t } from '../../../../messages/text.ts'

type Props = {
  view: WalletView
  wallet: Wallet
  onSealed: (sealed: Sealed) => void
  onClose: () => void
}

/** Asks for the phrase; it comes sealed to a key that this browser makes and cannot read out. */
export function ExportDialog(props: Props) {
  // One export, one key: the service takes none twice.
  const { data: key } = useQuery({
    queryKey: ['export-key', useId()],
    queryFn: createEphemeralKey,
    staleTime: Infinity,
    gcTime: 0,
  })
  // The waiting time is part of what is signed.
  const { data: settings } = useQuery(q(wallets.settings, {}))
  if (!key || !settings) return null
  return <Ask {...props} exportKey={key} delaySeconds={settings.data.exportDelaySeconds} />
}

type AskProps = Props & { exportKey: EphemeralKey; delaySeconds: number }

function Ask({ view, wallet, exportKey, delaySeconds, onSealed, onClose }: AskProps) {
  const [understood, setUnderstood] = useState(false)
  const memberId = useSession()?.member.memberId ?? ''
  const { entityId } = view.entity
  const { walletId, walletName } = wallet
  const params = { entityId }
  const asked = { walletId, targetPublicKey: exportKey.publicKeyUncompressed }
  return (
    <SignedDialog
      view={view}
      title={t('Export {name}', { name: walletName })}
      description={descriptionOf(delaySeconds)}
      button={t('Export wallet')}
      isDangerous
      disabledReason={understood ? undefined : t('Confirm that you have understood it')}
      prepare={() => call(wallets.exportWalletPrepare, { params, body: asked })}
      asked={{
        entityId,
        type: 'ACTIVITY_TYPE_EXPORT_WALLET',
        parameters: { ...asked, delaySeconds },
      }}
      submit={async (stamped) => {
        const { data } = await call(wallets.exportWalletSubmit, { params, body: stamped })
        const { exportBundle, availableAt } = data.result
        if (exportBundle !== undefined) {
          onSealed({ bundle: exportBundle, key: exportKey })
          return
        }
        if (availableAt === undefined) return
        await keepExport({ entityId, walletId, memberId, key: exportKey, stamped, availableAt })
        await queries.invalidateQueries(keptExportsQuery)
        onClose()
        toast({ tone: 'wait', title: t('The export of {name} waits', { name: walletName }) })
      }}
      onClose={onClose}
    >
      <Checkbox
        label={t('I know that the phrase cannot be taken back')}
        checked={understood}
        onChange={(event) => setUnderstood(event.target.checked)}
      />
    </SignedDialog>
  )
}

function descriptionOf(delaySeconds: number): string {
  const what = t(
    'You get the wallet’s recovery phrase: the words are the wallet. Policy, passkeys and limits hold nobody back who has them, and Corridor can never take them back.',
  )
  if (delaySeconds === 0) return what
  const waits = t(
    'After you have signed, the export waits {duration} and can be cancelled; then this browser alone can open it.',
    { duration: waitText(delaySeconds) },
  )
  return `${what} ${waits}`
}
