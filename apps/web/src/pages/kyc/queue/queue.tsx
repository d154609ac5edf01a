import { kycStates, statesWhere } from '@corridor/domain'
import { codeLabel, serviceText } from '../../../messages/service.ts'
import { Suspense, useMemo } from 'react'
import { useMissingPermission, useSession } from '../../../api/session.ts'
import { LinkButton } from '../../../ui/page/links.tsx'
import { useListExport } from '../../../features/exports/use-list-export.tsx'
import { ListPage } from '../../../ui/table/list-page.tsx'
import type { Column, FilterField } from '../../../ui/table/types.ts'
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
  {
    id: 'since',
    header: t('Waiting since'),
    width: 144,
    sort: 'waitingSince',
    cell: (row) => <Time at={row.waitingSince} />,
  },
  {
    id: 'status',
    header: t('Status'),
    width: 176,
    cell: (row) => <StatusPill status={row.kycStatus} kind="kyc" />,
  },
  {
    id: 'name',
    header: t('Customer'),
    width: 'grow',
    anchor: true,
    cell: (row) => <span className="strong">{row.name}</span>,
  },
  { id: 'acts', header: t('Who must act'), width: 120, cell: (row) => waitingText(row.waitingOn) },
  { id: 'reason', header: t('Why'), width: 216, from: 1360, cell: (row) => <Why item={row} /> },
  { id: 'type', header: t('Type'), width: 104, from: 1480, cell: (row) => codeLabel(row.type) },
  {
    id: 'country',
    header: t('Country'),
    width: 136,
    from: 1040,
    cell: (row) => countryName(row.country),
  },
  {
    id: 'notes',
    header: t('Notes'),
    width: 72,
    align: 'end',
    from: 900,
    cell: (row) => (row.notes === 0 ? <span className="faint">–</span> : countText(row.notes)),
  },
  { id: 'assigned', header: t('Assigned to'), width: 240, cell: (row) => <Assignee item={row} /> },
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
  <Suspense
    fallback={
      <span className="strong min-h-7">
        {t('{count} selected', { count: countText(ids.size) })}
      </span>
    }
  >
    <AssignBar ids={ids} onClear={clear} />
  </Suspense>
)

/** Customers whose verification is under way, and who of us takes care of it. */
export function Component() {
  const me = useSession()?.member.name
  const exporting = useListExport('kyc')
  return (
    <>
      <ListPage
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
        onExport={exporting.onExport}
        bulk={assignBar}
      />
      {exporting.dialog}
    </>
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
