import { ShieldCheck } from 'lucide-react'
import { type AuditEntry, auditSource } from '../../../api/queries/organisation/audit.ts'
import { useMissingPermission } from '../../../api/session.ts'
import { actionText, knownActions } from '../../../features/audit/texts.ts'
import { ExportedList } from '../../../features/exports/exported-list.tsx'
import { paths } from '../../../routing/paths.ts'
import { recordPath } from '../../../routing/record-path.ts'
import { DialogButton } from '../../../ui/controls/button.tsx'
import { Actor, actorKind } from '../../../ui/display/actor.tsx'
import { shortId, Time } from '../../../ui/display/values.tsx'
import { TextLink } from '../../../ui/page/links.tsx'
import { type Column, type FilterField, column } from '../../../ui/table/types.ts'
import { part } from '../../../ui/display/part.tsx'
import { t } from '../../../messages/text.ts'

const VerifyDialog = part(() => import('./verify-dialog.tsx'), 'VerifyDialog')

const empty = {
  title: t('Nothing was recorded yet'),
  text: t('Whatever is done, changed or revealed is recorded here, and can be verified.'),
}

const columns: Column<AuditEntry>[] = [
  column('createdAt', t('Time'), { width: 176, sort: 'createdAt' }, (row) => (
    <Time at={row.createdAt} detail="second" />
  )),
  column('actorName', t('Who'), { width: 192 }, (row) => (
    <span className="truncated">
      <Actor {...row.actor} />
    </span>
  )),
  column('action', t('Action'), { width: 'grow', anchor: true }, (row) => (
    <Action action={row.action} />
  )),
  column('objectId', t('Record'), { width: 224, from: 760 }, (row) => (
    <RecordLink object={row.object} />
  )),
  column('requestId', t('Request'), { width: 144, from: 1000 }, (row) =>
    row.requestId === '' ? (
      <span className="faint">–</span>
    ) : (
      <span className="mono" title={row.requestId}>
        {shortId(row.requestId)}
      </span>
    ),
  ),
]

const filters: FilterField[] = [
  { kind: 'choice', key: 'action', label: t('Action'), options: knownActions },
  {
    kind: 'choice',
    key: 'actorType',
    label: t('Who'),
    options: ['partner_user', 'api_key', 'service', 'provider'].map((value) => ({
      value,
      label: actorKind(value),
    })),
  },
  { kind: 'text', key: 'actorId', label: t('Member or key'), placeholder: 'mem_…' },
  { kind: 'text', key: 'objectId', label: t('Record'), placeholder: 'ent_…' },
  { kind: 'text', key: 'requestId', label: t('Request'), placeholder: 'req_…' },
  { kind: 'dates', key: 'created', label: t('Time'), from: 'createdFrom', to: 'createdTo' },
]

/** What was done in the workspace, by whom, and whether the record of it was changed since. */
export function Component() {
  const missing = useMissingPermission('audit:read')
  return (
    <ExportedList
      exports="audit"
      heading={t('Audit log')}
      noun={[t('entry'), t('entries')]}
      source={auditSource}
      columns={columns}
      filters={filters}
      defaultSort="-createdAt"
      rowId={(row) => row.auditId}
      rowLink={(row) => ({
        to: paths.auditEntry(row.auditId),
        label: actionText(row.action),
      })}
      stack={(row) => [
        actionText(row.action),
        <Time key="time" at={row.createdAt} />,
        <Actor key="actor" {...row.actor} />,
        shortId(row.object.id),
      ]}
      empty={empty}
      actions={() => (
        <DialogButton
          icon={ShieldCheck}
          disabledReason={missing}
          dialog={(close) => <VerifyDialog onClose={close} />}
        >
          {t('Verify log')}
        </DialogButton>
      )}
    />
  )
}

function Action({ action }: { action: string }) {
  const text = actionText(action)
  return (
    <span className="truncated">
      <span className="strong">{text}</span>
      {text === action ? null : <span className="faint mono"> {action}</span>}
    </span>
  )
}

function RecordLink({ object }: { object: AuditEntry['object'] }) {
  const to = recordPath(object.id)
  const text = <span className="mono">{shortId(object.id)}</span>
  if (to === undefined) return <span title={object.id}>{text}</span>
  return (
    <TextLink to={to} title={object.id}>
      {text}
    </TextLink>
  )
}
