import { serviceText } from '../../../messages/service.ts'
import { hasMaximum } from '../../../features/payin-routes/deposit-limits.ts'
import { useQuery } from '@tanstack/react-query'
import {
  corridorsFromQuery,
  type ExternalAccount,
  type FundingAccount,
} from '../../../api/queries/accounts.ts'
import { policyText } from '../../../features/accounts/policy-labels.ts'
import { Amount } from '../../../ui/display/values.tsx'
import { Card, DescriptionList, fact } from '../../../ui/display/blocks.tsx'
import {
  accountOption,
  depositPlace,
} from '../../../features/payin-routes/destination/destinations.ts'
import { t } from '../../../messages/text.ts'

type Props = { funding: FundingAccount | undefined; destination: ExternalAccount | undefined }

/** What is chosen so far, from the payer to the destination, and what it costs. */
export function CreateSummary({ funding, destination }: Props) {
  return (
    <div className="wizard-rail">
      <Card title={t('Summary')}>
        <ul className="corridor">
          <li>
            <div className="muted">{t('Sender')}</div>
            <div>
              {funding ? (
                t('Any payer of {currency}', { currency: funding.jurisdiction.currency })
              ) : (
                <NotYet />
              )}
            </div>
          </li>
          <li>
            <div className="muted">{t('Funding account')}</div>
            {funding ? (
              <>
                <div>{funding.accountOwner.name}</div>
                <div className="muted">{depositPlace(funding)}</div>
              </>
            ) : (
              <NotYet />
            )}
          </li>
          <li>
            <div className="muted">{t('Destination')}</div>
            {destination ? (
              <>
                <div>{destination.accountHolder.name}</div>
                <div className="muted">{accountOption(destination).sub}</div>
              </>
            ) : (
              <NotYet />
            )}
          </li>
        </ul>
        {funding ? <Terms {...{ funding, destination }} /> : null}
      </Card>
    </div>
  )
}

const NotYet = () => <div className="faint">{t('Not chosen yet')}</div>

function Terms({ funding, destination }: Props & { funding: FundingAccount }) {
  const corridors = useQuery(corridorsFromQuery(funding.jurisdiction.id)).data
  const corridor = corridors?.find(({ to }) => to.id === destination?.jurisdiction.id)
  const { limits, jurisdiction, returnPolicy } = funding
  return (
    <DescriptionList
      className="mt-4"
      rows={[
        corridor && fact(t('Fee'), serviceText(corridor.fee.summary)),
        fact(
          t('Smallest deposit'),
          <Amount value={limits.minDeposit} currency={jurisdiction.currency} />,
        ),
        hasMaximum(limits) &&
          fact(
            t('Largest deposit'),
            <Amount value={limits.maxDeposit} currency={jurisdiction.currency} />,
          ),
        fact(t('When the account is inactive'), policyText(returnPolicy)),
      ]}
    />
  )
}
