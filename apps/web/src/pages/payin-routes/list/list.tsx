import { routeStates, statesOf } from '@corridor/domain'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  routeColumns,
  routeLines,
  routeLink,
} from '../../../features/payin-routes/route-columns.tsx'
import { useListExport } from '../../../features/exports/use-list-export.tsx'
import { ListPage } from '../../../ui/table/list-page.tsx'
import type { FilterField } from '../../../ui/table/types.ts'
import { jurisdictionsQuery } from '../../../api/queries/accounts.ts'
import { CreateRouteButton } from '../../../features/payin-routes/create-route-button.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { PayinNav } from '../../../features/payin-routes/payin-nav.tsx'
import { routesSource } from '../../../api/queries/lists/payin-routes.ts'
import { t } from '../../../messages/text.ts'
import { codeOptions } from '../../../ui/format/status.ts'

const noJurisdictions: readonly { id: string; name: string }[] = []

/** All routes of the workspace. */
export function Component() {
  const exporting = useListExport('payin-routes')
  return (
    <>
      <ListPage
        heading={t('Pay-in routes')}
        noun={[t('route'), t('routes')]}
        nav={<PayinNav current="routes" />}
        source={routesSource}
        columns={routeColumns}
        filters={useFilters()}
        defaultSort="-createdAt"
        rowId={({ routeId }) => routeId}
        rowLink={routeLink}
        stack={routeLines}
        empty={{
          title: t('No pay-in routes yet'),
          text: t(
            'A route automatically forwards deposits from a funding account to a bank account or wallet.',
          ),
          action: <HowItWorks />,
        }}
        actions={() => <CreateRouteButton />}
        onExport={exporting.onExport}
      />
      {exporting.dialog}
    </>
  )
}

function useFilters(): FilterField[] {
  const { data } = useQuery(jurisdictionsQuery)
  const jurisdictions = data?.data ?? noJurisdictions
  return useMemo(
    () => [
      { kind: 'text', key: 'q', label: t('Text'), placeholder: t('Name, number, address') },
      {
        kind: 'choice',
        key: 'status',
        label: t('Status'),
        options: codeOptions(statesOf(routeStates)),
      },
      {
        kind: 'choice',
        key: 'jurisdictionId',
        label: t('Jurisdiction'),
        options: jurisdictions.map(({ id, name }) => ({ value: id, label: name })),
      },
      { kind: 'text', key: 'entityId', label: t('Entity id'), placeholder: 'ent_…' },
    ],
    [jurisdictions],
  )
}
