import { useQuery } from '@tanstack/react-query'
import type { Partner, Payments } from '../../../api/queries/partners.ts'
import { paths } from '../../../routing/paths.ts'
import { FullAddress, Amount } from '../../../ui/display/values.tsx'
import { Card, DescriptionList, fact } from '../../../ui/display/blocks.tsx'
import { CopyButton } from '../../../ui/controls/button.tsx'
import { SkeletonLines } from '../../../ui/display/skeleton.tsx'
import { TextLink } from '../../../ui/page/links.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { Region } from '../../../ui/page/region.tsx'
import { CustomerWallets } from './customer-wallets.tsx'
import { OperationalCard } from './operational-card.tsx'
import { lazyPart } from '../../../ui/display/part.tsx'
import { q, partners, liquidity } from '../../../api/call.ts'
import { t } from '../../../messages/text.ts'

const CreditCard = lazyPart(
  () => import('../../../features/liquidity/limit-cards.tsx'),
  'CreditCard',
)

/** Everything that is yours or can be drawn, in one view. */
export function Component() {
  const me = useQuery(q(partners.me, {}))
  const payments = useQuery(q(partners.paymentsBalance, {}))
  const limits = useQuery(q(liquidity.limits, {}))
  const asset = limits.data?.data.asset
  return (
    <>
      <PageHead
        heading={t('Balances')}
        text={t('What is in your accounts and wallets, and what is left of the credit line.')}
      />
      <div className="grid">
        <div className="grid grid-2">
          <Card
            title={t('Payments account')}
            className="min-h-40"
            end={<TextLink to={paths.payments}>{t('Open account')}</TextLink>}
          >
            <Region
              query={payments}
              what={t('Payments account')}
              skeleton={<SkeletonLines lines={3} />}
            >
              {({ data }) => <PaymentsFacts payments={data} />}
            </Region>
          </Card>
          <div className="min-h-50">
            <Region query={limits} what={t('Credit line')}>
              {({ data }) => (
                <CreditCard
                  limits={data}
                  title={t('Credit line')}
                  end={<TextLink to={paths.liquidity}>{t('Open liquidity')}</TextLink>}
                />
              )}
            </Region>
          </div>
        </div>
        <div className="grid grid-2">
          <div className="min-h-72">
            <Region query={me} what={t('Operational wallet')}>
              {({ data }) => <OperationalCard partner={data} asset={asset} />}
            </Region>
          </div>
          <Region query={me} what={t('Deposit wallet')}>
            {({ data }) => <DepositWallet partner={data} asset={asset} />}
          </Region>
        </div>
        <CustomerWallets />
      </div>
    </>
  )
}

function PaymentsFacts({ payments: { balances } }: { payments: Payments }) {
  return (
    <div className="grid">
      {balances.map(({ currency, available, pending, reserved }) => (
        <div key={currency}>
          <Amount
            look="large"
            value={available}
            currency={t('{currency} available', { currency })}
          />
          <DescriptionList
            className="mt-2"
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
  )
}

function DepositWallet({ partner, asset }: { partner: Partner; asset: string | undefined }) {
  const { partnerDepositWallet, networkName, tokenName } = partner
  return (
    <Card
      title={t('Deposit wallet')}
      end={<TextLink to={paths.liquidity}>{t('Fees and repayments')}</TextLink>}
    >
      <div className="grid">
        <div className="row between bg-sunken rounded-control p-4">
          <FullAddress value={partnerDepositWallet} />
          <CopyButton text={partnerDepositWallet} label={t('Copy deposit address')} />
        </div>
        <p className="muted">
          {t(
            'Reserve fees and repayments go here: {asset} on {networkName} alone. What arrives is moved on at once, so it holds nothing for long.',
            { asset: asset ?? tokenName, networkName },
          )}
        </p>
      </div>
    </Card>
  )
}
