import { routeStates, statesOf } from '@corridor/domain'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  routeColumns,
  routeLines,
  routeLink,
} from '../../../features/payin-routes/route-columns.tsx'
import { ExportedList } from '../../../features/exports/exported-list.tsx'
import type { FilterField } from '../../../ui/table/types.ts'
import { jurisdictionsQuery } from '../../../api/queries/accounts.ts'
import { CreateRouteButton } from '../../../features/payin-routes/create-route-button.tsx'
import { PayinNav } from '../../../features/payin-routes/payin-nav.tsx'
import { routesSource } from '../../../api/queries/lists/payin-routes.ts'
import { t } from '../../../messages/text.ts'
import { codeOptions } from '../../../ui/format/status.ts'
import { FlowStops } from '../../../features/payin-routes/flow-stops.tsx'

const noJurisdictions: readonly { id: string; name: string }[] = []

/** All routes of the workspace. */
export function Component() {
  return (
    <ExportedList
      exports="payin-routes"
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
    />
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

const steps = [
  t('Pick a funding account: bank details or an address that belong to one customer.'),
  t('Pick where its deposits are forwarded: a bank account or a wallet.'),
  t('Give the payer the deposit instructions. Each deposit is checked, converted and forwarded.'),
]

/** What a route is, for somebody who has none: three steps, and one as an example. */
function HowItWorks() {
  return (
    <div className="grid w-full">
      <ol className="numbered-list">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <section className="card" aria-label={t('Example of a route')}>
        <FlowStops
          stops={[
            {
              key: 'sender',
              label: t('Sender'),
              title: t('Any payer'),
              texts: [t('Sends USD by bank')],
            },
            {
              key: 'funding',
              label: t('Funding account'),
              title: t('An account of the customer'),
              texts: [t('Receives the deposit')],
            },
            {
              key: 'conversion',
              label: t('Conversion'),
              title: t('{from} to {to}##currencies', { from: 'USD', to: 'USDC' }),
              texts: [t('At the current rate')],
            },
            {
              key: 'destination',
              label: t('Destination'),
              title: t('A wallet or bank account'),
              texts: [t('Receives the money automatically')],
            },
          ]}
        />
      </section>
      <div>
        <CreateRouteButton />
      </div>
    </div>
  )
}
