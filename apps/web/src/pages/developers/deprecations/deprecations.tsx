import { deprecations } from '@corridor/contract/deprecations'
import { useQuery } from '@tanstack/react-query'
import { type Route, routes } from '@corridor/contract/routes'
import { useMissingPermission } from '../../../api/session.ts'
import { DeveloperTabs } from '../../../features/developers/developer-tabs.tsx'
import { paths } from '../../../routing/paths.ts'
import { Time } from '../../../ui/display/values.tsx'
import { Card } from '../../../ui/display/blocks.tsx'
import { TextLink } from '../../../ui/page/links.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { type SmallColumn, SmallTable, smallColumn } from '../../../ui/table/small-table.tsx'
import { q, keys } from '../../../api/call.ts'
import { t } from '../../../messages/text.ts'

type Row = {
  id: string
  route: Route | undefined
  successor: string
  since: string
  sunset: string
}

const known: Readonly<Record<string, Readonly<Record<string, Route>>>> = routes

/** The operation of `accounts.addOfEntity`. */
function routeOf(id: string): Route | undefined {
  const [module = '', name = ''] = id.split('.')
  return known[module]?.[name]
}

const rows: readonly Row[] = Object.entries(deprecations).map(([id, deprecation]) => ({
  id,
  route: routeOf(id),
  ...deprecation,
}))

const columns: readonly SmallColumn<Row>[] = [
  smallColumn(
    t('Operation##of the API'),
    { cells: 'mono cell-fill-wrap', isRowHeading: true },
    ({ route }) => (route ? `${route.method} ${route.path}` : ''),
  ),
  { head: t('Deprecated since'), cell: ({ since }) => since },
  { head: t('Works until'), cell: ({ sunset }) => sunset },
  smallColumn(t('Use instead'), { cells: 'mono cell-fill-wrap' }, ({ successor }) => successor),
  {
    head: t('Last called by you'),
    cell: ({ id }) => <LastCall operation={id} />,
  },
]

/** When a program of the partner called it last, as far back as the request log goes. */
function LastCall({ operation }: { operation: string }) {
  const missing = useMissingPermission('keys:read')
  const { data } = useQuery({
    ...q(keys.requests, { operation, limit: '1' }),
    enabled: missing === undefined,
  })
  const [last] = data?.data ?? []
  if (missing !== undefined) return <span className="muted">{missing}</span>
  if (!last) return <span className="muted">{data ? t('None') : '…'}</span>
  return (
    <>
      <Time at={last.at} />{' '}
      <TextLink
        to={paths.developers(`requests?operation=${operation}`)}
        aria-label={t('Show calls of {operation}', { operation })}
      >
        {t('Show##calls')}
      </TextLink>
    </>
  )
}

/** What is to go, until when it works, and where a partner sees whether a program still calls it. */
export function Component() {
  return (
    <>
      <PageHead
        heading={t('Developers')}
        text={t(
          'These operations go. Each answer of them says so in the headers Deprecation, Sunset and Link.',
        )}
      />
      <DeveloperTabs current="deprecations">
        <Card
          title={t('Deprecated operations')}
          beside={<span className="muted">{rows.length}</span>}
          flush
        >
          <SmallTable
            label={t('Deprecated operations')}
            columns={columns}
            rows={rows}
            rowId={({ id }) => id}
          />
        </Card>
      </DeveloperTabs>
    </>
  )
}
