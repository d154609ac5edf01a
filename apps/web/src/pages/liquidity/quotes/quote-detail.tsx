import { quoteStates } from '@corridor/domain'
import { bankLines } from '../../../features/accounts/deposit-instructions.tsx'
import { BankTime } from '../../../features/transfers/bank-time.tsx'
import { DepositLines, type DepositLine } from '../../../features/accounts/deposit-lines.tsx'
import type { Drawing, ReplenishQuote } from '../../../api/queries/replenishment.ts'
import { useIsAllowed } from '../../../features/access/is-allowed.ts'
import { useSession } from '../../../api/session.ts'
import { liquidityPaths } from '../../../routing/liquidity-paths.ts'
import { FullAddress, Amount, Time } from '../../../ui/display/values.tsx'
import { Card, DescriptionList, fact } from '../../../ui/display/blocks.tsx'

import { TextLink } from '../../../ui/page/links.tsx'
import { FeeTerms } from '../fees/fee-terms.tsx'
import { FulfilForm } from './fulfil-form.tsx'
import { QuoteProgress } from './progress.tsx'
import { part } from '../../../ui/display/part.tsx'
import { t } from '../../../messages/text.ts'

const PayRepayment = part(
  () => import('../../../features/sandbox/pay-liquidity.tsx'),
  'PayRepayment',
)

/** A quote with where to pay it, what of it was stated as paid, and how to state more. */
export function QuoteDetail({ quote, drawing }: { quote: ReplenishQuote; drawing: Drawing }) {
  const isAllowed = useIsAllowed('liquidity:write')
  const mayState =
    isAllowed &&
    !quote.isFullyFulfilled &&
    !quoteStates[quote.status].isOver &&
    drawing.allowedActions.includes('fulfil')
  return (
    <div className="grid p-4">
      <div className="grid grid-2">
        <div className="grid">
          <FulfilledCard quote={quote} />
          {mayState ? <PlacesCard quote={quote} /> : null}
        </div>
        <div className="grid">
          {mayState ? <FulfilForm quote={quote} /> : <PlacesCard quote={quote} />}
        </div>
      </div>
      <Card title={t('What it takes')} flush>
        <FeeTerms
          label={t('Fee of {id}', { id: quote.quoteId })}
          breakdown={quote.feeBreakdown}
          asset={quote.asset}
        />
      </Card>
    </div>
  )
}

function FulfilledCard({ quote }: { quote: ReplenishQuote }) {
  const { asset, remainingAmount, lastFulfilledAt, isFullyFulfilled, monitoringUntil } = quote
  return (
    <Card title={t('Fulfilment')}>
      <QuoteProgress quote={quote} />
      <DescriptionList
        className="mt-2"
        rows={[
          fact(t('Remaining'), <Amount value={remainingAmount} currency={asset} />),
          fact(t('Last stated'), <Time at={lastFulfilledAt} />),
          fact(t('Fully fulfilled'), isFullyFulfilled ? t('Yes') : t('No')),
          fact(
            t('Deposit watched for until'),
            monitoringUntil ? <Time at={monitoringUntil} withZone /> : t('Once it is full'),
          ),
          quote.replenishmentId &&
            fact(
              t('Replenishment'),
              <TextLink to={liquidityPaths.replenishment(quote.replenishmentId)}>
                {t('Open')}
              </TextLink>,
            ),
        ]}
      />
      <Sandbox quote={quote} />
    </Card>
  )
}

/** What only a sandbox has: the payment that was stated. */
function Sandbox({ quote }: { quote: ReplenishQuote }) {
  const isSandbox = useSession()?.environment === 'sandbox'
  const isAllowed = useIsAllowed('sandbox')
  if (!isSandbox || !isAllowed || !quote.monitoringUntil) return null
  return (
    <div className="grid gap-2 subsection">
      <div>
        <span className="tag">{t('Sandbox')}</span>
      </div>
      <PayRepayment quoteId={quote.quoteId} hasBank={quote.replenishTo.bank !== undefined} />
    </div>
  )
}

function PlacesCard({ quote }: { quote: ReplenishQuote }) {
  const { walletAddress, networkName, tokenAddress, bank } = quote.replenishTo
  const chain: DepositLine[] = [
    {
      label: t('Wallet address'),
      text: walletAddress,
      shown: <FullAddress value={walletAddress} />,
      key: true,
    },
    { label: t('Network'), text: networkName },
    { label: t('Token address'), text: tokenAddress, shown: <FullAddress value={tokenAddress} /> },
  ]
  return (
    <>
      <Card title={t('Pay by chain')} flush>
        <DepositLines lines={chain} />
      </Card>
      {bank ? <BankCard bank={bank} /> : null}
    </>
  )
}

type Bank = NonNullable<ReplenishQuote['replenishTo']['bank']>

function BankCard({ bank }: { bank: Bank }) {
  const lines: DepositLine[] = [
    { label: t('Reference'), text: bank.reference, mono: true, key: true },
    ...bankLines({
      holder: bank.accountHolderName,
      account: bank.accountNumber,
      routing: bank.bankRoutingNumber,
      bank: bank.bankName,
    }),
  ]
  return (
    <Card
      title={t('Pay by bank')}
      beside={<span className="caption">{t('In {currency}', { currency: bank.currency })}</span>}
      flush
      footer={
        <span className="muted">
          {t('Without the reference a payment cannot be matched by itself.')}
          {bank.arrivesBy ? (
            <span className="block">
              {t('Arrives by')} <BankTime at={bank.arrivesBy} bankZone={bank.bankTimeZone} />
            </span>
          ) : null}
        </span>
      }
    >
      <DepositLines lines={lines.filter(({ text }) => text !== '')} />
    </Card>
  )
}
