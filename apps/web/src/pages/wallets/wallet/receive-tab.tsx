import { useQuery } from '@tanstack/react-query'
import { jurisdictionsQuery } from '../../../api/queries/accounts.ts'
import { CopyButton } from '../../../ui/controls/button.tsx'
import { Card, DescriptionList, fact, Notice } from '../../../ui/display/blocks.tsx'
import { EmptyState } from '../../../ui/display/empty-state.tsx'
import { FullAddress } from '../../../ui/display/values.tsx'
import { QrCode } from '../../../ui/display/qr-code.tsx'
import type { WalletView } from '../../../features/wallets/wallet-view.ts'
import { locale } from '../../../messages/language.ts'
import { t } from '../../../messages/text.ts'

const listFormat = new Intl.ListFormat(locale)

/** Where to send tokens so that they arrive here, and what must not be sent. */
export function Receive({ view }: { view: WalletView }) {
  const { data } = useQuery(jurisdictionsQuery)
  const known = data?.data ?? []
  const accounts = view.wallets.flatMap((wallet) => wallet.accounts)
  const byAddress = Map.groupBy(accounts, ({ address }) => address)
  if (byAddress.size === 0) return <EmptyState title={t('No address yet')} />
  return (
    <div className="grid max-w-[720px]">
      {[...byAddress].map(([address, members]) => {
        const tokens = members.flatMap(
          ({ jurisdictionId }) => known.find(({ id }) => id === jurisdictionId) ?? [],
        )
        return (
          <AddressCard
            key={address}
            address={address}
            network={tokens[0]?.networkName ?? t('this network')}
            chainId={tokens[0]?.chainId ?? ''}
            currencies={tokens.map(({ currency }) => currency)}
          />
        )
      })}
    </div>
  )
}

type AddressCardProps = {
  address: string
  network: string
  chainId: string
  currencies: readonly string[]
}

function AddressCard({ address, network, chainId, currencies }: AddressCardProps) {
  return (
    <Card title={network} beside={<span className="tag">{t('Chain {chainId}', { chainId })}</span>}>
      <div className="grid">
        <div className="row flex-wrap gap-4 bg-sunken rounded-control p-4">
          <QrCode text={address} label={t('Address on {network} as a QR code', { network })} />
          <div className="row between grow min-w-0">
            <span className="t-lead">
              <FullAddress value={address} />
            </span>
            <CopyButton text={address} label={t('Copy address')} />
          </div>
        </div>
        <DescriptionList
          rows={[
            fact(t('Network'), t('{network}, chain {chainId}', { network, chainId })),
            fact(t('Tokens'), currencies.join(', ')),
          ]}
        />
        <Notice
          tone="hand"
          title={t('Only {currencies} on {network}', {
            currencies: listFormat.format(currencies),
            network,
          })}
        >
          {t(
            'What is sent to this address on another network, or as another token, does not arrive and may be lost. Compare the first and the last group before you send.',
          )}
        </Notice>
      </div>
    </Card>
  )
}
