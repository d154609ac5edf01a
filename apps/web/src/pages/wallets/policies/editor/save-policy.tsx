import type { PolicyRules } from '@corridor/contract/policy'
import { call, wallets, q, queries } from '../../../../api/call.ts'
import type { WalletPolicy } from '../../../../api/queries/wallets.ts'
import type { Wallet, WalletView } from '../../../../features/wallets/wallet-view.ts'
import { toast } from '../../../../ui/overlays/toast.ts'
import { SignedDialog } from '../../signed/signed-dialog.tsx'
import { t } from '../../../../messages/text.ts'

type Props = {
  view: WalletView
  wallet: Wallet
  /** As it is now. */
  policy: WalletPolicy
  /** As it shall be. */
  next: PolicyRules
  onSaved: () => void
  onClose: () => void
}

/** A policy is what its owner has signed for; the signer keeps no other. */
export function SavePolicy({ view, wallet, policy, next, onSaved, onClose }: Props) {
  const { entityId } = view.entity
  const { walletId, walletName } = wallet
  const version = policy.version + 1
  const params = { entityId }
  return (
    <SignedDialog
      view={view}
      wide
      title={t('Save the policy of {name}', { name: walletName })}
      description={t(
        'It becomes version {version} and holds from the next signature on, for passkeys, sessions and programs alike.',
        { version },
      )}
      button={t('Save policy')}
      prepare={() => call(wallets.setPolicyPrepare, { params, body: { walletId, policy: next } })}
      asked={{
        entityId,
        type: 'ACTIVITY_TYPE_SET_POLICY',
        parameters: { walletId, version, policy: next },
      }}
      submit={async (body) => {
        await call(wallets.setPolicySubmit, { params, body })
        await queries.invalidateQueries(q(wallets.policy, { entityId, walletId }))
        onSaved()
        toast({ tone: 'done', title: t('Policy of {name} saved', { name: walletName }) })
      }}
      onClose={onClose}
    />
  )
}
