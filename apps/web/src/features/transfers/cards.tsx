import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { entityQuery } from '../../api/queries/entities.ts'
import { entityName } from '../entities/entity-name.ts'
import { TextLink } from '../../ui/page/links.tsx'
import { paths } from '../../routing/paths.ts'
import { Address, shortId } from '../../ui/display/address.tsx'
import { Amount } from '../../ui/display/amount.tsx'
import { Card } from '../../ui/display/card.tsx'
import { Time } from '../../ui/display/time.tsx'
import { DescriptionList, type DescriptionRow } from '../../ui/display/description-list.tsx'
import { amountText, decimalText, rateText } from '../../ui/format/numbers.ts'
import { shareText } from './amounts.ts'
import { bankWords } from '../accounts/bank-words.ts'
import { hasLeft } from './money-path.ts'
import { maskedAccount } from './side-labels.ts'
import type { Transfer } from '../../api/queries/transfers.ts'
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
        amountReceived && isOther
          ? {
              label: t('Received'),
              value: <Amount value={amountReceived.amount} currency={amountReceived.currency} />,
            }
          : undefined
      }
    >
      <Amount value={from.amount} currency={from.currency} />
    </PartyCard>
  )
}

export function ToCard({ transfer }: { transfer: Transfer }) {
  const { to, parties, status } = transfer
  const arrived = status === 'COMPLETED'
  return (
    <PartyCard
      title={t('To')}
      name={parties.payee}
      side={to}
      sum={arrived ? t('Received') : t('To receive')}
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
  extra?: DescriptionRow
  children: ReactNode
}

function PartyCard({ title, name, side, sum, extra, children }: PartyProps) {
  const { data } = useQuery(entityQuery(side.entityId))
  const customer = data && entityName(data.data)
  return (
    <FactsCard
      label={title}
      heading={
        <>
          <span className="strong">{name}</span> <span className="tag">{side.jurisdiction}</span>
        </>
      }
      sum={{ label: sum, value: children, sum: true }}
      rows={[
        {
          label: t('Customer'),
          value: (
            <TextLink to={paths.entity(side.entityId)}>
              {customer ?? <span className="mono">{shortId(side.entityId)}</span>}
            </TextLink>
          ),
        },
        ...placeRows(side),
        extra,
      ]}
    />
  )
}

/** Wallet or bank, whichever the record names; the number of a bank account is on its own page. */
function placeRows(side: SideOf): DescriptionRow[] {
  const { wallet, account, accountId } = side
  return [
    wallet && { label: t('Wallet'), value: <Address value={wallet.walletAddress} full /> },
    account?.bankName ? { label: t('Bank'), value: account.bankName } : undefined,
    account && !wallet && maskedAccount(side)
      ? {
          label: account.bankIban ? 'IBAN' : wordsOf(account).account,
          value: <span className="number">{maskedAccount(side)}</span>,
        }
      : undefined,
    account?.bankBic ? { label: 'BIC', value: account.bankBic } : undefined,
    {
      label: t('Account'),
      value: (
        <TextLink className="mono" to={accountPath(accountId)}>
          {shortId(accountId)}
        </TextLink>
      ),
    },
  ]
}

const wordsOf = (account: NonNullable<SideOf['account']>) =>
  bankWords({
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

type FactsProps = { label: string; heading: ReactNode; rows: DescriptionRow[]; sum: DescriptionRow }

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
export function costRows(transfer: Transfer): DescriptionRow[] {
  const { fees, exchangeRate, rateDetails, quotedRate, rateHoldUntil, from, to } = transfer
  const { partnerFees, svcFees, txFees, totalFees } = fees
  const fee = (label: string, { amount, currency }: typeof totalFees) => ({
    label,
    value: <Amount value={amount} currency={currency} />,
  })
  return [
    fee(t('Partner fees'), partnerFees),
    fee(t('Service fees'), svcFees),
    fee(t('Transaction fees'), txFees),
    {
      label: t('Rate'),
      value: (
        <span title={decimalText(exchangeRate)}>
          1 {from.currency} = {rateText(exchangeRate)} {to.currency}
        </span>
      ),
    },
    rateDetails && {
      label: t('Mid-market rate'),
      value: (
        <span title={`${rateDetails.source}, ${rateDetails.asOf}`}>
          {rateText(rateDetails.midRate)}
        </span>
      ),
    },
    rateDetails && { label: t('Spread'), value: `${rateDetails.spreadBps / 100} %` },
    quotedRate === undefined
      ? undefined
      : {
          label: t('Quoted rate'),
          value: (
            <span title={t('The money came after the time for which the rate was held.')}>
              {rateText(quotedRate)}
            </span>
          ),
        },
    rateHoldUntil === undefined
      ? undefined
      : { label: t('Rate held until'), value: <Time at={rateHoldUntil} /> },
    { ...fee(t('Total fees'), totalFees), sum: true },
  ]
}
