import { useEffect } from 'react'
import {
  type LoggedRequest,
  requestsEveryMs,
  requestsKey,
  requestsSource,
} from '../../../api/queries/developers/keys.ts'
import { CallStatus } from '../../../features/developers/calls-table.tsx'
import { DeveloperTabs } from '../../../features/developers/developer-tabs.tsx'
import { paths } from '../../../routing/paths.ts'
import { Time } from '../../../ui/display/values.tsx'
import { countText } from '../../../ui/format/numbers.ts'
import { ListPage } from '../../../ui/table/list-page.tsx'
import { type Column, type FilterField, column } from '../../../ui/table/types.ts'
import { queries } from '../../../api/call.ts'
import { t } from '../../../messages/text.ts'

const columns: Column<LoggedRequest>[] = [
  column('at', t('Time'), { width: 168, sort: 'at' }, ({ at }) => <Time at={at} detail="second" />),
  column('method', t('Method'), { width: 88 }, ({ method }) => method),
  column('path', t('Path'), { width: 'grow', anchor: true }, ({ path }) => (
    <span className="mono">{path}</span>
  )),
  column('status', t('Answer'), { width: 208 }, (row) => <CallStatus {...row} />),
  column('durationMs', t('Duration'), { width: 96, align: 'end', from: 900 }, ({ durationMs }) =>
    t('{count} ms', { count: countText(durationMs) }),
  ),
  column('keyName', t('API key'), { width: 144, from: 1000 }, ({ keyName }) => keyName),
  column('address', t('Address'), { width: 144, from: 1100 }, ({ address }) => (
    <span className="mono">{address ?? '–'}</span>
  )),
  column('requestId', t('Request id'), { width: 272, optional: true }, ({ requestId }) => (
    <span className="mono">{requestId}</span>
  )),
]

const filters: FilterField[] = [
  {
    kind: 'choice',
    key: 'status',
    label: t('Answer'),
    options: [
      { value: '2xx', label: t('Succeeded') },
      { value: '4xx', label: t('Refused') },
      { value: '5xx', label: t('Failed') },
    ],
  },
  {
    kind: 'choice',
    key: 'method',
    label: t('Method'),
    options: ['GET', 'POST', 'PUT', 'DELETE'].map((value) => ({ value, label: value })),
  },
  { kind: 'text', key: 'operation', label: t('Operation'), placeholder: 'transfers.simulate' },
  { kind: 'text', key: 'path', label: t('Path'), placeholder: '/api/v1/…' },
  { kind: 'text', key: 'keyId', label: t('API key'), placeholder: 'key_…' },
  { kind: 'text', key: 'code', label: t('Error code'), placeholder: 'FIELD_INVALID' },
  { kind: 'text', key: 'address', label: t('Address'), placeholder: '203.0.113.7' },
  { kind: 'text', key: 'requestId', label: t('Request id'), placeholder: 'req_…' },
  { kind: 'dates', key: 'at', label: t('Time'), from: 'from', to: 'to' },
]

const empty = {
  title: t('No calls yet'),
  text: t(
    'Writes and refused calls of your programs are listed here; reads that succeed where a key logs them.',
  ),
}

/** What programs called, newest first. */
export function Component() {
  useFreshRows()
  return (
    <ListPage
      heading={t('Developers')}
      name={t('Requests')}
      noun={[t('request'), t('requests')]}
      nav={<DeveloperTabs current="requests" />}
      source={requestsSource}
      columns={columns}
      filters={filters}
      defaultSort="-at"
      rowId={({ requestId }) => requestId}
      rowLink={({ requestId, method, path }) => ({
        to: paths.loggedRequest(requestId),
        label: `${method} ${path}`,
      })}
      stack={(row) => [
        <span key="path" className="mono">{`${row.method} ${row.path}`}</span>,
        <CallStatus key="status" {...row} />,
        <Time key="at" at={row.at} detail="second" />,
        row.address ?? '',
      ]}
      empty={empty}
    />
  )
}

/** No message reports a call, so the list is read again while somebody looks at it. */
function useFreshRows(): void {
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible')
        void queries.invalidateQueries({ queryKey: [...requestsKey, 'list'] })
    }, requestsEveryMs)
    return () => clearInterval(timer)
  }, [])
}
