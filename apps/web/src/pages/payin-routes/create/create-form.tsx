import { SkeletonLines } from '../../../ui/display/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { type DraftAt, restored } from '../../../features/drafts/draft-at.ts'
import { useMissingPermission } from '../../../api/session.ts'
import { EntityCombobox } from '../../../features/entities/entity-combobox.tsx'
import { LinkButton } from '../../../ui/page/links.tsx'
import { paths } from '../../../routing/paths.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/display/card.tsx'
import type { RouteChoice } from '../../../features/payin-routes/create-choice.ts'
import { CreateRefusal } from './create-refusal.tsx'
import { CreateSummary } from './create-summary.tsx'
import {
  DestinationField,
  useAccount,
} from '../../../features/payin-routes/destination/destination-field.tsx'
import { FundingField } from './funding-field.tsx'
import { fundingOfQuery } from '../../../api/queries/accounts.ts'
import { useActiveRoute, useCreateRoute } from './use-create-route.ts'
import { t } from '../../../messages/text.ts'

const NetPreview = lazy(async () => ({
  default: (await import('../../../features/payin-routes/destination/net-preview.tsx')).NetPreview,
}))

const DraftLine = lazy(async () => ({
  default: (await import('../../../features/drafts/draft-line.tsx')).DraftLine,
}))

/** Whose deposits, where they arrive and where they go; nothing is made before the button. */
export function CreateForm({ at: { draftId, kept }, asked }: { at: DraftAt; asked: RouteChoice }) {
  const [start] = useState(() => restored(asked, kept))
  const { form, onSubmit, isBusy } = useCreateRoute(start, draftId)
  const { values: choice, errors, set, problem, element } = form
  const { takeOnly, body } = useDerived(choice, start, set)
  const missing = useMissingPermission('payin-routes:write')
  const { entityId, fundingAccountId, externalAccountId } = choice
  const offered = useQuery({ ...fundingOfQuery(entityId), enabled: entityId !== '' }).data?.data
  const funding = offered?.find((one) => one.fundingAccountId === fundingAccountId)
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
              onOnly={takeOnly}
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
        <FormEnd isBusy={isBusy} missing={missing}>
          <Suspense>
            <DraftLine
              {...{ draftId, start, body }}
              kind="route"
              title={titleOf(funding?.accountOwner.name, destination?.accountHolder.name)}
            />
          </Suspense>
        </FormEnd>
      </div>
      <CreateSummary {...{ funding, destination }} />
    </form>
  )
}

/** What follows from other choices is filled in, but is nothing that a person would miss in a draft. */
function useDerived(
  choice: RouteChoice,
  start: RouteChoice,
  set: (change: Partial<RouteChoice>) => void,
) {
  const [only, setOnly] = useState<string | undefined>()
  const isDerived = choice.fundingAccountId === only
  return {
    takeOnly: (fundingAccountId: string) => {
      setOnly(fundingAccountId)
      set({ fundingAccountId })
    },
    body: isDerived ? { ...choice, fundingAccountId: start.fundingAccountId } : choice,
  }
}

/** How the person recognises it among the drafts. */
const titleOf = (from = '', to = ''): string =>
  from && to ? t('{from} to {to}##parties', { from, to }) : from || to

type EndProps = { isBusy: boolean; missing: string | undefined; children: ReactNode }

function FormEnd({ isBusy, missing, children }: EndProps) {
  return (
    <div className="row flex-wrap">
      <Button type="submit" variant="primary" size="l" busy={isBusy} disabledReason={missing}>
        {t('Create route')}
      </Button>
      <LinkButton to={paths.payinRoutes} variant="quiet" size="l">
        {t('Cancel')}
      </LinkButton>
      {children}
    </div>
  )
}
