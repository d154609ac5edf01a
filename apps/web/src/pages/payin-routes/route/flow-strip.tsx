import { rich } from '../../../messages/rich.tsx'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
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
import { AmountField } from '../../../ui/controls/inputs.tsx'
import { hasMinimum } from '../../../features/payin-routes/deposit-limits.ts'
import {
  outcomeLines,
  rateLine,
  sampleAmount,
  senderText,
  sendsText,
} from '../../../features/payin-routes/flow.ts'
import { FlowStops } from '../../../features/payin-routes/flow-stops.tsx'
import { BankTime } from '../../../features/transfers/bank-time.tsx'
import { type PayinRoute, type Preview, previewQuery } from '../../../api/queries/payin-routes.ts'
import { useSettled } from '../../../ui/controls/use-settled.ts'
import { t } from '../../../messages/text.ts'

/** From the payer to the destination, and what a deposit of an amount would come to now. */
export function FlowStrip({ route }: { route: PayinRoute }) {
  const { fundingAccountId, externalAccountId, destinationAccount, limits } = route
  const { currency } = route.depositAccountInfo
  const { nickname, holderName } = destinationAccount
  const preview = usePreview(route)
  return (
    <section className="card" aria-label={t('How money flows on this route')}>
      <FlowStops
        stops={[
          {
            key: 'sender',
            label: t('Sender'),
            title: senderText(route),
            texts: [sendsText(route)],
          },
          {
            key: 'funding',
            label: t('Funding account'),
            title: (
              <TextLink to={paths.fundingAccount(fundingAccountId)}>{fundingText(route)}</TextLink>
            ),
            texts: [
              t('Held for {name}', { name: route.accountOwner.name }),
              hasMinimum(limits)
                ? t('At least {amount}', { amount: amountText(limits.minDeposit, currency) })
                : '',
            ].filter(Boolean),
          },
          {
            key: 'conversion',
            label: t('Conversion'),
            title: preview.title,
            texts: [
              <AmountField
                key="amount"
                label={t('A deposit of')}
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
            label: t('Destination'),
            title: (
              <TextLink to={paths.externalAccount(externalAccountId)}>
                {nickname || holderName || route.destinationEntity.name}
              </TextLink>
            ),
            texts: [
              placeText(route),
              nickname && holderName ? t('Held by {name}', { name: holderName }) : '',
            ].filter(Boolean),
          },
        ]}
      />
    </section>
  )
}

/** `0x320D…bc02 on Polygon`, `••••7788 at Corvane Bank`. */
function placeText(route: PayinRoute): ReactNode {
  const place = destinationPlace(route)
  const number = destinationNumber(route)
  // Without a bank its country stands there.
  if (!route.destination && route.destinationAccount.bankName === '')
    return (
      <>
        <span className="number">{number}</span>, {place}
      </>
    )
  return route.destination
    ? rich('{address} on {network}', {
        address: <span className="mono">{number}</span>,
        network: place,
      })
    : rich('{number} at {bank}', {
        number: <span className="number">{number}</span>,
        bank: place,
      })
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
  const waiting = error ? [t('No rate at the moment')] : []
  return {
    typed,
    type,
    problem: read.ok ? undefined : read.message,
    title: data
      ? rateLine(data)
      : t('{from} to {to}##currencies', { from: currency, to: destinationJurisdiction.currency }),
    lines: data ? [...outcomeLines(data), ...arrivalLines(data)] : waiting,
  }
}

/** When a bank would have paid it; on a chain it is a matter of minutes. */
function arrivalLines({ outcome, estimatedArrival, bankTimeZone, isEstimated }: Preview) {
  if (outcome === 'HOLD' || !estimatedArrival) return []
  const time = <BankTime at={estimatedArrival} bankZone={bankTimeZone} isEstimated={isEstimated} />
  return [rich('If it comes now, it arrives by {time}', { time })]
}
