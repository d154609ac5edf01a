import { useQuery } from '@tanstack/react-query'
import { TextLink } from '../../components/links.tsx'
import { destinationNumber, destinationPlace, fundingText } from '../../components/payin/words.ts'
import { paths } from '../../paths.ts'
import { amountText, decimalText } from '../../ui/numbers.ts'
import { feeLine, rateLine, sampleAmount, senderText, sendsText } from './flow.ts'
import { FlowStops, type Stop } from './flow-stops.tsx'
import { type PayinRoute, previewQuery } from './queries.ts'

/** From the payer to the destination, with the rate of this moment. */
export function FlowStrip({ route }: { route: PayinRoute }) {
  const { fundingAccountId, externalAccountId, destinationAccount, limits } = route
  const { currency } = route.depositAccountInfo
  const number = destinationNumber(route)
  return (
    <section className="card" aria-label="How money flows on this route">
      <FlowStops
        stops={[
          {
            key: 'sender',
            label: 'Sender',
            title: senderText(route),
            texts: [sendsText(route)],
          },
          {
            key: 'funding',
            label: 'Funding account',
            title: (
              <TextLink to={paths.fundingAccount(fundingAccountId)}>{fundingText(route)}</TextLink>
            ),
            texts: [
              `Held for ${route.accountOwner.name}`,
              limits.minDeposit > 0
                ? `At least ${amountText(decimalText(limits.minDeposit), currency)}`
                : '',
            ].filter(Boolean),
          },
          useConversion(route),
          {
            key: 'destination',
            label: 'Destination',
            title: (
              <TextLink to={paths.externalAccount(externalAccountId)}>
                {destinationAccount.nickname ||
                  destinationAccount.holderName ||
                  route.destinationEntity.name}
              </TextLink>
            ),
            texts: [
              <>
                <span className={route.destination ? 'mono' : 'num'}>{number}</span>{' '}
                {route.destination ? 'on' : 'at'} {destinationPlace(route)}
              </>,
            ],
          },
        ]}
      />
    </section>
  )
}

/** The third stop; before the rate is known it says what becomes what. */
function useConversion(route: PayinRoute): Stop {
  const { routeId, limits, depositAccountInfo, destinationJurisdiction } = route
  const { data, error } = useQuery(previewQuery(routeId, sampleAmount(limits)))
  const stop = { key: 'conversion', label: 'Conversion' }
  if (data) return { ...stop, title: rateLine(data), texts: [feeLine(data)] }
  const title = `${depositAccountInfo.currency} to ${destinationJurisdiction.currency}`
  return { ...stop, title, texts: error ? ['No rate at the moment'] : ['Rate of the moment'] }
}
