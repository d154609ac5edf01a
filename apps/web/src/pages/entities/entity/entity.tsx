import { codeLabel } from '../../../messages/service.ts'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, Suspense } from 'react'
import { useParams } from 'react-router'
import { type Entity, entityQuery } from '../../../api/queries/entities.ts'
import { entityCountry, entityName } from '../../../features/entities/entity-name.ts'
import { isMissing } from '../../../api/errors.ts'
import { Breadcrumb } from '../../../ui/page/links.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { Region } from '../../../ui/page/region.tsx'
import { Component as NotFoundPage } from '../../../ui/page/not-found.tsx'
import { Tabs } from '../../../ui/page/tabs.tsx'
import { paths } from '../../../routing/paths.ts'
import { countryName } from '../../../ui/format/countries.ts'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import { FactStrip } from '../../../ui/display/description-list.tsx'
import { SkeletonLines } from '../../../ui/display/skeleton.tsx'
import { StatusPill } from '../../../ui/display/status-pill.tsx'
import { Time } from '../../../ui/display/time.tsx'
import { Overview } from './overview-tab.tsx'
import { lazyPart } from '../../../ui/display/part.tsx'
import { t } from '../../../messages/text.ts'

const tabs = [
  { key: 'overview', label: t('Overview') },
  { key: 'kyc', label: t('KYC') },
  { key: 'accounts', label: t('Accounts') },
  { key: 'wallets', label: t('Wallets') },
  { key: 'transfers', label: t('Transfers') },
  { key: 'routes', label: t('Routes') },
  { key: 'activity', label: t('Activity') },
] as const
type TabKey = (typeof tabs)[number]['key']

// Each brings its own table; only the one that is looked at is fetched.
const KycTab = lazyPart(() => import('../kyc/kyc-tab.tsx'), 'KycTab')
const AccountsTab = lazyPart(() => import('./accounts-tab.tsx'), 'AccountsTab')
const WalletsTab = lazyPart(() => import('./wallets-tab.tsx'), 'WalletsTab')
const TransfersTab = lazyPart(() => import('./transfers-tab.tsx'), 'TransfersTab')
const RoutesTab = lazyPart(() => import('./routes-tab.tsx'), 'RoutesTab')
const ActivityTab = lazyPart(() => import('./activity-tab.tsx'), 'ActivityTab')

const contents: Record<TabKey, ComponentType<{ entity: Entity }>> = {
  overview: Overview,
  kyc: KycTab,
  accounts: AccountsTab,
  wallets: WalletsTab,
  transfers: TransfersTab,
  routes: RoutesTab,
  activity: ActivityTab,
}

/** One customer: who it is, what belongs to it, what happened. */
export function Component() {
  const { entityId = '', tab = 'overview' } = useParams()
  const query = useQuery(entityQuery(entityId))
  const current = tabs.find(({ key }) => key === tab)?.key
  if (!current || isMissing(query)) return <NotFoundPage />
  const name = query.data ? entityName(query.data.data) : undefined
  return (
    <>
      <Breadcrumb
        items={[{ label: t('Entities'), to: paths.entities }, { label: name ?? entityId }]}
      />
      <Region query={query} what={t('Entity')}>
        {({ data: entity }) => <EntityRecord entity={entity} tab={current} />}
      </Region>
    </>
  )
}

function EntityRecord({ entity, tab }: { entity: Entity; tab: TabKey }) {
  const { entityId } = entity
  const Content = contents[tab]
  return (
    <>
      <PageHead
        heading={entityName(entity)}
        text={
          <span className="row flex-wrap mt-1">
            {t('KYC')}
            <StatusPill status={entity.kycStatus} kind="kyc" />
          </span>
        }
      />
      <FactStrip
        rows={[
          {
            label: t('Entity'),
            value: (
              <>
                <span className="mono truncated">{entityId}</span>
                <CopyButton text={entityId} label={t('Copy entity id')} />
              </>
            ),
          },
          { label: t('Type'), value: codeLabel(entity.type) },
          { label: t('Country'), value: countryName(entityCountry(entity)) },
          entity.externalReference
            ? {
                label: t('Your reference'),
                value: <span className="mono">{entity.externalReference}</span>,
              }
            : undefined,
          { label: t('Created'), value: <Time at={entity.createdAt} withZone /> },
        ]}
      />
      <Tabs
        label={t('Entity')}
        tabs={tabs.map(({ key, label }) => ({
          key,
          label,
          to: paths.entity(entityId, key === 'overview' ? undefined : key),
        }))}
        current={tab}
      >
        <Suspense fallback={<SkeletonLines />}>
          <Content entity={entity} />
        </Suspense>
      </Tabs>
    </>
  )
}
