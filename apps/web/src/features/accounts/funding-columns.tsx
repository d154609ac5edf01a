import { shownNumber } from './bank-labels.ts'
import type { ListedFunding } from '../../api/queries/accounts.ts'
import type { Column } from '../../ui/table/types.ts'
import { paths } from '../../routing/paths.ts'
import { Address } from '../../ui/display/address.tsx'
import { Amount } from '../../ui/display/amount.tsx'
import { countText } from '../../ui/format/numbers.ts'
import { StatusPill } from '../../ui/display/status-pill.tsx'
import { Time } from '../../ui/display/time.tsx'
import { policyText } from './policy-labels.ts'
import { t } from '../../messages/text.ts'
import { serviceText } from '../../messages/service.ts'

/** Columns of funding accounts, wherever they are listed. */
export const fundingColumns: Column<ListedFunding>[] = [
  {
    id: 'status',
    header: t('Status'),
    width: 128,
    cell: (row) => <StatusPill status={row.status} />,
  },
  {
    id: 'owner',
    header: t('Owner'),
    width: 'grow',
    anchor: true,
    cell: (row) => <span className="strong">{row.accountOwner.name}</span>,
  },
  {
    id: 'deposit',
    header: t('Deposit details'),
    width: 272,
    cell: (row) => <DepositPlace account={row} />,
  },
  { id: 'currency', header: t('Currency'), width: 80, cell: (row) => row.jurisdiction.currency },
  {
    id: 'jurisdiction',
    header: t('Country or network'),
    width: 144,
    from: 1000,
    cell: (row) => serviceText(row.jurisdiction.name),
  },
  {
    id: 'returns',
    header: t('Returns'),
    width: 176,
    from: 1240,
    cell: (row) => policyText(row.returnPolicy),
  },
  {
    id: 'deposits',
    header: t('Deposits'),
    width: 80,
    align: 'end',
    from: 900,
    cell: (row) => <span className="number">{countText(row.totals.deposits)}</span>,
  },
  {
    id: 'amount',
    header: t('Received'),
    width: 136,
    align: 'end',
    from: 900,
    cell: (row) =>
      row.totals.deposits === 0 ? (
        <span className="faint">–</span>
      ) : (
        <Amount value={row.totals.amount} currency={row.jurisdiction.currency} />
      ),
  },
  {
    id: 'created',
    header: t('Created'),
    width: 112,
    align: 'end',
    sort: 'createdAt',
    from: 760,
    cell: (row) => <Time at={row.createdAt} />,
  },
]

type Deposit = { account: Pick<ListedFunding, 'depositAccountInfo'> }

/** The bank and number, or the network and address, that a payer needs. */
function DepositPlace({ account }: Deposit) {
  const { networkName, bank_name } = account.depositAccountInfo
  return (
    <span className="row gap-1 min-w-0">
      <span className="truncated">{networkName ?? bank_name}</span>
      <DepositNumber account={account} copy />
    </span>
  )
}

function DepositNumber({ account, copy = false }: Deposit & { copy?: boolean }) {
  const { depositWalletAddress, bank_account_number } = account.depositAccountInfo
  if (depositWalletAddress) return <Address value={depositWalletAddress} copy={copy} />
  if (!bank_account_number) return <span className="faint">{t('Being opened')}</span>
  return <span className="mono nowrap">{shownNumber('', bank_account_number)}</span>
}

export function fundingLabel({
  accountOwner,
  jurisdiction,
}: Pick<ListedFunding, 'accountOwner' | 'jurisdiction'>): string {
  return `${accountOwner.name}, ${jurisdiction.currency}`
}

export function fundingLink(row: ListedFunding) {
  return { label: fundingLabel(row), to: paths.fundingAccount(row.fundingAccountId) }
}

export function fundingLines(row: ListedFunding) {
  return [
    row.accountOwner.name,
    row.jurisdiction.currency,
    <StatusPill key="status" status={row.status} />,
    <DepositNumber key="number" account={row} />,
  ] as const
}
