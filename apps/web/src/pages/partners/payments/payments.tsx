import { useQuery } from '@tanstack/react-query'
import {
  CopyOrPrint,
  type DepositLine,
  DepositLines,
} from '../../../features/accounts/deposit-lines.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { Region } from '../../../ui/page/region.tsx'
import { FullAddress, Amount } from '../../../ui/display/values.tsx'
import { Card, DescriptionList, fact, Notice } from '../../../ui/display/blocks.tsx'
import { amountText } from '../../../ui/format/numbers.ts'
import { QrCode } from '../../../ui/display/qr-code.tsx'
import { DepositForm } from './deposit-form.tsx'
import { EarnedCard } from './earned-card.tsx'
import { EntriesCard } from './entries-card.tsx'
import { PrepaidCard } from './prepaid-card.tsx'
import type { Payments } from '../../../api/queries/partners.ts'
import { q, partners } from '../../../api/call.ts'
import { t } from '../../../messages/text.ts'

/** The partner's own account with the service: what is in it, what it pays, how to pay in. */
export function Component() {
  const query = useQuery(q(partners.paymentsBalance, {}))
  return (
    <>
      <PageHead
        heading={t('Payments account')}
        text={t('Pays the verification fees charged to this workspace.')}
      />
      <Region query={query} what={t('Payments account')}>
        {({ data }) => <Account payments={data} />}
      </Region>
    </>
  )
}

function Account({ payments }: { payments: Payments }) {
  return (
    <div className="grid">
      <LowBalance payments={payments} />
      <div className="grid grid-2-1">
        <BalanceCard payments={payments} />
        <FeesCard payments={payments} />
      </div>
      {payments.partnerFees.length > 0 ? <EarnedCard earned={payments.partnerFees} /> : null}
      <div className="grid grid-2">
        <PayInCard payments={payments} />
        <DepositForm />
      </div>
      <EntriesCard entries={payments.entries} />
      <PrepaidCard />
    </div>
  )
}

function LowBalance({ payments: { balances, lowBalanceThreshold } }: { payments: Payments }) {
  const low = balances.find(({ available }) => available < lowBalanceThreshold)
  if (!low) return null
  const due = balances.find(({ reserved }) => reserved > 0)
  return (
    <Notice tone="hand" title={t('The balance is low')}>
      {t('Below {amount} a webhook event is sent.', {
        amount: amountText(lowBalanceThreshold, low.currency),
      })}{' '}
      {due
        ? t('{amount} of fees will be taken from the next payment.', {
            amount: amountText(due.reserved, due.currency),
          })
        : t('Verifications continue; unpaid fees are taken from the next payment.')}
    </Notice>
  )
}

function BalanceCard({ payments: { balances } }: { payments: Payments }) {
  return (
    <Card title={t('Balance')}>
      <div className="grid">
        {balances.map(({ currency, available, pending, reserved }) => (
          <div key={currency} className="grid grid-2">
            <div>
              <div className="muted">{t('Available')}</div>
              <Amount look="figure" value={available} currency={currency} />
            </div>
            <DescriptionList
              className="self-end"
              rows={[
                fact(
                  t('Seen on the chain, not final'),
                  <Amount value={pending} currency={currency} />,
                ),
                fact(t('Fees due'), <Amount value={reserved} currency={currency} />),
              ]}
            />
          </div>
        ))}
      </div>
    </Card>
  )
}

function FeesCard({ payments: { kycFee, lowBalanceThreshold } }: { payments: Payments }) {
  const { individual, business, currency } = kycFee
  return (
    <Card
      title={t('Fee for each verification')}
      facts={[
        fact(t('Individual'), <Amount value={individual} currency={currency} />),
        fact(t('Business'), <Amount value={business} currency={currency} />),
        fact(t('Low balance below'), <Amount value={lowBalanceThreshold} currency={currency} />),
      ]}
    />
  )
}

function PayInCard({ payments: { deposit } }: { payments: Payments }) {
  const { network, currency, tokenAddress, toWalletAddress } = deposit
  const lines: DepositLine[] = [
    {
      label: t('Address'),
      text: toWalletAddress,
      shown: <FullAddress value={toWalletAddress} />,
      key: true,
    },
    { label: t('Token'), text: currency },
    { label: t('Network'), text: network },
    { label: t('Token address'), text: tokenAddress, shown: <FullAddress value={tokenAddress} /> },
  ]
  return (
    <Card
      title={t('How to pay in')}
      className="print-only"
      end={<CopyOrPrint lines={lines} what={t('Payment details')} />}
      flush
    >
      <div className="deposit-qr">
        <QrCode text={toWalletAddress} label={t('Address as a QR code')} />
        <p className="muted">
          {t(
            'Pay {currency} on {network} from a wallet whose key you hold: the payment is credited to whoever signs its hash. Other tokens or networks do not arrive and may be lost.',
            { currency, network },
          )}
        </p>
      </div>
      <DepositLines lines={lines} />
    </Card>
  )
}
