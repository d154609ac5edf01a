import { externalAccountFilters, ownershipProofs } from '@corridor/contract/members'
import { filterFields } from '../../../ui/table/member-columns.tsx'
import { codeLabel, serviceText } from '../../../messages/service.ts'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useMemo } from 'react'
import { AccountNumber, externalLink, placeOf } from '../../../features/accounts/account-number.tsx'
import { externalLines } from '../../../features/accounts/external-lines.tsx'
import {
  type ListedExternal,
  externalSource,
  jurisdictionsQuery,
} from '../../../api/queries/accounts.ts'
import { LinkButton } from '../../../ui/page/links.tsx'
import { Name } from '../../../ui/display/name.tsx'
import { ExportedList } from '../../../features/exports/exported-list.tsx'
import type { Column, FilterField } from '../../../ui/table/types.ts'
import { column } from '../../../ui/table/column.ts'
import { paths } from '../../../routing/paths.ts'
import { StatusPill, Time } from '../../../ui/display/values.tsx'
import { AccountsNav } from '../../../features/accounts/accounts-nav.tsx'
import { LinkTokenButton } from '../../../features/accounts/link-token.tsx'
import {
  externalStatuses,
  kinds,
  sourceLabel,
  verificationLabel,
} from '../../../features/accounts/labels.ts'
import { t } from '../../../messages/text.ts'
import { lazyPart } from '../../../ui/display/part.tsx'

const empty = {
  title: t('No external accounts yet'),
  text: t(
    'Bank accounts and wallets you send from or pay to. A wallet’s account appears automatically once the wallet is set up.',
  ),
  action: (
    <LinkButton to={paths.newAccount} variant="primary">
      {t('Add account')}
    </LinkButton>
  ),
}

const columns: Column<ListedExternal>[] = [
  column('status', t('Status'), { width: 160 }, (row) => <StatusPill status={row.status} />),
  column('holder', t('Holder'), { width: 'grow', anchor: true }, ({ accountHolder, nickname }) => (
    <>
      <span className="strong">
        <Name {...accountHolder} />
      </span>{' '}
      <span className="muted">{nickname}</span>
    </>
  )),
  column(
    'place',
    t('Bank or network'),
    { width: 136, from: 960 },
    (row) => placeOf(row) || <span className="faint">–</span>,
  ),
  column('number', t('Number'), { width: 152 }, (row) => <AccountNumber account={row} />),
  column('currency', t('Currency'), { width: 72 }, (row) => row.jurisdiction.currency),
  column('jurisdiction', t('Country or network'), { width: 192, from: 1080 }, (row) =>
    serviceText(row.jurisdiction.name),
  ),
  column('verification', t('Verification'), { width: 144, optional: true }, (row) =>
    verificationLabel(row.verification),
  ),
  column('used', t('Last used'), { width: 112, from: 760 }, (row) =>
    row.lastUsedAt ? <Time at={row.lastUsedAt} /> : <span className="faint">{t('Never')}</span>,
  ),
  column('source', t('Source'), { width: 96, optional: true }, (row) => sourceLabel(row.source)),
  column(
    'created',
    t('Added'),
    { width: 104, align: 'end', sort: 'createdAt', from: 1180 },
    (row) => <Time at={row.createdAt} />,
  ),
]

const DisableBar = lazyPart(() => import('./disable-bar.tsx'), 'DisableBar')

const disableBar = (ids: ReadonlySet<string>, clear: () => void) => (
  <DisableBar ids={ids} onClear={clear} />
)

const noJurisdictions: readonly { id: string; name: string }[] = []

/** The accounts of all customers. */
export function Component() {
  return (
    <ExportedList
      exports="external-accounts"
      heading={t('Accounts')}
      name={t('External accounts')}
      noun={[t('account'), t('accounts')]}
      nav={<AccountsNav current="external" />}
      source={externalSource}
      columns={columns}
      filters={useFilters()}
      defaultSort="-createdAt"
      rowId={(row) => row.accountId}
      rowLink={externalLink}
      stack={externalLines}
      empty={empty}
      actions={Actions}
      bulk={disableBar}
    />
  )
}

function Actions() {
  return (
    <>
      <LinkTokenButton />
      <LinkButton to={paths.newAccount} data-key="new" variant="primary" icon={Plus}>
        {t('Add account')}
      </LinkButton>
    </>
  )
}

const worded = (values: readonly string[]) =>
  values.map((value) => ({ value, label: codeLabel(value) }))

function useFilters(): FilterField[] {
  const { data } = useQuery(jurisdictionsQuery)
  const jurisdictions = data?.data ?? noJurisdictions
  return useMemo(
    () =>
      filterFields(externalAccountFilters, {
        status: worded(externalStatuses),
        jurisdictionId: jurisdictions.map(({ id, name }) => ({
          value: id,
          label: serviceText(name),
        })),
        kind: worded(kinds),
        proof: worded(ownershipProofs),
      }),
    [jurisdictions],
  )
}
