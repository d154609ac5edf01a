import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { TextLink } from '../../../ui/page/links.tsx'
import { parseAmount } from '../../../ui/format/parse-amount.ts'
import {
  destinationNumber,
  destinationPlace,
  fundingText,
} from '../../../features/payin-routes/labels.ts'
import { jurisdictionsQuery } from '../../../api/queries/accounts.ts'
import { paths } from '../../../routing/paths.ts'
import { amountText } from '../../../ui/format/numbers.ts'
import { AmountField } from '../../../ui/controls/text-input.tsx'
import {
  hasMinimum,
  outcomeLines,
  rateLine,
  sampleAmount,
  senderText,
  sendsText,
} from '../../../features/payin-routes/flow.ts'
import { FlowStops } from '../../../features/payin-routes/flow-stops.tsx'
import { type PayinRoute, previewQuery } from '../../../api/queries/payin-routes.ts'
import { useSettled } from '../../../features/payin-routes/destination/use-settled.ts'

/** From the payer to the destination, and what a deposit of an amount would come to now. */
export function FlowStrip({ route }: { route: PayinRoute }) {
  const { fundingAccountId, externalAccountId, destinationAccount, limits } = route
  const { currency } = route.depositAccountInfo
  const { nickname, holderName } = destinationAccount
  const preview = usePreview(route)
  return (
    <section className="card" aria-label="How money flows on this route">
      <FlowStops
        stops={[
          { key: 'sender', label: 'Sender', title: senderText(route), texts: [sendsText(route)] },
          {
            key: 'funding',
            label: 'Funding account',
            title: (
              <TextLink to={paths.fundingAccount(fundingAccountId)}>{fundingText(route)}</TextLink>
            ),
            texts: [
              `Held for ${route.accountOwner.name}`,
              hasMinimum(limits) ? `At least ${amountText(limits.minDeposit, currency)}` : '',
            ].filter(Boolean),
          },
          {
            key: 'conversion',
            label: 'Conversion',
            title: preview.title,
            texts: [
              <AmountField
                key="amount"
                label="A deposit of"
                fieldClass="flow-amount"
                unit={currency}
                small
                value={preview.typed}
                error={preview.problem}
                onChange={(event) => preview.type(event.target.value)}
              />,
              ...preview.lines,
            ],
          },
          {
            key: 'destination',
            label: 'Destination',
            title: (
              <TextLink to={paths.externalAccount(externalAccountId)}>
                {nickname || holderName || route.destinationEntity.name}
              </TextLink>
            ),
            texts: [
              <>
                <span className={route.destination ? 'mono' : 'number'}>
                  {destinationNumber(route)}
                </span>{' '}
                {route.destination ? 'on' : 'at'} {destinationPlace(route)}
              </>,
              nickname && holderName ? `Held by ${holderName}` : '',
            ].filter(Boolean),
          },
        ]}
      />
    </section>
  )
}

/** Most decimals that any asset has; the service refuses what is too many for the one at hand. */
const decimalsMax = 18

/** What was typed, and the service's answer to it; the rate stands while another amount is asked about. */
function usePreview(route: PayinRoute) {
  const { routeId, limits, depositAccountInfo, sourceJurisdiction, destinationJurisdiction } = route
  const { currency } = depositAccountInfo
  const [typed, type] = useState(() => amountText(sampleAmount(limits)))
  const { data: jurisdictions } = useQuery(jurisdictionsQuery)
  const known = jurisdictions?.data.find(({ id }) => id === sourceJurisdiction.id)
  const read = parseAmount(typed, { currency, decimals: known?.currencyScale ?? decimalsMax })
  const amount = useSettled(read.ok ? read.text : '')
  const { data, error } = useQuery({ ...previewQuery(routeId, amount), enabled: amount !== '' })
  const waiting = error ? ['No rate at the moment'] : []
  return {
    typed,
    type,
    problem: read.ok ? undefined : read.message,
    title: data ? rateLine(data) : `${currency} to ${destinationJurisdiction.currency}`,
    lines: data ? outcomeLines(data) : waiting,
  }
}
