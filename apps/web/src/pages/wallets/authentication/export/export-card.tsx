import { useMutation, useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { call, wallets } from '../../../../api/call.ts'
import { queries } from '../../../../api/query-client.ts'
import { useNow } from '../../../../api/clock.ts'
import { useMissingPermission } from '../../../../api/session.ts'
import { useAction } from '../../../../features/actions/action.tsx'
import { hasPrimary } from '../../../../features/wallets/auth-labels.ts'
import { ProblemNotice } from '../../../../features/wallets/sessions/problem-notice.tsx'
import type { Wallet, WalletView } from '../../../../features/wallets/wallet-view.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { Card, Notice } from '../../../../ui/display/blocks.tsx'
import { Time } from '../../../../ui/display/values.tsx'
import { durationText } from '../../../../ui/format/times.ts'
import { WaitingElsewhere } from './elsewhere.tsx'
import {
  forgetExport,
  type KeptExport,
  keptExportsQuery,
  type Sealed,
  useKeptExport,
} from './kept-exports.ts'
import { rich } from '../../../../messages/rich.tsx'
import { part } from '../../../../ui/display/part.tsx'
import { t } from '../../../../messages/text.ts'

const ExportDialog = part(() => import('./export-dialog.tsx'), 'ExportDialog')
const PhraseDialog = part(() => import('./phrase-dialog.tsx'), 'PhraseDialog')

/** The way out: the recovery phrase, which makes the wallet its owner's without this service. */
export function ExportCard({ view }: { view: WalletView }) {
  return (
    <Card
      title={t('Recovery phrase')}
      footer={
        <span className="muted">
          {t('Words that make the wallet work without Corridor, in any wallet program.')}
        </span>
      }
    >
      <div className="grid">
        {view.wallets.map((wallet) => (
          <WalletExport key={wallet.walletId} view={view} wallet={wallet} />
        ))}
      </div>
    </Card>
  )
}

function WalletExport({ view, wallet }: { view: WalletView; wallet: Wallet }) {
  const [open, setOpen] = useState(false)
  const [sealed, setSealed] = useState<Sealed | undefined>()
  const kept = useKeptExport(wallet.walletId)
  const missing = useMissingPermission('wallets:write')
  const reason = hasPrimary(view.authMethods) ? undefined : t('No primary method can sign for it')
  // Until this browser has looked what it keeps, an export may be its own.
  const { isSuccess } = useQuery(keptExportsQuery)
  const elsewhere = view.waitingExports.filter(
    ({ walletId, activityId }) =>
      isSuccess && walletId === wallet.walletId && activityId !== kept?.stamped.activityId,
  )
  return (
    <>
      {elsewhere.map((waiting) => (
        <WaitingElsewhere
          key={waiting.activityId}
          entityId={view.entity.entityId}
          walletName={wallet.walletName}
          waiting={waiting}
        />
      ))}
      {kept ? (
        <Waiting kept={kept} wallet={wallet} onSealed={setSealed} />
      ) : (
        <div className="row between flex-wrap">
          <span className="strong">{wallet.walletName}</span>
          <Button
            size="s"
            icon={KeyRound}
            disabledReason={missing ?? reason}
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
          >
            {t('Export wallet')}
            <span className="visually-hidden"> {wallet.walletName}</span>
          </Button>
        </div>
      )}
      {open ? (
        <ExportDialog
          view={view}
          wallet={wallet}
          onSealed={(answer) => {
            setOpen(false)
            setSealed(answer)
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
      {sealed ? (
        <PhraseDialog
          sealed={sealed}
          entityId={view.entity.entityId}
          walletName={wallet.walletName}
          onClose={() => setSealed(undefined)}
        />
      ) : null}
    </>
  )
}

type WaitingProps = { kept: KeptExport; wallet: Wallet; onSealed: (sealed: Sealed) => void }

/** Signed for; until its time it can be stopped by anybody who may manage wallets here. */
function Waiting({ kept, wallet, onSealed }: WaitingProps) {
  const { entityId, stamped, availableAt, key } = kept
  const params = { entityId }
  const missing = useMissingPermission('wallets:write')
  const leftMs = Date.parse(availableAt) - useNow(1000)
  const drop = async () => {
    await forgetExport(kept)
    await queries.invalidateQueries(keptExportsQuery)
  }
  const get = useMutation({
    mutationFn: () => call(wallets.exportWalletSubmit, { params, body: stamped }),
    onSuccess: async ({ data: { result } }) => {
      if (result.exportBundle === undefined) return
      onSealed({ bundle: result.exportBundle, key })
      await drop()
    },
  })
  const cancel = useAction(wallets.exportWalletCancel, {
    onDone: drop,
    done: t('Export cancelled'),
  })
  return (
    <div className="grid">
      <Notice
        tone="wait"
        title={t('The export of {name} waits', { name: wallet.walletName })}
        actions={
          <>
            <Button
              size="s"
              busy={get.isPending}
              disabledReason={
                leftMs > 0
                  ? t('Possible in {duration}', { duration: durationText(leftMs) })
                  : missing
              }
              onClick={() => get.mutate()}
            >
              {t('Get phrase')}
            </Button>
            <Button
              size="s"
              variant="danger"
              busy={cancel.isBusy}
              disabledReason={missing}
              onClick={() => cancel.send({ params, body: { activityId: stamped.activityId } })}
            >
              {t('Cancel export')}
            </Button>
          </>
        }
      >
        {leftMs > 0
          ? rich('The phrase is available in this browser from {time} on.', {
              time: <Time at={availableAt} withZone />,
            })
          : t('The phrase is available in this browser now.')}
      </Notice>
      <ProblemNotice title={t('The phrase was not released')} error={get.error} />
      <ProblemNotice title={t('The export was not cancelled')} error={cancel.error} />
    </div>
  )
}
