import { call, wallets, queries } from '../../../../api/call.ts'
import { walletsKeyOf } from '../../../../api/queries/wallets.ts'
import { methodName } from '../../../../features/wallets/auth-labels.ts'
import type { AuthMethod, WalletView } from '../../../../features/wallets/wallet-view.ts'
import { dropSessions } from '../../../../signing/session.ts'
import { toast } from '../../../../ui/overlays/toast.ts'
import { SignedDialog } from '../../signed/signed-dialog.tsx'
import { plural, t } from '../../../../messages/text.ts'

type Props = { view: WalletView; method: AuthMethod; onClose: () => void }

/** Ends a primary method, with every session that came from it. */
export function RevokeMethod({ view, method, onClose }: Props) {
  const { entityId } = view.entity
  const { authId } = method
  const params = { entityId }
  const name = methodName(method.authType)
  const ended = view.sessions.filter((session) => session.authId === authId)
  return (
    <SignedDialog
      view={view}
      title={t('Revoke {name}', { name })}
      description={descriptionOf(method.label ? `${name} ${method.label}` : name, ended.length)}
      button={t('Revoke method')}
      isDangerous
      prepare={() => call(wallets.revokeAuthPrepare, { params, body: { authId } })}
      asked={{ entityId, type: 'ACTIVITY_TYPE_REVOKE_AUTH_METHOD', parameters: { authId } }}
      submit={async (body) => {
        await call(wallets.revokeAuthSubmit, { params, body })
        // A session of this browser may have been one of it.
        if (ended.length > 0) dropSessions(entityId)
        onClose()
        toast({ tone: 'done', title: t('{name} revoked', { name }) })
        await queries.invalidateQueries({ queryKey: walletsKeyOf(entityId) })
      }}
      onClose={onClose}
    />
  )
}

function descriptionOf(name: string, sessions: number): string {
  if (sessions === 0)
    return t('{name} can no longer sign for this wallet. It can be added again.', { name })
  return plural(
    sessions,
    {
      one: '{name} can no longer sign for this wallet, and its open session ends. It can be added again.',
      other:
        '{name} can no longer sign for this wallet, and its {count} open sessions end. It can be added again.',
    },
    { name },
  )
}
