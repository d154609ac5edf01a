import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import type { WalletPolicy } from '../../../api/queries/wallets.ts'
import { useMissingPermission } from '../../../api/session.ts'
import { hasPrimary } from '../../../features/wallets/auth-labels.ts'
import type { Wallet, WalletView } from '../../../features/wallets/wallet-view.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card, EmptyState } from '../../../ui/display/blocks.tsx'
import { SkeletonLines } from '../../../ui/display/skeleton.tsx'
import { Time } from '../../../ui/display/values.tsx'
import { Region } from '../../../ui/page/region.tsx'
import { Findings, Rules } from './rules/rules.tsx'
import { rich } from '../../../messages/rich.tsx'
import { lazyPart } from '../../../ui/display/part.tsx'
import { q, wallets } from '../../../api/call.ts'
import { t } from '../../../messages/text.ts'

const Editor = lazyPart(() => import('./editor/editor.tsx'), 'Editor')

/** What each wallet may sign; the signer holds to it whoever asks. */
export function Policies({ view }: { view: WalletView }) {
  return (
    <div className="grid">
      {view.wallets.map((wallet) => (
        <OfWallet key={wallet.walletId} view={view} wallet={wallet} />
      ))}
    </div>
  )
}

function OfWallet({ view, wallet }: { view: WalletView; wallet: Wallet }) {
  const { walletId, walletName } = wallet
  const query = useQuery(q(wallets.policy, { entityId: view.entity.entityId, walletId }))
  const [search, setSearch] = useSearchParams()
  const isEdited = search.get('edit') === walletId
  const close = () => setSearch({}, { replace: true, preventScrollReset: true })
  return (
    <Region query={query} what={t('The policy of {name}', { name: walletName })}>
      {({ data }) =>
        isEdited ? (
          <Suspense fallback={<SkeletonLines lines={8} />}>
            {/* Another version is another form: what was typed is about the one before. */}
            <Editor key={data.version} view={view} wallet={wallet} policy={data} onClose={close} />
          </Suspense>
        ) : (
          <Current
            view={view}
            wallet={wallet}
            policy={data}
            onEdit={() => setSearch({ edit: walletId }, { preventScrollReset: true })}
          />
        )
      }
    </Region>
  )
}

type CurrentProps = {
  view: WalletView
  wallet: Wallet
  policy: WalletPolicy
  onEdit: () => void
}

function Current({ view, wallet, policy, onEdit }: CurrentProps) {
  const missing = useMissingPermission('wallets:write')
  const { version, changedAt } = policy
  const reason =
    missing ?? (hasPrimary(view.authMethods) ? undefined : t('No primary method can sign for it'))
  const button = (
    <Button
      size="s"
      icon={Pencil}
      disabledReason={reason}
      aria-label={t('Edit policy of {name}', { name: wallet.walletName })}
      onClick={onEdit}
    >
      {t('Edit policy')}
    </Button>
  )
  return (
    <Card
      title={wallet.walletName}
      beside={
        version > 0 ? <span className="tag">{t('Version {version}', { version })}</span> : null
      }
      end={button}
      footer={
        changedAt ? (
          <span className="caption">
            {rich('Signed for on {time}', { time: <Time at={changedAt} withZone /> })}
          </span>
        ) : null
      }
    >
      {policy.policy.rules.length === 0 ? (
        <EmptyState title={version === 0 ? t('No policy yet') : t('The policy has no rule')}>
          {policy.policy.otherwise === 'allow'
            ? t(
                'Whoever can sign for the wallet may send any quoted transfer. A policy sets limits that hold for passkeys and sessions alike.',
              )
            : t('Nothing may be signed.')}
        </EmptyState>
      ) : (
        <div className="grid">
          <Rules policy={policy.policy} sentences={policy.sentences} />
          <Findings findings={policy.findings} policy={policy.policy} />
        </div>
      )}
    </Card>
  )
}
