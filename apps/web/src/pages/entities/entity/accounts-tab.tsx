import { codeLabel, serviceText } from '../../../messages/service.ts'
import { Plus } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import {
  accountLabel,
  AccountNumber,
  externalLink,
  placeOf,
} from '../../../features/accounts/account-number.tsx'
import { externalLines } from '../../../features/accounts/external-lines.tsx'
import {
  type ListedExternal,
  externalSourceOf,
  fundingSourceOf,
} from '../../../api/queries/accounts.ts'
import type { Entity } from '../../../api/queries/entities.ts'
import {
  fundingColumns,
  fundingLines,
  fundingLink,
} from '../../../features/accounts/funding-columns.tsx'
import { LinkButton, TextLink } from '../../../ui/page/links.tsx'
import { RecordList } from '../../../ui/table/record-list.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { column } from '../../../ui/table/column.ts'
import { paths } from '../../../routing/paths.ts'
import { StatusPill, Time } from '../../../ui/display/values.tsx'
import { t } from '../../../messages/text.ts'

const columns: Column<ListedExternal>[] = [
  column('status', t('Status'), { width: 160 }, (row) => <StatusPill status={row.status} />),
  column('name', t('Holder'), { width: 'grow', anchor: true }, (row) => (
    <span className="strong">{accountLabel(row)}</span>
  )),
  column('kind', t('Kind'), { width: 168, from: 1280 }, (row) => codeLabel(row.accountKind)),
  column('place', t('Bank or network'), { width: 144, from: 860 }, placeOf),
  column('number', t('Number'), { width: 160 }, (row) => <AccountNumber account={row} />),
  column('currency', t('Currency'), { width: 80 }, (row) => row.jurisdiction.currency),
  column('jurisdiction', t('Country or network'), { width: 152, from: 1100 }, (row) =>
    serviceText(row.jurisdiction.name),
  ),
  column('added', t('Added'), { width: 120, align: 'end', from: 760 }, (row) => (
    <Time at={row.createdAt} />
  )),
]

/** Accounts that money of this entity comes from or goes to, and those that take its deposits. */
export function AccountsTab({ entity: { entityId } }: { entity: Entity }) {
  const of = `?entity=${entityId}`
  return (
    <>
      <Part title={t('External accounts')} add={t('Add account')} to={paths.newAccount + of}>
        <ExternalList entityId={entityId} />
      </Part>
      <Part
        title={t('Funding accounts')}
        add={t('Create funding account')}
        to={paths.newFundingAccount + of}
      >
        <FundingList entityId={entityId} />
      </Part>
    </>
  )
}

type PartProps = { title: string; add: string; to: string; children: ReactNode }

function Part({ title, add, to, children }: PartProps) {
  return (
    <div className="mb-8">
      <div className="row flex-wrap mb-3">
        <h2>{title}</h2>
        <LinkButton className="ml-auto" to={to} icon={Plus}>
          {add}
        </LinkButton>
      </div>
      {children}
    </div>
  )
}

function ExternalList({ entityId }: { entityId: string }) {
  const source = useMemo(() => externalSourceOf(entityId), [entityId])
  return (
    <RecordList
      name={t('External accounts of this entity')}
      noun={[t('account'), t('accounts')]}
      source={source}
      columns={columns}
      rowId={(row) => row.accountId}
      rowLink={externalLink}
      stack={externalLines}
      all={<TextLink to={paths.externalAccounts}>{t('All external accounts')}</TextLink>}
      empty={{
        title: t('No external accounts yet'),
        text: t(
          'Bank accounts and wallets you send from or pay to. A wallet’s account appears automatically once the wallet is set up.',
        ),
      }}
    />
  )
}

function FundingList({ entityId }: { entityId: string }) {
  const source = useMemo(() => fundingSourceOf(entityId), [entityId])
  return (
    <RecordList
      name={t('Funding accounts of this entity')}
      noun={[t('funding account'), t('funding accounts')]}
      source={source}
      columns={fundingColumns}
      rowId={(row) => row.fundingAccountId}
      rowLink={fundingLink}
      stack={fundingLines}
      all={<TextLink to={paths.fundingAccounts}>{t('All funding accounts')}</TextLink>}
      empty={{
        title: t('No funding accounts yet'),
        text: t(
          'A funding account accepts deposits for this entity in one jurisdiction. It needs an approved verification there.',
        ),
      }}
    />
  )
}
