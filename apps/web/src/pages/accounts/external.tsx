import { accounts } from '../../api/call.ts'
import { LinkButton } from '../../components/links.tsx'
import { ListPage } from '../../components/table/list-page.tsx'
import { listSource, type RowOf } from '../../components/table/list-source.ts'
import type { Column, FilterField } from '../../components/table/types.ts'
import { paths } from '../../paths.ts'
import { Address } from '../../ui/address.tsx'
import { wordOf } from '../../ui/status.ts'
import { StatusPill } from '../../ui/status-pill.tsx'
import { Time } from '../../ui/time.tsx'

type Account = RowOf<typeof accounts.listExternal>

const empty = {
  title: 'No external accounts yet',
  text: 'Accounts that money is sent to or comes from. The account of a wallet appears by itself once the wallet is set up.',
  action: (
    <LinkButton to={paths.entities} variant="primary">
      Go to entities
    </LinkButton>
  ),
}

const source = listSource(['accounts', 'external'], accounts.listExternal)

const columns: Column<Account>[] = [
  { id: 'status', header: 'Status', width: 152, cell: (row) => <StatusPill status={row.status} /> },
  {
    id: 'holder',
    header: 'Holder',
    width: 'grow',
    anchor: true,
    cell: ({ accountHolder, nickname }) => (
      <>
        <span className="strong">{accountHolder.name}</span>{' '}
        <span className="muted">{nickname}</span>
      </>
    ),
  },
  { id: 'kind', header: 'Kind', width: 152, from: 900, cell: (row) => wordOf(row.accountKind) },
  { id: 'number', header: 'Account', width: 168, cell: (row) => <AccountNumber account={row} /> },
  {
    id: 'jurisdiction',
    header: 'Jurisdiction',
    width: 176,
    from: 1100,
    cell: (row) => row.jurisdiction.name,
  },
  { id: 'currency', header: 'Currency', width: 80, cell: (row) => row.jurisdiction.currency },
  {
    id: 'created',
    header: 'Added',
    width: 128,
    align: 'end',
    sort: 'createdAt',
    from: 760,
    cell: (row) => <Time at={row.createdAt} />,
  },
]

const filters: FilterField[] = [
  {
    kind: 'choice',
    key: 'status',
    label: 'Status',
    options: [
      'ENABLED',
      'PENDING_VERIFICATION',
      'VERIFICATION_FAILED',
      'DISABLED',
      'NEEDS_RELINK',
    ].map((value) => ({ value, label: wordOf(value) })),
  },
  {
    kind: 'choice',
    key: 'kind',
    label: 'Kind',
    options: ['NON_CUSTODIAL_WALLET', 'WALLET', 'BANK', 'MOBILE_MONEY'].map((value) => ({
      value,
      label: wordOf(value),
    })),
  },
]

/** The accounts of all customers. */
export function Component() {
  return (
    <ListPage
      heading="External accounts"
      noun={['account', 'accounts']}
      source={source}
      columns={columns}
      filters={filters}
      defaultSort="-createdAt"
      rowId={idOf}
      rowLink={linkOf}
      stack={linesOf}
      empty={empty}
    />
  )
}

function idOf(row: Account) {
  return row.accountId
}

function labelOf({ accountHolder: { name }, nickname }: Account): string {
  return nickname ? `${name}, ${nickname}` : name
}

function linesOf(row: Account) {
  return [
    labelOf(row),
    row.jurisdiction.currency,
    <StatusPill key="status" status={row.status} />,
    <AccountNumber key="number" account={row} copy={false} />,
  ] as const
}

function linkOf(row: Account) {
  const label = labelOf(row)
  const isWallet = row.accountKind === 'NON_CUSTODIAL_WALLET'
  return { label, to: isWallet ? paths.wallet(row.entityId) : paths.entity(row.entityId) }
}

/** The address of a wallet, or the masked number of a bank account. */
function AccountNumber({ account, copy = true }: { account: Account; copy?: boolean }) {
  const { wallet } = account
  if (wallet) return <Address value={wallet.walletAddress} copy={copy} />
  const { bankIban, accountNumber } = account.account
  return <span className="num">{bankIban || accountNumber}</span>
}
