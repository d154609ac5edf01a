import { call, wallets, queries } from '../../../../api/call.ts'
import { type Passkey, walletsKeyOf } from '../../../../api/queries/wallets.ts'
import type { WalletView } from '../../../../features/wallets/wallet-view.ts'
import { Notice } from '../../../../ui/display/blocks.tsx'
import { toast } from '../../../../ui/overlays/toast.ts'
import { SignedDialog } from '../../signed/signed-dialog.tsx'
import { t } from '../../../../messages/text.ts'

type Props = { view: WalletView; passkey: Passkey; isLast: boolean; onClose: () => void }

/** A passkey that is lost or not wanted any more: from then on it signs nothing. */
export function RemovePasskey({ view, passkey, isLast, onClose }: Props) {
  const { entityId } = view.entity
  const { authenticatorId, name } = passkey
  const params = { entityId }
  return (
    <SignedDialog
      view={view}
      title={t('Remove {name}', { name })}
      description={t(
        'The passkey can sign nothing from then on. On its device it stays in the list of passkeys, without use.',
      )}
      button={t('Remove passkey')}
      isDangerous
      prepare={() => call(wallets.deletePasskeyPrepare, { params, body: { authenticatorId } })}
      asked={{
        entityId,
        type: 'ACTIVITY_TYPE_DELETE_AUTHENTICATORS',
        parameters: { authenticatorIds: [authenticatorId] },
      }}
      submit={async (body) => {
        await call(wallets.deletePasskeySubmit, { params, body })
        onClose()
        toast({ tone: 'done', title: t('{name} removed', { name }) })
        await queries.invalidateQueries({ queryKey: walletsKeyOf(entityId) })
      }}
      onClose={onClose}
    >
      {isLast ? (
        <Notice tone="hand" title={t('This is the last passkey')}>
          {t('Without one, only a session or a program can sign transfers.')}
        </Notice>
      ) : null}
    </SignedDialog>
  )
}
