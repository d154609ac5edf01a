import { kycStates, statesWhere } from '@corridor/domain'
import { codeLabel, serviceText } from '../../../messages/service.ts'
import { useMemo } from 'react'
import { useMissingPermission, useSession } from '../../../api/session.ts'
import { LinkButton } from '../../../ui/page/links.tsx'
import { ExportedList } from '../../../features/exports/exported-list.tsx'
import { type Column, type FilterField, column } from '../../../ui/table/types.ts'
import { waitingText } from '../../../features/kyc/waiting-text.ts'
import { paths } from '../../../routing/paths.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { countryName } from '../../../ui/format/countries.ts'
import { countText } from '../../../ui/format/numbers.ts'
import { codeOptions } from '../../../ui/format/status.ts'
import { StatusPill, Time } from '../../../ui/display/values.tsx'
import { type QueueItem, queueSource } from '../../../api/queries/kyc.ts'
import { entitiesKey } from '../../../api/queries/entities.ts'
import { useMutation } from '@tanstack/react-query'
import { call, kyc, queries } from '../../../api/call.ts'
import { errorText } from '../../../api/errors.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { lazyPart } from '../../../ui/display/part.tsx'
import { t } from '../../../messages/text.ts'

const empty = {
  title: t('No one is waiting'),
  text: t('Customers with a verification in progress are listed here, longest waiting first.'),
  action: <AllEntities />,
}

const columns: Column<QueueItem>[] = [
  column('since', t('Waiting since'), { width: 144, sort: 'waitingSince' }, (row) => (
    <Time at={row.waitingSince} />
  )),
  column('status', t('Status'), { width: 176 }, (row) => (
    <StatusPill status={row.kycStatus} kind="kyc" />
  )),
  column('name', t('Customer'), { width: 'grow', anchor: true }, (row) => (
    <span className="strong">{row.name}</span>
  )),
  column('acts', t('Who must act'), { width: 120 }, (row) => waitingText(row.waitingOn)),
  column('reason', t('Why'), { width: 216, from: 1360 }, (row) => <Why item={row} />),
  column('type', t('Type'), { width: 104, from: 1480 }, (row) => codeLabel(row.type)),
  column('country', t('Country'), { width: 136, from: 1040 }, (row) => countryName(row.country)),
  column('notes', t('Notes'), { width: 72, align: 'end', from: 900 }, (row) =>
    row.notes === 0 ? <span className="faint">–</span> : countText(row.notes),
  ),
  column('assigned', t('Assigned to'), { width: 240 }, (row) => <Assignee item={row} />),
]

const filters: FilterField[] = [
  {
    kind: 'choice',
    key: 'kycStatus',
    label: t('Status'),
    options: codeOptions(statesWhere(kycStates, ({ isCase }) => isCase)),
  },
  {
    kind: 'choice',
    key: 'waitingOn',
    label: t('Who must act'),
    options: ['partner', 'customer', 'service'].map((value) => ({
      value,
      label: waitingText(value),
    })),
  },
  {
    kind: 'choice',
    key: 'type',
    label: t('Type'),
    options: codeOptions(['individual', 'business']),
  },
]

const AssignBar = lazyPart(() => import('./assign-bar.tsx'), 'AssignBar')

const assignBar = (ids: ReadonlySet<string>, clear: () => void) => (
  <AssignBar ids={ids} onClear={clear} />
)

/** Customers whose verification is under way, and who of us takes care of it. */
export function Component() {
  const me = useSession()?.member.name
  return (
    <ExportedList
      exports="kyc"
      heading={t('Compliance queue')}
      noun={[t('customer'), t('customers')]}
      source={queueSource}
      columns={columns}
      filters={useMemo(() => [...filters, assigneeFilter(me)], [me])}
      defaultSort="waitingSince"
      rowId={idOf}
      rowLink={linkOf}
      stack={linesOf}
      empty={empty}
      actions={AllEntities}
      bulk={assignBar}
    />
  )
}

function assigneeFilter(me: string | undefined): FilterField {
  const key = 'assignedTo'
  const label = t('Assigned to')
  if (me === undefined) return { kind: 'text', key, label, placeholder: t('Name') }
  return { kind: 'choice', key, label, options: [{ value: me, label: t('Me') }] }
}

function AllEntities() {
  return <LinkButton to={paths.entities}>{t('All entities')}</LinkButton>
}

function Why({ item: { reasons } }: { item: QueueItem }) {
  const [first] = reasons
  if (!first) return <span className="faint">–</span>
  const text = serviceText(first.message) || codeLabel(first.code)
  return (
    <span className="truncated block" title={text}>
      {text}
    </span>
  )
}

/** Who has it, and the way to take or to give back. */
function Assignee({ item: { entityId, name, assignedTo } }: { item: QueueItem }) {
  const { me, missing, assign, busy } = useAssignment(entityId)
  const isMine = me !== undefined && assignedTo === me
  return (
    <span className="row between">
      <span className="truncated">
        {assignedTo || <span className="faint">{t('unassigned')}</span>}
      </span>
      <Button
        size="s"
        variant="quiet"
        busy={busy}
        disabledReason={missing}
        aria-label={isMine ? t('Unassign {name}', { name }) : t('Assign to me: {name}', { name })}
        onClick={() => assign(isMine ? '' : (me ?? ''))}
      >
        {isMine ? t('Unassign') : t('Assign to me')}
      </Button>
    </span>
  )
}

function idOf(row: QueueItem) {
  return row.entityId
}

function linkOf(row: QueueItem) {
  return { to: paths.entity(row.entityId, 'kyc'), label: row.name }
}

function linesOf(row: QueueItem) {
  return [
    row.name,
    waitingText(row.waitingOn),
    <StatusPill key="status" status={row.kycStatus} kind="kyc" />,
    <Time key="since" at={row.waitingSince} />,
  ] as const
}

/** Taking a verification into one's care and giving it back. */
function useAssignment(entityId: string) {
  const me = useSession()?.member.name
  const missing = useMissingPermission('kyc:write')
  const { mutate, isPending } = useMutation({
    mutationFn: (assignedTo: string) =>
      call(kyc.assign, { params: { entityId }, body: { assignedTo } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: entitiesKey }),
    onError: (error) =>
      toast({ tone: 'fail', title: t('The assignment was not changed'), text: errorText(error) }),
  })
  return { me, missing, assign: mutate, busy: isPending }
}
