import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Passkey } from '../../../../api/queries/wallets.ts'
import { useMissingPermission } from '../../../../api/session.ts'
import { deviceClass, hasPrimary } from '../../../../features/wallets/auth-labels.ts'
import type { WalletView } from '../../../../features/wallets/wallet-view.ts'
import { paths } from '../../../../routing/paths.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { Card } from '../../../../ui/display/blocks.tsx'
import { Time } from '../../../../ui/display/values.tsx'
import { Region } from '../../../../ui/page/region.tsx'
import { type SmallColumn, SmallTable, smallColumn } from '../../../../ui/table/small-table.tsx'
import { part } from '../../../../ui/display/part.tsx'
import { q, wallets } from '../../../../api/call.ts'
import { t } from '../../../../messages/text.ts'

const RemovePasskey = part(() => import('./remove-passkey.tsx'), 'RemovePasskey')

/** Keys in devices that sign transfers, and only those. */
export function Passkeys({ view }: { view: WalletView }) {
  const { entity, authMethods } = view
  const { entityId } = entity
  const navigate = useNavigate()
  const query = useQuery(q(wallets.passkeys, { entityId }))
  const missing = useMissingPermission('wallets:write')
  const [removed, setRemoved] = useState<Passkey | undefined>()
  const isFirst = authMethods.every(({ status }) => status === 'REVOKED')
  const reason = missing ?? (isFirst ? t('A primary method comes first') : undefined)
  const live = (query.data?.data ?? []).filter(({ status }) => status === 'ACTIVE')
  return (
    <Card
      title={t('Passkeys')}
      flush
      end={
        <Button
          size="s"
          icon={Plus}
          disabledReason={reason}
          onClick={() => void navigate(paths.wallet(entityId, 'add-passkey'))}
        >
          {t('Add passkey')}
        </Button>
      }
      footer={
        <span className="muted">
          {t('Passkeys sign transfers. Only a primary method adds or removes one.')}
        </span>
      }
    >
      <Region query={query} what={t('Passkeys')}>
        {() =>
          live.length === 0 ? (
            <p className="card-body muted">
              <span className="strong block">{t('No passkey yet')}</span>
              {t('Without one, only a session or a program can sign transfers.')}
            </p>
          ) : (
            <SmallTable
              label={t('Passkeys')}
              className="labelled-table"
              columns={columnsFor(
                missing ?? (hasPrimary(authMethods) ? undefined : t('No primary method can sign')),
                setRemoved,
              )}
              rows={live}
              rowId={({ authenticatorId }) => authenticatorId}
            />
          )
        }
      </Region>
      {removed ? (
        <RemovePasskey
          view={view}
          passkey={removed}
          isLast={live.length === 1}
          onClose={() => setRemoved(undefined)}
        />
      ) : null}
    </Card>
  )
}

const columnsFor = (
  reason: string | undefined,
  onRemove: (passkey: Passkey) => void,
): readonly SmallColumn<Passkey>[] => [
  smallColumn(
    t('Name'),
    { cells: 'font-medium text-text cell-fill max-s:w-auto max-s:max-w-none', isRowHeading: true },
    ({ name }) => name,
  ),
  { head: t('Device'), cell: ({ transports }) => deviceClass(transports) },
  smallColumn(t('Backup'), { className: 'only-large' }, ({ backedUp }) =>
    backedUp ? t('Synced') : t('On this device only'),
  ),
  smallColumn(
    t('Added'),
    { className: 'text-right only-large', cells: 'muted' },
    ({ createdAt }) => <Time at={createdAt} />,
  ),
  smallColumn(
    t('Last used'),
    { className: 'text-right only-large', cells: 'muted' },
    ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} /> : t('never')),
  ),
  smallColumn(
    <span className="visually-hidden">{t('Actions')}</span>,
    { align: 'end' },
    (passkey) => (
      <Button
        size="s"
        variant="danger"
        disabledReason={reason}
        aria-haspopup="dialog"
        onClick={() => onRemove(passkey)}
      >
        {t('Remove')}
        <span className="visually-hidden"> {passkey.name}</span>
      </Button>
    ),
  ),
]
