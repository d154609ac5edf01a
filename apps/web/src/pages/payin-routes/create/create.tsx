import { useSearchParams } from 'react-router'
import { Breadcrumb } from '../../../ui/page/links.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { paths } from '../../../routing/paths.ts'
import { CreateForm } from './create-form.tsx'

/** Makes a route; `?entity=` and `?funding=` are chosen already. */
export function Component() {
  const [search] = useSearchParams()
  return (
    <>
      <Breadcrumb
        items={[{ label: 'Pay-in routes', to: paths.payinRoutes }, { label: 'Create route' }]}
      />
      <PageHead
        heading="Create route"
        text="Automatically forward deposits from a funding account to a bank account or wallet."
      />
      <CreateForm
        start={{
          entityId: search.get('entity') ?? '',
          fundingAccountId: search.get('funding') ?? '',
          externalAccountId: search.get('account') ?? '',
        }}
      />
    </>
  )
}
