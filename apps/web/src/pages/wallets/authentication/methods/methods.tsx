import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useMissingPermission } from '../../../../api/session.ts'
import { methodName } from '../../../../features/wallets/auth-labels.ts'
import type { AuthMethod, WalletView } from '../../../../features/wallets/wallet-view.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { Card } from '../../../../ui/display/blocks.tsx'
import { StatusPill, Time } from '../../../../ui/display/values.tsx'
import { type SmallColumn, SmallTable, smallColumn } from '../../../../ui/table/small-table.tsx'
import { part } from '../../../../ui/display/part.tsx'
import { t } from '../../../../messages/text.ts'

const AddMethod = part(() => import('./add-method.tsx'), 'AddMethod')
const RevokeMethod = part(() => import('./revoke-method.tsx'), 'RevokeMethod')

type Open = 'add' | AuthMethod | undefined

/** Primary methods: what the owner proves to be the owner with. */
export function Methods({ view }: { view: WalletView }) {
  const [open, setOpen] = useState<Open>()
  const missing = useMissingPermission('wallets:write')
  const close = () => setOpen(undefined)
  return (
    <Card
      title={t('Primary methods')}
      flush
      end={
        <Button
          size="s"
          icon={Plus}
          disabledReason={missing}
          aria-haspopup="dialog"
          onClick={() => setOpen('add')}
        >
          {t('Add method')}
        </Button>
      }
      footer={
        <span className="muted">
          {t('A primary method opens sessions, and alone adds or ends methods and passkeys.')}
        </span>
      }
    >
      {view.authMethods.length === 0 ? (
        <p className="card-body muted">
          <span className="strong block">{t('No primary method yet')}</span>
          {t('The entity’s e-mail address becomes the first one with the first code.')}
        </p>
      ) : (
        <SmallTable
          label={t('Primary methods')}
          className="labelled-table"
          columns={columnsFor(view.authMethods, missing, setOpen)}
          rows={view.authMethods}
          rowId={({ authId }) => authId}
        />
      )}
      {open === 'add' ? (
        <AddMethod view={view} onClose={close} />
      ) : open ? (
        <RevokeMethod view={view} method={open} onClose={close} />
      ) : null}
    </Card>
  )
}

const columnsFor = (
  methods: readonly AuthMethod[],
  missing: string | undefined,
  onRevoke: (method: AuthMethod) => void,
): readonly SmallColumn<AuthMethod>[] => [
  smallColumn(t('Method'), { cells: 'font-medium text-text', isRowHeading: true }, ({ authType }) =>
    methodName(authType),
  ),
  smallColumn(
    t('Name'),
    { cells: 'cell-fill max-s:w-auto max-s:max-w-none' },
    ({ label }) => label ?? '',
  ),
  { head: t('Status'), cell: ({ status }) => <StatusPill status={status} /> },
  smallColumn(
    t('Since'),
    { className: 'text-right only-large', cells: 'muted' },
    ({ createdAt }) => <Time at={createdAt} />,
  ),
  smallColumn(<span className="visually-hidden">{t('Actions')}</span>, { align: 'end' }, (method) =>
    method.status === 'REVOKED' ? null : (
      <Button
        size="s"
        variant="danger"
        disabledReason={missing ?? whyNot(method, methods)}
        aria-haspopup="dialog"
        onClick={() => onRevoke(method)}
      >
        {t('Revoke')}
        <span className="visually-hidden">
          {' '}
          {methodName(method.authType)} {method.label}
        </span>
      </Button>
    ),
  ),
]

function whyNot(method: AuthMethod, methods: readonly AuthMethod[]): string | undefined {
  const active = methods.filter(({ status }) => status === 'ACTIVE')
  return method.status === 'ACTIVE' && active.length === 1
    ? t('The last active method cannot be revoked: nobody could sign for the wallet any more')
    : undefined
}
