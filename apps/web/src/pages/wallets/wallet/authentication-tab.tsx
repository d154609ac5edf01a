import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useMissingPermission } from '../../../api/session.ts'
import { Region } from '../../../ui/page/region.tsx'
import { paths } from '../../../routing/paths.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { EmptyState } from '../../../ui/display/empty-state.tsx'
import { StatusPill } from '../../../ui/display/status-pill.tsx'
import { Time } from '../../../ui/display/time.tsx'
import { deviceClass, methodName } from '../../../features/wallets/auth-labels.ts'
import { type Passkey, passkeysQuery } from '../../../api/queries/wallets.ts'
import type { WalletView } from '../../../features/wallets/wallet-view.ts'

/** Who can sign for the wallets: primary methods, and the passkeys that they added. */
export function Authentication({ view }: { view: WalletView }) {
  return (
    <div className="grid">
      <Methods view={view} />
      <Passkeys view={view} />
    </div>
  )
}

const methodColumns: readonly SmallColumn<WalletView['authMethods'][number]>[] = [
  {
    head: 'Method',
    cellClassName: 'font-medium text-text',
    isRowHeading: true,
    cell: (method) => methodName(method.authType),
  },
  { head: 'Status', cell: (method) => <StatusPill status={method.status} /> },
  {
    head: 'Added',
    className: 'text-right',
    cellClassName: 'muted',
    cell: (method) => <Time at={method.createdAt} />,
  },
]

function Methods({ view: { authMethods, sessions } }: { view: WalletView }) {
  return (
    <Card
      title="Primary methods"
      flush
      footer={<span className="muted">{sessionsText(sessions.length)}</span>}
    >
      {authMethods.length === 0 ? (
        <EmptyState title="No primary method yet">
          The entity’s e-mail address becomes the first one with the first code.
        </EmptyState>
      ) : (
        <SmallTable
          label="Primary methods"
          columns={methodColumns}
          rows={authMethods}
          rowId={({ authId }) => authId}
        />
      )}
    </Card>
  )
}

function sessionsText(count: number): string {
  if (count === 0) return 'No session is open.'
  if (count === 1) return '1 session is open. It ends within 15 minutes.'
  return `${count} sessions are open. Each ends within 15 minutes.`
}

function Passkeys({ view: { entity, authMethods } }: { view: WalletView }) {
  const { entityId } = entity
  const navigate = useNavigate()
  const query = useQuery(passkeysQuery(entityId))
  const missing = useMissingPermission('wallets:write')
  const hasPrimary = authMethods.some(({ status }) => status !== 'REVOKED')
  return (
    <Card
      title="Passkeys"
      flush
      end={
        <Button
          size="s"
          icon={<Plus className="icon-medium" />}
          disabledReason={missing ?? (hasPrimary ? undefined : 'A primary method comes first')}
          onClick={() => void navigate(paths.wallet(entityId, 'add-passkey'))}
        >
          Add passkey
        </Button>
      }
      footer={
        <span className="muted">
          Passkeys sign transfers. Only a session of a primary method may add one.
        </span>
      }
    >
      <Region query={query} what="Passkeys">
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState title="No passkey yet">
              Without one, only a session or a program can sign transfers.
            </EmptyState>
          ) : (
            <PasskeyTable passkeys={data} />
          )
        }
      </Region>
    </Card>
  )
}

const passkeyColumns: readonly SmallColumn<Passkey>[] = [
  {
    head: 'Name',
    cellClassName: 'font-medium text-text',
    isRowHeading: true,
    cell: (passkey) => passkey.name,
  },
  { head: 'Device', cell: (passkey) => deviceClass(passkey.transports) },
  {
    head: 'Backup',
    className: 'only-large',
    cell: (passkey) => (passkey.backedUp ? 'Synced' : 'On this device only'),
  },
  { head: 'Status', cell: (passkey) => <StatusPill status={passkey.status} /> },
  {
    head: 'Last used',
    className: 'text-right only-large',
    cellClassName: 'muted',
    cell: (passkey) => (passkey.lastUsedAt ? <Time at={passkey.lastUsedAt} /> : 'never'),
  },
  {
    head: 'Added',
    className: 'text-right only-large',
    cellClassName: 'muted',
    cell: (passkey) => <Time at={passkey.createdAt} />,
  },
]

function PasskeyTable({ passkeys }: { passkeys: readonly Passkey[] }) {
  return (
    <SmallTable
      label="Passkeys"
      columns={passkeyColumns}
      rows={passkeys}
      rowId={({ authenticatorId }) => authenticatorId}
    />
  )
}
