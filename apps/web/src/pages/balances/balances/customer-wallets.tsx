import { useQueries, useQuery } from '@tanstack/react-query'
import { tokenBalance } from '../../../features/transfers/signing/parties.ts'
import { type ExternalAccount, knownWalletsQuery } from '../../../api/queries/accounts.ts'
import { balancesQuery } from '../../../api/queries/wallets.ts'
import { paths } from '../../../routing/paths.ts'
import { Address, Amount } from '../../../ui/display/values.tsx'
import { Card, EmptyState } from '../../../ui/display/blocks.tsx'
import { Skeleton } from '../../../ui/display/skeleton.tsx'
import { LinkButton, PageLink, TextLink } from '../../../ui/page/links.tsx'
import { Region } from '../../../ui/page/region.tsx'
import { type SmallColumn, SmallTable, smallColumn } from '../../../ui/table/small-table.tsx'
import { t } from '../../../messages/text.ts'

/** Each balance is read from the chain, so only the newest wallets are shown. */
const shownMax = 10

type Row = { account: ExternalAccount; held: number | undefined; isRead: boolean }

/** What one customer has stands together. */
const byCustomer = (a: ExternalAccount, b: ExternalAccount): number =>
  a.accountHolder.name.localeCompare(b.accountHolder.name) || a.entityId.localeCompare(b.entityId)

/** What the customers' wallets hold; it is theirs, not the workspace's. */
export function CustomerWallets() {
  const query = useQuery(knownWalletsQuery)
  const shown = (query.data?.data ?? []).slice(0, shownMax).toSorted(byCustomer)
  const owners = [...new Set(shown.map(({ entityId }) => entityId))]
  const balances = useQueries({
    queries: owners.map(balancesQuery),
    combine: (read) => ({
      known: read.flatMap(({ data }) => data?.data ?? []),
      isRead: read.every(({ isPending }) => !isPending),
    }),
  })
  const rows = shown.map((account) => ({
    account,
    held: tokenBalance(balances.known, account),
    isRead: balances.isRead,
  }))
  const count = query.data?.pagination.total ?? query.data?.data.length ?? 0
  return (
    <Card
      title={t('Customers’ wallets')}
      beside={
        count > shownMax ? (
          <span className="caption">
            {t('The newest {shown} of {count}', { shown: shownMax, count })}
          </span>
        ) : null
      }
      end={<TextLink to={paths.wallets}>{t('All wallets')}</TextLink>}
      flush
    >
      <Region
        query={query}
        what={t('Wallets')}
        empty={({ data }) =>
          data.length === 0 ? (
            <EmptyState
              title={t('No wallets yet')}
              actions={<LinkButton to={paths.entities}>{t('Go to entities')}</LinkButton>}
            >
              {t('A wallet belongs to an entity and is set up from its page.')}
            </EmptyState>
          ) : undefined
        }
      >
        {() => (
          <SmallTable
            label={t('Customers’ wallets')}
            className="stacked-table stacked-events"
            columns={columns}
            rows={rows}
            rowId={({ account }) => account.accountId}
          />
        )}
      </Region>
    </Card>
  )
}

const columns: readonly SmallColumn<Row>[] = [
  smallColumn(t('Entity'), { cells: 'cell-who cell-fill' }, ({ account }) => (
    <PageLink className="row-link" to={paths.wallet(account.entityId)}>
      {account.accountHolder.name}
    </PageLink>
  )),
  smallColumn(
    t('Wallet'),
    { className: 'only-large', cells: 'muted' },
    ({ account }) => account.nickname,
  ),
  smallColumn(t('Address'), { cells: 'cell-status cell-pick' }, ({ account }) =>
    account.wallet ? <Address value={account.wallet.walletAddress} /> : null,
  ),
  smallColumn(t('Holds'), { align: 'end', cells: 'cell-out' }, ({ account, held, isRead }) =>
    held === undefined && !isRead ? (
      <Skeleton width={72} />
    ) : (
      <Amount value={held} currency={account.jurisdiction.currency} />
    ),
  ),
]
