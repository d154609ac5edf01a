import { SkeletonLines } from '../../../ui/display/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useMissingPermission } from '../../../api/session.ts'
import { EntityCombobox } from '../../../features/entities/entity-combobox.tsx'
import { LinkButton } from '../../../ui/page/links.tsx'
import { paths } from '../../../routing/paths.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/display/blocks.tsx'
import {
  type RouteChoice,
  openQuestions,
  questionOf,
} from '../../../features/payin-routes/create-choice.ts'
import { CreateRefusal } from './create-refusal.tsx'
import { CreateSummary } from './create-summary.tsx'
import {
  DestinationField,
  useAccount,
} from '../../../features/payin-routes/destination/destination-field.tsx'
import { FundingField } from '../../../features/payin-routes/messages/funding-field.tsx'
import { fundingOfQuery } from '../../../api/queries/accounts.ts'
import { lazyPart } from '../../../ui/display/part.tsx'
import { t } from '../../../messages/text.ts'
import { useFixedForm } from '../../../ui/fields/use-fixed-form.ts'
import { useNavigate } from 'react-router'
import { payinRoutes, q } from '../../../api/call.ts'
import { queries } from '../../../api/query-client.ts'
import { useAction } from '../../../features/actions/action.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { payinRoutesKey, type RouteItem } from '../../../api/queries/payin-routes.ts'

const NetPreview = lazyPart(
  () => import('../../../features/payin-routes/destination/net-preview.tsx'),
  'NetPreview',
)

/** Whose deposits, where they arrive and where they go; nothing is made before the button. */
export function CreateForm({ asked }: { asked: RouteChoice }) {
  const { form, onSubmit, isBusy } = useCreateRoute(asked)
  const { values: choice, errors, set, problem, element } = form
  const missing = useMissingPermission('payin-routes:write')
  const { entityId, fundingAccountId, externalAccountId } = choice
  const offered = useQuery({ ...fundingOfQuery(entityId), enabled: entityId !== '' }).data?.data
  const funding = offered?.find((account) => account.fundingAccountId === fundingAccountId)
  const destination = useAccount(externalAccountId)
  const active = useActiveRoute(fundingAccountId)
  return (
    <form
      ref={element}
      className="wizard"
      noValidate
      aria-label={t('Create route')}
      onSubmit={onSubmit}
    >
      <div className="grid">
        <CreateRefusal problem={problem} {...{ active, entityId, destination }} />
        <Card title={t('Where deposits arrive')}>
          <div className="grid grid-2">
            <EntityCombobox
              value={entityId}
              onChange={(chosen) => set({ entityId: chosen, fundingAccountId: '' })}
              error={errors.entityId}
            />
            <FundingField
              entityId={entityId}
              value={fundingAccountId}
              onChange={(chosen) => set({ fundingAccountId: chosen })}
              onOnly={(chosen) => set({ fundingAccountId: chosen })}
              error={errors.fundingAccountId}
            />
          </div>
        </Card>
        <Card title={t('Where they go')}>
          <DestinationField
            source={funding}
            value={externalAccountId}
            onChange={(chosen) => set({ externalAccountId: chosen })}
            error={errors.externalAccountId}
          />
        </Card>
        {funding && externalAccountId ? (
          <Card
            title={t('What the payee receives')}
            beside={<span className="caption">{t('At the current rate')}</span>}
          >
            <Suspense fallback={<SkeletonLines lines={5} />}>
              <NetPreview ends={choice} jurisdiction={funding.jurisdiction} />
            </Suspense>
          </Card>
        ) : null}
        <div className="row flex-wrap">
          <Button type="submit" variant="primary" size="l" busy={isBusy} disabledReason={missing}>
            {t('Create route')}
          </Button>
          <LinkButton to={paths.payinRoutes} variant="quiet" size="l">
            {t('Cancel')}
          </LinkButton>
        </div>
      </div>
      <CreateSummary {...{ funding, destination }} />
    </form>
  )
}

/** Makes a route and opens it; one that is there already is opened, too, with a notice. */
function useCreateRoute(start: RouteChoice) {
  const navigate = useNavigate()
  const form = useFixedForm({ start, check: openQuestions, fieldOf: questionOf })
  const create = useAction(payinRoutes.create, {
    onDone: async ({ data: { created, data } }) => {
      if (created) toast({ tone: 'done', title: t('The route was created') })
      await queries.invalidateQueries({ queryKey: payinRoutesKey })
      await navigate(paths.payinRoute(data.teleportId), { state: { wasThere: !created } })
    },
    onRefused: form.refuse,
  })
  return {
    form,
    isBusy: create.isBusy,
    onSubmit: form.submit(({ fundingAccountId, externalAccountId }) =>
      create.send({ body: { fundingAccountId, externalAccountId } }),
    ),
  }
}

/** The route that forwards from a funding account now; there is at most one. */
function useActiveRoute(fundingAccountId: string): RouteItem | undefined {
  const { data } = useQuery({
    ...q(payinRoutes.list, { fundingAccountId, status: 'active', limit: '1' }),
    enabled: fundingAccountId !== '',
  })
  return data?.data.data[0]
}
