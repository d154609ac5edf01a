import { Tabs } from '../../ui/page/tabs.tsx'
import { paths } from '../../routing/paths.ts'
import { t } from '../../messages/text.ts'

const tabs = [
  { key: 'external', label: t('External'), to: paths.externalAccounts },
  { key: 'funding', label: t('Funding'), to: paths.fundingAccounts },
]

/** The two kinds of accounts, each with its own list. */
export function AccountsNav({ current }: { current: 'external' | 'funding' }) {
  return <Tabs label={t('Accounts')} tabs={tabs} current={current} />
}
