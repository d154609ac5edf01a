import { shownNumber } from './bank-labels.ts'
import type { ListedFunding } from '../../api/queries/accounts.ts'
import { type Column, column } from '../../ui/table/types.ts'
import { paths } from '../../routing/paths.ts'
import { Address, Amount, Time, StatusPill } from '../../ui/display/values.tsx'
import { countText } from '../../ui/format/numbers.ts'
import { policyText } from './policy-labels.ts'
import { t } from '../../messages/text.ts'
import { serviceText } from '../../messages/service.ts'

/** Columns of funding accounts, wherever they are listed. */
export const fundingColumns: Column<ListedFunding>[] = [
  column('status', t('Status'), { width: 128 }, (row) => <StatusPill status={row.status} />),
  column('owner', t('Owner'), { width: 'grow', anchor: true }, (row) => (
    <span className="strong">{row.accountOwner.name}</span>
  )),
  column('deposit', t('Deposit details'), { width: 272 }, (row) => <DepositPlace account={row} />),
  column('currency', t('Currency'), { width: 80 }, (row) => row.jurisdiction.currency),
  column('jurisdiction', t('Country or network'), { width: 144, from: 1000 }, (row) =>
    serviceText(row.jurisdiction.name),
  ),
  column('returns', t('Returns'), { width: 176, from: 1240 }, (row) =>
    policyText(row.returnPolicy),
  ),
  column('deposits', t('Deposits'), { width: 80, align: 'end', from: 900 }, (row) => (
    <span className="number">{countText(row.totals.deposits)}</span>
  )),
  column('amount', t('Received'), { width: 136, align: 'end', from: 900 }, (row) =>
    row.totals.deposits === 0 ? (
      <span className="faint">–</span>
    ) : (
      <Amount value={row.totals.amount} currency={row.jurisdiction.currency} />
    ),
  ),
  column(
    'created',
    t('Created'),
    { width: 112, align: 'end', sort: 'createdAt', from: 760 },
    (row) => <Time at={row.createdAt} />,
  ),
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
