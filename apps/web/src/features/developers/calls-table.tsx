import type { LoggedRequest } from '../../api/queries/developers/keys.ts'
import { paths } from '../../routing/paths.ts'
import { StatusPill, Time } from '../../ui/display/values.tsx'
import { TextLink } from '../../ui/page/links.tsx'
import { type SmallColumn, SmallTable, smallColumn } from '../../ui/table/small-table.tsx'
import { t } from '../../messages/text.ts'

export function CallStatus({ status, code }: Pick<LoggedRequest, 'status' | 'code'>) {
  const meaning = status < 400 ? 'done' : status < 500 ? 'hand' : 'fail'
  return (
    <StatusPill
      status={String(status)}
      label={code ? `${status} ${code}` : String(status)}
      meaning={meaning}
    />
  )
}

const columns: readonly SmallColumn<LoggedRequest>[] = [
  { head: t('Time'), cell: ({ at }) => <Time at={at} detail="second" /> },
  smallColumn(
    t('Call'),
    { isRowHeading: true, cells: 'mono cell-fill max-s:w-auto max-s:max-w-none' },
    ({ requestId, method, path }) => (
      <TextLink to={paths.loggedRequest(requestId)}>{`${method} ${path}`}</TextLink>
    ),
  ),
  { head: t('Answer'), cell: (row) => <CallStatus {...row} /> },
  smallColumn(
    t('Address'),
    { className: 'only-large', cells: 'mono' },
    ({ address }) => address ?? '–',
  ),
]

/** The last calls of a key, newest first. */
export function CallsTable({ calls }: { calls: readonly LoggedRequest[] }) {
  return (
    <SmallTable
      label={t('Last calls')}
      className="labelled-table"
      columns={columns}
      rows={calls}
      rowId={({ requestId }) => requestId}
    />
  )
}
