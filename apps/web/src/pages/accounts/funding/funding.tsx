import { serviceText } from '../../../messages/service.ts'
import { fundingAccountFilters } from '@corridor/contract/members'
import { filterFields } from '../../../ui/table/member-columns.tsx'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useMemo } from 'react'
import { LinkButton } from '../../../ui/page/links.tsx'
import { ExportedList } from '../../../features/exports/exported-list.tsx'
import type { FilterField } from '../../../ui/table/types.ts'
import { fundingSource, jurisdictionsQuery } from '../../../api/queries/accounts.ts'
import { paths } from '../../../routing/paths.ts'
import { AccountsNav } from '../../../features/accounts/accounts-nav.tsx'
import {
  fundingColumns,
  fundingLines,
  fundingLink,
} from '../../../features/accounts/funding-columns.tsx'
import { t } from '../../../messages/text.ts'

const empty = {
  title: t('No funding accounts yet'),
  text: t(
    'A funding account accepts deposits for one customer in one jurisdiction, with its own bank details or address.',
  ),
  action: (
    <LinkButton to={paths.newFundingAccount} variant="primary">
      {t('Create funding account')}
    </LinkButton>
  ),
}

const noJurisdictions: readonly { id: string; name: string }[] = []

/** The accounts that take deposits for customers. */
export function Component() {
  return (
    <ExportedList
      exports="funding-accounts"
      heading={t('Accounts')}
      name={t('Funding accounts')}
      noun={[t('funding account'), t('funding accounts')]}
      nav={<AccountsNav current="funding" />}
      source={fundingSource}
      columns={fundingColumns}
      filters={useFilters()}
      defaultSort="-createdAt"
      rowId={(row) => row.fundingAccountId}
      rowLink={fundingLink}
      stack={fundingLines}
      empty={empty}
      actions={Actions}
    />
  )
}

function Actions() {
  return (
    <LinkButton to={paths.newFundingAccount} data-key="new" variant="primary" icon={Plus}>
      {t('Create funding account')}
    </LinkButton>
  )
}

function useFilters(): FilterField[] {
  const { data } = useQuery(jurisdictionsQuery)
  const jurisdictions = data?.data ?? noJurisdictions
  return useMemo(
    () =>
      filterFields(fundingAccountFilters, {
        jurisdictionId: jurisdictions.map(({ id, name }) => ({
          value: id,
          label: serviceText(name),
        })),
      }),
    [jurisdictions],
  )
}
