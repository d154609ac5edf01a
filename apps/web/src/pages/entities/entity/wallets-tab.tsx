import { SmallTable } from '../../../ui/table/small-table.tsx'
import { NoWallet } from '../../../features/wallets/no-wallet.tsx'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import type { Entity } from '../../../api/queries/entities.ts'
import { LinkButton } from '../../../ui/page/links.tsx'
import { Region } from '../../../ui/page/region.tsx'
import { jurisdictionsQuery } from '../../../api/queries/accounts.ts'
import { walletDetailsQuery } from '../../../api/queries/wallets.ts'
import { paths } from '../../../routing/paths.ts'
import { Address, Time } from '../../../ui/display/values.tsx'
import { Card } from '../../../ui/display/blocks.tsx'
import { rich } from '../../../messages/rich.tsx'
import { t } from '../../../messages/text.ts'

/** The wallets of this entity, or the way to its first. */
export function WalletsTab({ entity: { entityId } }: { entity: Entity }) {
  const query = useQuery(walletDetailsQuery(entityId))
  return (
    <Region query={query} what={t('Wallets')}>
      {({ data: { wallets } }) =>
        wallets.length === 0 ? (
          <NoWallet entityId={entityId} />
        ) : (
          <div className="grid">
            {wallets.map((wallet) => (
              <WalletCard key={wallet.walletId} wallet={wallet} entityId={entityId} />
            ))}
          </div>
        )
      }
    </Region>
  )
}

type Wallet = {
  walletId: string
  walletName: string
  createdAt: string
  accounts: { accountId: string; jurisdictionId: string; address: string }[]
}

function WalletCard({ wallet, entityId }: { wallet: Wallet; entityId: string }) {
  const { data: jurisdictions } = useQuery(jurisdictionsQuery)
  const nameOf = (id: string) => jurisdictions?.data.find((item) => item.id === id)?.name ?? id
  return (
    <Card
      title={wallet.walletName}
      beside={
        <span className="muted">
          {rich('since {time}', { time: <Time at={wallet.createdAt} detail="day" /> })}
        </span>
      }
      end={
        <LinkButton size="s" to={paths.wallet(entityId)} icon={ArrowRight}>
          {t('Open wallet')}
        </LinkButton>
      }
      flush
    >
      <SmallTable
        label={t('Accounts of {wallet}', { wallet: wallet.walletName })}
        columns={[
          {
            head: t('Network and token'),
            cell: ({ jurisdictionId }) => nameOf(jurisdictionId),
          },
          { head: t('Address'), cell: ({ address }) => <Address value={address} /> },
        ]}
        rows={wallet.accounts}
        rowId={({ accountId }) => accountId}
      />
    </Card>
  )
}
