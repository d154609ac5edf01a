import { useMemo } from 'react'
import { accounts } from '../../api/call.ts'
import type { Entity } from '../../components/entity.ts'
import { TextLink } from '../../components/links.tsx'
import { listSource, type RowOf } from '../../components/table/list-source.ts'
import { RecordList } from '../../components/table/record-list.tsx'
import type { Column } from '../../components/table/types.ts'
import { paths } from '../../paths.ts'
import { Address } from '../../ui/address.tsx'
import { wordOf } from '../../ui/status.ts'
import { StatusPill } from '../../ui/status-pill.tsx'
import { Time } from '../../ui/time.tsx'

type Account = RowOf<typeof accounts.listExternalOfEntity>

const columns: Column<Account>[] = [
  { id: 'status', header: 'Status', width: 152, cell: (row) => <StatusPill status={row.status} /> },
  { id: 'name', header: 'Account', width: 'grow', anchor: true, cell: nameOf },
  { id: 'kind', header: 'Kind', width: 184, from: 760, cell: (row) => wordOf(row.accountKind) },
  { id: 'number', header: 'Number', width: 176, cell: (row) => <AccountNumber account={row} /> },
  {
    id: 'jurisdiction',
    header: 'Jurisdiction',
    width: 208,
    from: 980,
    cell: (row) => row.jurisdiction.name,
  },
  { id: 'currency', header: 'Currency', width: 88, cell: (row) => row.jurisdiction.currency },
  {
    id: 'added',
    header: 'Added',
    width: 128,
    align: 'end',
    from: 880,
    cell: (row) => <Time at={row.createdAt} />,
  },
]

/** Accounts that money of this entity comes from or goes to. */
export function AccountsTab({ entity: { entityId } }: { entity: Entity }) {
  const source = useMemo(
    () => listSource(['accounts', 'of-entity'], accounts.listExternalOfEntity, { entityId }),
    [entityId],
  )
  return (
    <RecordList
      name="Accounts of this entity"
      noun={['account', 'accounts']}
      source={source}
      columns={columns}
      rowId={(row) => row.accountId}
      rowLink={(row) => ({ to: paths.wallet(row.entityId), label: nameOf(row) })}
      stack={linesOf}
      all={<TextLink to={paths.externalAccounts}>All accounts</TextLink>}
      empty={{
        title: 'No accounts yet',
        text: 'The account of a wallet appears by itself once the wallet is set up.',
        action: <TextLink to={paths.entity(entityId, 'wallets')}>Open wallets</TextLink>,
      }}
    />
  )
}

function nameOf(row: Account): string {
  return row.nickname || row.accountHolder.name
}

function linesOf(row: Account) {
  return [
    nameOf(row),
    row.jurisdiction.currency,
    <StatusPill key="status" status={row.status} />,
    <AccountNumber key="number" account={row} copy={false} />,
  ] as const
}

/** The address of a wallet, or the masked number of a bank account. */
function AccountNumber({ account, copy = true }: { account: Account; copy?: boolean }) {
  const { wallet } = account
  if (wallet) return <Address value={wallet.walletAddress} copy={copy} />
  const { bankIban, accountNumber } = account.account
  return <span className="num">{bankIban || accountNumber}</span>
}
