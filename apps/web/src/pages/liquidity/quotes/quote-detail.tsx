import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DepositLines, type DepositLine } from '../../../features/accounts/deposit-lines.tsx'
import { useAction } from '../../../features/actions/confirmed-call.ts'
import { Refused } from '../../../features/actions/refused.tsx'
import { sandbox } from '../../../api/call.ts'
import { liquidityKey } from '../../../api/queries/liquidity.ts'
import type { Drawing, ReplenishQuote } from '../../../api/queries/replenishment.ts'
import { useIsAllowed } from '../../../features/access/is-allowed.ts'
import { useSession } from '../../../api/session.ts'
import { liquidityPaths } from '../../../routing/liquidity-paths.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { RadioGroup } from '../../../ui/controls/choice.tsx'
import { FullAddress } from '../../../ui/display/address.tsx'
import { Amount } from '../../../ui/display/amount.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { DescriptionList } from '../../../ui/display/description-list.tsx'

import { Time } from '../../../ui/display/time.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { TextLink } from '../../../ui/page/links.tsx'
import { FeeTerms } from '../fees/fee-terms.tsx'
import { FulfilForm } from './fulfil-form.tsx'
import { QuoteProgress } from './progress.tsx'

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
  const queries = useQueryClient()
  const hasBank = quote.replenishTo.bank !== undefined
  const [by, setBy] = useState<'BANK' | 'CHAIN'>(hasBank ? 'BANK' : 'CHAIN')
  const pay = useAction(sandbox.payLiquidity, {
    repeats: true,
    onDone: async () => {
      toast({ tone: 'done', title: 'The deposit is on its way' })
      await queries.invalidateQueries({ queryKey: liquidityKey })
    },
  })
  if (!isSandbox || !isAllowed || !quote.monitoringUntil) return null
  return (
    <div className="grid subsection">
      <div className="row flex-wrap">
        <span className="tag">Sandbox</span>
        {hasBank ? (
          <RadioGroup
            label="Deposit by"
            labelHidden
            look="segment"
            options={[
              { value: 'BANK', label: 'Bank' },
              { value: 'CHAIN', label: 'Chain' },
            ]}
            value={by}
            onChange={(value) => setBy(value as 'BANK' | 'CHAIN')}
          />
        ) : null}
        <Button
          busy={pay.isBusy}
          onClick={() => pay.send({ body: { purpose: 'REPAYMENT', id: quote.quoteId, by } })}
        >
          Let the deposit arrive
        </Button>
      </div>
      <Refused title="Nothing arrived" error={pay.error} />
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
    { label: 'Account number', text: bank.accountNumber, mono: true },
    { label: 'Routing number', text: bank.bankRoutingNumber, mono: true },
    { label: 'Bank', text: bank.bankName },
    { label: 'Account holder', text: bank.accountHolderName },
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
