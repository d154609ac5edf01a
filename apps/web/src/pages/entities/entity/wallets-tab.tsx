import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useMissingPermission } from '../../../api/session.ts'
import type { Entity } from '../../../api/queries/entities.ts'
import { LinkButton } from '../../../ui/page/links.tsx'
import { Region } from '../../../ui/page/region.tsx'
import { jurisdictionsQuery } from '../../../api/queries/accounts.ts'
import { walletDetailsQuery } from '../../../api/queries/wallets.ts'
import { paths } from '../../../routing/paths.ts'
import { Address } from '../../../ui/display/address.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { EmptyState } from '../../../ui/display/empty-state.tsx'
import { Time } from '../../../ui/display/time.tsx'

/** The wallets of this entity, or the way to its first. */
export function WalletsTab({ entity: { entityId } }: { entity: Entity }) {
  const query = useQuery(walletDetailsQuery(entityId))
  return (
    <Region query={query} what="Wallets">
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

function NoWallet({ entityId }: { entityId: string }) {
  const navigate = useNavigate()
  const missing = useMissingPermission('wallets:write')
  return (
    <Card flush>
      <EmptyState
        title="No wallet yet"
        actions={
          <Button
            variant="primary"
            disabledReason={missing}
            onClick={() => void navigate(paths.wallet(entityId, 'setup'))}
          >
            Set up wallet
          </Button>
        }
      >
        The entity proves its e-mail address, creates a signing passkey and gets an address. It
        takes about two minutes.
      </EmptyState>
    </Card>
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
  const nameOf = (id: string) => jurisdictions?.data.find((one) => one.id === id)?.name ?? id
  return (
    <Card
      title={wallet.walletName}
      beside={
        <span className="muted">
          since <Time at={wallet.createdAt} detail="day" />
        </span>
      }
      end={
        <LinkButton
          size="s"
          to={paths.wallet(entityId)}
          icon={<ArrowRight className="icon-medium" />}
        >
          Open wallet
        </LinkButton>
      }
      flush
    >
      <div className="table-scroll">
        <table className="small-table" aria-label={`Accounts of ${wallet.walletName}`}>
          <thead>
            <tr>
              <th scope="col">Network and token</th>
              <th scope="col">Address</th>
            </tr>
          </thead>
          <tbody>
            {wallet.accounts.map((account) => (
              <tr key={account.accountId}>
                <td>{nameOf(account.jurisdictionId)}</td>
                <td>
                  <Address value={account.address} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}
