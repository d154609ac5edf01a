import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { entityName } from '../entities/entity-name.ts'
import { TextLink } from '../../ui/page/links.tsx'
import { paths } from '../../routing/paths.ts'
import { Address, shortId, Amount, Time } from '../../ui/display/values.tsx'
import { Card, DescriptionList, type Fact, fact } from '../../ui/display/blocks.tsx'
import { amountText, decimalText, rateText } from '../../ui/format/numbers.ts'
import { shareText } from './amounts.ts'
import { bankLabels } from '../accounts/bank-labels.ts'
import { payeeCheckText } from '../accounts/payees/payee-check.ts'
import { hasLeft } from './money-path.ts'
import { maskedAccount } from './side-labels.ts'
import type { Transfer } from '../../api/queries/transfers.ts'
import { q, entities } from '../../api/call.ts'
import { t } from '../../messages/text.ts'

type SideOf = Transfer['from']

export function FromCard({ transfer }: { transfer: Transfer }) {
  const { from, amountReceived } = transfer
  const isOther = amountReceived !== undefined && amountReceived.amount !== from.amount
  return (
    <PartyCard
      title={t('From')}
      name={transfer.parties.payer}
      side={from}
      sum={isOther ? t('Quoted') : hasLeft(transfer) ? t('Sent') : t('To send')}
      extra={
        amountReceived &&
        isOther &&
        fact(
          t('Received'),
          <Amount value={amountReceived.amount} currency={amountReceived.currency} />,
        )
      }
    >
      <Amount value={from.amount} currency={from.currency} />
    </PartyCard>
  )
}

export function ToCard({ transfer }: { transfer: Transfer }) {
  const { to, parties, status, payeeCheck } = transfer
  const arrived = status === 'COMPLETED'
  return (
    <PartyCard
      title={t('To')}
      name={parties.payee}
      side={to}
      sum={arrived ? t('Received') : t('To receive')}
      extra={payeeCheck && fact(t('Name at the bank'), payeeCheckText(payeeCheck))}
    >
      <Amount value={to.amount} currency={to.currency} due={!arrived} />
    </PartyCard>
  )
}

type PartyProps = {
  title: string
  /** Who pays or is paid, who need not be the customer. */
  name: string
  side: SideOf
  sum: string
  /** A line above the sum. */
  extra?: Fact
  children: ReactNode
}

function PartyCard({ title, name, side, sum, extra, children }: PartyProps) {
  const { data } = useQuery(q(entities.read, { entityId: side.entityId }))
  const customer = data && entityName(data.data)
  return (
    <FactsCard
      label={title}
      heading={
        <>
          <span className="strong">{name}</span> <span className="tag">{side.jurisdiction}</span>
        </>
      }
      sum={fact(sum, children, 'sum')}
      rows={[
        fact(
          t('Customer'),
          <TextLink to={paths.entity(side.entityId)}>
            {customer ?? <span className="mono">{shortId(side.entityId)}</span>}
          </TextLink>,
        ),
        name === side.fullName &&
          side.latinName &&
          fact(t('Name in Latin letters'), side.latinName),
        ...placeRows(side),
        extra,
      ]}
    />
  )
}

/** Wallet or bank, whichever the record names; the number of a bank account is on its own page. */
function placeRows(side: SideOf): Fact[] {
  const { wallet, account, accountId } = side
  return [
    wallet && fact(t('Wallet'), <Address value={wallet.walletAddress} full />),
    account?.bankName && fact(t('Bank'), account.bankName),
    account &&
      !wallet &&
      maskedAccount(side) &&
      fact(
        account.bankIban ? 'IBAN' : labelsOf(account).account,
        <span className="number">{maskedAccount(side)}</span>,
      ),
    account?.bankBic && fact('BIC', account.bankBic),
    fact(
      t('Account'),
      <TextLink className="mono" to={accountPath(accountId)}>
        {shortId(accountId)}
      </TextLink>,
    ),
  ]
}

const labelsOf = (account: NonNullable<SideOf['account']>) =>
  bankLabels({
    account: account.accountNumber,
    routing: account.bankRoutingNumber,
    country: account.bankCountry,
  })

const accountPath = (accountId: string) =>
  accountId.startsWith('fund_') ? paths.fundingAccount(accountId) : paths.externalAccount(accountId)

export function CostCard({ transfer }: { transfer: Transfer }) {
  const { from, fees } = transfer
  const { totalFees } = fees
  const share = shareText(totalFees.amount, from.amount)
  const rows = costRows(transfer)
  const sum = rows.pop()
  return (
    <FactsCard
      label={t('Cost')}
      heading={
        <>
          <span className="strong">{amountText(totalFees.amount, totalFees.currency)}</span>{' '}
          <span className="muted">
            {totalFees.amount === 0
              ? t('no fees')
              : t('in fees, {share} of the amount', { share: share ?? '' })}
          </span>
        </>
      }
      rows={rows}
      sum={sum}
    />
  )
}

type FactsProps = { label: string; heading: ReactNode; rows: Fact[]; sum: Fact }

/** Cards that stand side by side end in their sums on one line. */
function FactsCard({ label, heading, rows, sum }: FactsProps) {
  return (
    <Card aria-label={label} flush className="flex flex-col">
      <div className="card-body grow flex flex-col">
        <div className="muted strong">{label}</div>
        <div className="mt-1 mb-3">{heading}</div>
        <DescriptionList rows={rows} />
        <DescriptionList className="mt-auto" rows={[sum]} />
      </div>
    </Card>
  )
}

/** Fees as the record has them; the last row is their sum as the service gives it. */
export function costRows(transfer: Transfer): Fact[] {
  const { fees, exchangeRate, rateDetails, quotedRate, rateHoldUntil, from, to } = transfer
  const { partnerFees, svcFees, txFees, totalFees } = fees
  const money = ({ amount, currency }: typeof totalFees) => (
    <Amount value={amount} currency={currency} />
  )
  return [
    fact(t('Partner fees'), money(partnerFees)),
    fact(t('Service fees'), money(svcFees)),
    fact(t('Transaction fees'), money(txFees)),
    fact(
      t('Rate'),
      <span title={decimalText(exchangeRate)}>
        1 {from.currency} = {rateText(exchangeRate)} {to.currency}
      </span>,
    ),
    rateDetails &&
      fact(
        t('Mid-market rate'),
        <span title={`${rateDetails.source}, ${rateDetails.asOf}`}>
          {rateText(rateDetails.midRate)}
        </span>,
      ),
    rateDetails && fact(t('Spread'), `${rateDetails.spreadBps / 100} %`),
    quotedRate !== undefined &&
      fact(
        t('Quoted rate'),
        <span title={t('The money came after the time for which the rate was held.')}>
          {rateText(quotedRate)}
        </span>,
      ),
    rateHoldUntil !== undefined && fact(t('Rate held until'), <Time at={rateHoldUntil} />),
    fact(t('Total fees'), money(totalFees), 'sum'),
  ]
}
