import { useSearchParams } from 'react-router'
import { Breadcrumb } from '../../../ui/page/links.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { paths } from '../../../routing/paths.ts'
import { FundingForm } from './funding-form.tsx'
import { t } from '../../../messages/text.ts'

/** Opens an account that takes deposits for a customer; `?entity=` is chosen already. */
export function Component() {
  const [search] = useSearchParams()
  return (
    <>
      <Breadcrumb
        items={[
          { label: t('Funding accounts'), to: paths.fundingAccounts },
          { label: t('Create funding account') },
        ]}
      />
      <PageHead
        heading={t('Create funding account')}
        text={t('Its own bank details or address for one customer’s deposits.')}
      />
      <FundingForm
        asked={{
          entityId: search.get('entity') ?? '',
          jurisdictionId: search.get('jurisdiction') ?? '',
        }}
      />
    </>
  )
}
