import { useMemo } from 'react'
import { paths } from '../../routing/paths.ts'
import { LinkButton, TextLink } from '../../ui/page/links.tsx'
import { RecordList } from '../../ui/table/record-list.tsx'
import { type ListAnswer, type ListSource } from '../../api/list-source.ts'
import { routeColumns, routeLines, routeLink } from './route-columns.tsx'
import {
  type ListedRoute,
  routesSourceOfEntity,
  routesSourceOfFunding,
} from '../../api/queries/lists/payin-routes.ts'
import { t } from '../../messages/text.ts'

/** Routes from the funding accounts of one customer. */
export function RoutesOfEntity({ entityId }: { entityId: string }) {
  const source = useMemo(() => routesSourceOfEntity(entityId), [entityId])
  return (
    <Routes name={t('Pay-in routes of this entity')} source={source} query={`entity=${entityId}`} />
  )
}

/** Routes that send on what one funding account takes in; at most one of them is active. */
export function RoutesOfFunding({ fundingAccountId }: { fundingAccountId: string }) {
  const source = useMemo(() => routesSourceOfFunding(fundingAccountId), [fundingAccountId])
  return (
    <Routes
      name={t('Pay-in routes of this account')}
      source={source}
      query={`funding=${fundingAccountId}`}
    />
  )
}

/** There is no menu here to choose the others with. */
const shownColumns = routeColumns.filter(({ optional }) => !optional)

type Props = {
  name: string
  source: ListSource<ListAnswer<ListedRoute>>
  /** What a new route begins with. */
  query: string
}

function Routes({ name, source, query }: Props) {
  return (
    <RecordList
      name={name}
      noun={[t('route'), t('routes')]}
      source={source}
      columns={shownColumns}
      rowId={({ routeId }) => routeId}
      rowLink={routeLink}
      stack={routeLines}
      all={<TextLink to={paths.payinRoutes}>{t('All pay-in routes')}</TextLink>}
      empty={{
        title: t('No pay-in routes yet'),
        text: t(
          'A route automatically forwards deposits from a funding account to a bank account or wallet.',
        ),
        action: <LinkButton to={`${paths.newPayinRoute}?${query}`}>{t('Create route')}</LinkButton>,
      }}
    />
  )
}
