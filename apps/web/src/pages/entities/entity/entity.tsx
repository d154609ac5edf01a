import { codeLabel } from '../../../messages/service.ts'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { useParams } from 'react-router'
import type { Entity } from '../../../api/queries/entities.ts'
import { Name } from '../../../ui/display/name.tsx'
import { entityCountry, entityName } from '../../../features/entities/entity-name.ts'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { Component as NotFoundPage } from '../../../ui/page/not-found.tsx'
import { paths } from '../../../routing/paths.ts'
import { countryName } from '../../../ui/format/countries.ts'
import { FactStrip, fact } from '../../../ui/display/blocks.tsx'
import { StatusPill, Time } from '../../../ui/display/values.tsx'
import { Overview } from './overview-tab.tsx'
import { lazyPart } from '../../../ui/display/part.tsx'
import { Copied } from '../../../ui/controls/copied.tsx'
import { q, entities } from '../../../api/call.ts'
import { RecordPage } from '../../../ui/page/record-page.tsx'
import { RecordTabs } from '../../../ui/page/record-tabs.tsx'
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
  const query = useQuery(q(entities.read, { entityId }))
  const current = tabs.find(({ key }) => key === tab)?.key
  if (!current) return <NotFoundPage />
  const name = query.data ? entityName(query.data.data) : undefined
  return (
    <RecordPage
      query={query}
      what={t('Entity')}
      trail={[{ label: t('Entities'), to: paths.entities }]}
      name={name ?? entityId}
    >
      {({ data: entity }) => <EntityRecord entity={entity} tab={current} />}
    </RecordPage>
  )
}

function EntityRecord({ entity, tab }: { entity: Entity; tab: TabKey }) {
  const { entityId } = entity
  const Content = contents[tab]
  return (
    <>
      <PageHead
        heading={<Name name={entityName(entity)} latinName={entity.latinName} />}
        title={entityName(entity)}
        text={
          <span className="row flex-wrap mt-1">
            {t('KYC')}
            <StatusPill status={entity.kycStatus} kind="kyc" />
          </span>
        }
      />
      <FactStrip
        rows={[
          fact(t('Entity'), <Copied text={entityId} label={t('Copy entity id')} />),
          fact(t('Type'), codeLabel(entity.type)),
          fact(t('Country'), countryName(entityCountry(entity))),
          entity.externalReference &&
            fact(t('Your reference'), <span className="mono">{entity.externalReference}</span>),
          fact(t('Created'), <Time at={entity.createdAt} withZone />),
        ]}
      />
      <RecordTabs
        label={t('Entity')}
        tabs={tabs}
        current={tab}
        to={(key) => paths.entity(entityId, key)}
      >
        <Content entity={entity} />
      </RecordTabs>
    </>
  )
}
