import { Tabs } from '../../ui/page/tabs.tsx'
import { paths } from '../../routing/paths.ts'

const tabs = [
  { key: 'external', label: 'External', to: paths.externalAccounts },
  { key: 'funding', label: 'Funding', to: paths.fundingAccounts },
]

/** The two kinds of accounts, each with its own list. */
export function AccountsNav({ current }: { current: 'external' | 'funding' }) {
  return <Tabs label="Accounts" tabs={tabs} current={current} />
}
