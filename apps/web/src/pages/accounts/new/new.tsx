import { useSearchParams } from 'react-router'
import { Breadcrumb } from '../../../ui/page/links.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { paths } from '../../../routing/paths.ts'
import { AccountForm } from './account-form.tsx'
import { t } from '../../../messages/text.ts'

/** Adds an account by the rules of its jurisdiction; `?entity=` and `?jurisdiction=` are chosen already. */
export function Component() {
  const [search] = useSearchParams()
  return (
    <>
      <Breadcrumb
        items={[{ label: t('Accounts'), to: paths.externalAccounts }, { label: t('Add account') }]}
      />
      <PageHead
        heading={t('Add account')}
        text={t('A bank account, mobile money account or wallet you send from or pay to.')}
      />
      <AccountForm
        asked={{
          entityId: search.get('entity') ?? '',
          jurisdictionId: search.get('jurisdiction') ?? '',
        }}
      />
    </>
  )
}
