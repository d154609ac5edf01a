import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { LinkButton } from '../../../ui/page/links.tsx'
import { ListPage } from '../../../ui/table/list-page.tsx'
import type { Column, FilterField } from '../../../ui/table/types.ts'
import {
  type ExternalAccount,
  jurisdictionsQuery,
  walletAccountsSource,
} from '../../../api/queries/accounts.ts'
import { paths } from '../../../routing/paths.ts'
import { Address } from '../../../ui/display/address.tsx'
import { codeLabel } from '../../../ui/format/status.ts'
import { StatusPill } from '../../../ui/display/status-pill.tsx'
import { Time } from '../../../ui/display/time.tsx'

const empty = {
  title: 'No wallets yet',
  text: 'A wallet belongs to an entity and is set up from its page: it proves its e-mail address, creates a signing passkey and gets an address.',
  action: (
    <LinkButton to={paths.entities} variant="primary">
      Go to entities
    </LinkButton>
  ),
}

const columns: Column<ExternalAccount>[] = [
  {
    id: 'entity',
    header: 'Entity',
    width: 'grow',
    anchor: true,
    cell: (row) => <span className="strong">{row.accountHolder.name}</span>,
  },
  { id: 'wallet', header: 'Wallet', width: 152, cell: (row) => row.nickname },
  { id: 'token', header: 'Token', width: 88, cell: (row) => row.jurisdiction.currency },
  {
    id: 'network',
    header: 'Network',
    width: 160,
    from: 900,
    cell: (row) => row.wallet?.networkName,
  },
  {
    id: 'address',
    header: 'Address',
    width: 160,
    cell: (row) => (row.wallet ? <Address value={row.wallet.walletAddress} /> : null),
  },
  {
    id: 'kind',
    header: 'Kind',
    width: 160,
    from: 1140,
    cell: (row) => codeLabel(row.accountKind),
  },
  { id: 'status', header: 'Status', width: 112, cell: (row) => <StatusPill status={row.status} /> },
  {
    id: 'added',
    header: 'Added',
    width: 120,
    align: 'end',
    sort: 'createdAt',
    from: 760,
    cell: (row) => <Time at={row.createdAt} />,
  },
]

/** Entities that have a wallet, one row for each of its accounts. */
export function Component() {
  return (
    <ListPage
      heading="Wallets"
      noun={['wallet account', 'wallet accounts']}
      source={walletAccountsSource}
      columns={columns}
      filters={useFilters()}
      defaultSort="-createdAt"
      rowId={idOf}
      rowLink={linkOf}
      stack={linesOf}
      empty={empty}
    />
  )
}

function useFilters(): FilterField[] {
  const { data } = useQuery(jurisdictionsQuery)
  return useMemo(() => {
    const tokens = (data?.data ?? []).filter(({ type }) => type === 'blockchain')
    return [
      {
        kind: 'choice',
        key: 'jurisdictionId',
        label: 'Network and token',
        options: tokens.map(({ id, name }) => ({ value: id, label: name })),
      },
      {
        kind: 'choice',
        key: 'status',
        label: 'Status',
        options: ['ENABLED', 'DISABLED'].map((value) => ({ value, label: codeLabel(value) })),
      },
    ]
  }, [data])
}

function idOf(row: ExternalAccount) {
  return row.accountId
}

function linkOf(row: ExternalAccount) {
  const { accountHolder, jurisdiction } = row
  return { to: paths.wallet(row.entityId), label: `${accountHolder.name} ${jurisdiction.currency}` }
}

function linesOf(row: ExternalAccount) {
  return [
    row.accountHolder.name,
    row.jurisdiction.currency,
    row.nickname,
    row.wallet ? <Address key="address" value={row.wallet.walletAddress} copy={false} /> : '',
  ] as const
}
