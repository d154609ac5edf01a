import { lazy, Suspense } from 'react'
import { bankLines } from '../../../features/accounts/deposit-instructions.tsx'
import { DepositLines, type DepositLine } from '../../../features/accounts/deposit-lines.tsx'
import type { Drawing, ReplenishQuote } from '../../../api/queries/replenishment.ts'
import { useIsAllowed } from '../../../features/access/is-allowed.ts'
import { useSession } from '../../../api/session.ts'
import { liquidityPaths } from '../../../routing/liquidity-paths.ts'
import { FullAddress } from '../../../ui/display/address.tsx'
import { Amount } from '../../../ui/display/amount.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { DescriptionList } from '../../../ui/display/description-list.tsx'

import { Time } from '../../../ui/display/time.tsx'
import { TextLink } from '../../../ui/page/links.tsx'
import { FeeTerms } from '../fees/fee-terms.tsx'
import { FulfilForm } from './fulfil-form.tsx'
import { QuoteProgress } from './progress.tsx'

const PayRepayment = lazy(async () => ({
  default: (await import('../../../features/sandbox/pay-liquidity.tsx')).PayRepayment,
}))

type Props = { quote: ReplenishQuote; drawing: Drawing }

const over: readonly string[] = ['SUPERSEDED', 'EXPIRED']

/** A quote with where to pay it, what of it was stated as paid, and how to state more. */
export function QuoteDetail({ quote, drawing }: Props) {
  const isAllowed = useIsAllowed('liquidity:write')
  const mayState =
    isAllowed &&
    !quote.isFullyFulfilled &&
    !over.includes(quote.status) &&
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
      <Card title="What it takes" flush>
        <FeeTerms
          label={`Fee of ${quote.quoteId}`}
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
    <Card title="Fulfilment">
      <QuoteProgress quote={quote} />
      <DescriptionList
        className="mt-2"
        rows={[
          { label: 'Remaining', value: <Amount value={remainingAmount} currency={asset} /> },
          { label: 'Last stated', value: <Time at={lastFulfilledAt} /> },
          { label: 'Fully fulfilled', value: isFullyFulfilled ? 'Yes' : 'No' },
          {
            label: 'Deposit watched for until',
            value: monitoringUntil ? <Time at={monitoringUntil} withZone /> : 'Once it is full',
          },
          quote.replenishmentId
            ? {
                label: 'Replenishment',
                value: (
                  <TextLink to={liquidityPaths.replenishment(quote.replenishmentId)}>Open</TextLink>
                ),
              }
            : undefined,
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
        <span className="tag">Sandbox</span>
      </div>
      <Suspense>
        <PayRepayment quoteId={quote.quoteId} hasBank={quote.replenishTo.bank !== undefined} />
      </Suspense>
    </div>
  )
}

function PlacesCard({ quote }: { quote: ReplenishQuote }) {
  const { walletAddress, networkName, tokenAddress, bank } = quote.replenishTo
  const chain: DepositLine[] = [
    {
      label: 'Wallet address',
      text: walletAddress,
      shown: <FullAddress value={walletAddress} />,
      key: true,
    },
    { label: 'Network', text: networkName },
    { label: 'Token address', text: tokenAddress, shown: <FullAddress value={tokenAddress} /> },
  ]
  return (
    <>
      <Card title="Pay by chain" flush>
        <DepositLines lines={chain} />
      </Card>
      {bank ? <BankCard bank={bank} /> : null}
    </>
  )
}

type Bank = NonNullable<ReplenishQuote['replenishTo']['bank']>

function BankCard({ bank }: { bank: Bank }) {
  const lines: DepositLine[] = [
    { label: 'Reference', text: bank.reference, mono: true, key: true },
    ...bankLines({
      holder: bank.accountHolderName,
      account: bank.accountNumber,
      routing: bank.bankRoutingNumber,
      bank: bank.bankName,
    }),
  ]
  return (
    <Card
      title="Pay by bank"
      beside={<span className="caption">In {bank.currency}</span>}
      flush
      footer={
        <span className="muted">Without the reference a payment cannot be matched by itself.</span>
      }
    >
      <DepositLines lines={lines.filter(({ text }) => text !== '')} />
    </Card>
  )
}
