import { Plus } from 'lucide-react'
import { useNow } from '../../../api/clock.ts'
import { type ApiKey, keysSource } from '../../../api/queries/developers/keys.ts'
import { useMissingPermission } from '../../../api/session.ts'
import { DeveloperTabs } from '../../../features/developers/developer-tabs.tsx'
import {
  endsSoon,
  holderText,
  issuerText,
  keyHint,
  keyLabels,
} from '../../../features/developers/key-texts.ts'
import { paths } from '../../../routing/paths.ts'
import { DialogButton } from '../../../ui/controls/dialog-button.tsx'
import { StatusPill, Time } from '../../../ui/display/values.tsx'
import { ListPage } from '../../../ui/table/list-page.tsx'
import type { Column, FilterField } from '../../../ui/table/types.ts'
import { column } from '../../../ui/table/column.ts'
import { part } from '../../../ui/display/part.tsx'
import { t } from '../../../messages/text.ts'

const CreateKey = part(() => import('./create-dialog.tsx'), 'CreateKey')

const empty = {
  title: t('No API keys yet'),
  text: t('A program calls the API with a key of its own, which may do no more than it is given.'),
}

const columns: Column<ApiKey>[] = [
  column('name', t('Name'), { width: 'grow', anchor: true }, (row) => (
    <>
      <span className="strong">{row.name}</span> <span className="mono muted">{keyHint(row)}</span>
    </>
  )),
  column('status', t('State'), { width: 168 }, (row) => <State row={row} />),
  column('scopes', t('May'), { width: 176, from: 1000 }, ({ scopes }) => mayText(scopes)),
  column('issuedBy', t('Issued by'), { width: 152, from: 900 }, issuerText),
  column('issuedTo', t('Issued to'), { width: 136, optional: true }, holderText),
  column(
    'addresses',
    t('Allowed addresses'),
    { width: 160, from: 1200 },
    ({ addresses }) => addresses.join(', ') || <span className="faint">{t('everywhere')}</span>,
  ),
  column(
    'createdAt',
    t('Created'),
    { width: 136, sort: 'createdAt', optional: true },
    ({ createdAt }) => <Time at={createdAt} />,
  ),
  column('expiresAt', t('Expires'), { width: 136 }, ({ expiresAt }) =>
    expiresAt ? <Time at={expiresAt} /> : <span className="faint">{t('never')}</span>,
  ),
  column('lastUsedAt', t('Last used'), { width: 216, from: 1000 }, ({ lastUsedAt, lastUsedFrom }) =>
    lastUsedAt ? (
      <>
        <Time at={lastUsedAt} /> <span className="mono muted">{lastUsedFrom}</span>
      </>
    ) : (
      <span className="faint">{t('never')}</span>
    ),
  ),
]

const filters: FilterField[] = [
  {
    kind: 'choice',
    key: 'status',
    label: t('State'),
    options: Object.entries(keyLabels).map(([value, label]) => ({ value, label })),
  },
]

/** The keys of a partner's programs, with who issued each and when it was used last. */
export function Component() {
  const missing = useMissingPermission('keys:write')
  return (
    <ListPage
      heading={t('Developers')}
      name={t('API keys')}
      noun={[t('API key'), t('API keys')]}
      nav={<DeveloperTabs current="keys" />}
      source={keysSource}
      columns={columns}
      filters={filters}
      defaultSort="-createdAt"
      rowId={({ keyId }) => keyId}
      rowLink={({ keyId, name }) => ({ to: paths.apiKey(keyId), label: name })}
      stack={(row) => [
        <span key="name">{row.name}</span>,
        <State key="state" row={row} />,
        <span key="by">{issuerText(row)}</span>,
        row.lastUsedAt ? <Time key="used" at={row.lastUsedAt} /> : t('never'),
      ]}
      empty={empty}
      actions={() => (
        <DialogButton
          variant="primary"
          data-key="new"
          icon={Plus}
          disabledReason={missing}
          dialog={(close) => <CreateKey onClose={close} />}
        >
          {t('Create API key')}
        </DialogButton>
      )}
    />
  )
}

function State({ row }: { row: ApiKey }) {
  const now = useNow(60_000)
  const label = keyLabels[row.status]
  return endsSoon(row, now) ? (
    <StatusPill status={row.status} label={t('Expires soon')} meaning="hand" />
  ) : (
    <StatusPill status={row.status} kind="apiKey" label={label} />
  )
}

function mayText([first = '', ...rest]: readonly string[]): string {
  return rest.length === 0
    ? first
    : t('{scope} and {count} more', { scope: first, count: rest.length })
}
