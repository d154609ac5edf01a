import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { Breadcrumb } from '../../../ui/page/links.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { paths } from '../../../routing/paths.ts'
import { SkeletonLines } from '../../../ui/display/skeleton.tsx'
import { CreateForm } from './create-form.tsx'
import { q, accounts } from '../../../api/call.ts'
import { t } from '../../../messages/text.ts'

/** Makes a route; `?entity=` and `?funding=` are chosen already. */
export function Component() {
  const [search] = useSearchParams()
  const fundingId = search.get('funding') ?? ''
  const entityId = search.get('entity') ?? ''
  // Who comes from a funding account has chosen whose it is.
  const isAlone = fundingId !== '' && entityId === ''
  const owner = useQuery({
    ...q(accounts.readFunding, { fundingAccountId: fundingId }),
    enabled: isAlone,
  })
  const isKnown = !isAlone || owner.isSuccess || owner.isError
  return (
    <>
      <Breadcrumb
        items={[{ label: t('Pay-in routes'), to: paths.payinRoutes }, { label: t('Create route') }]}
      />
      <PageHead
        heading={t('Create route')}
        text={t(
          'Automatically forward deposits from a funding account to a bank account or wallet.',
        )}
      />
      {isKnown ? (
        <CreateForm
          asked={{
            entityId: entityId || (owner.data?.data.entityId ?? ''),
            fundingAccountId: fundingId,
            externalAccountId: search.get('account') ?? '',
          }}
        />
      ) : (
        <SkeletonLines lines={8} />
      )}
    </>
  )
}
