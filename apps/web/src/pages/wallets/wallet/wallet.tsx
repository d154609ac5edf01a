import { NoWallet } from '../../../features/wallets/no-wallet.tsx'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeftRight, Plus } from 'lucide-react'
import { type ComponentType, Suspense } from 'react'
import { useParams } from 'react-router'
import { useMissingPermission, useSession } from '../../../api/session.ts'
import { jurisdictionsQuery, type Jurisdiction } from '../../../api/queries/accounts.ts'
import type { Entity } from '../../../api/queries/entities.ts'
import { entityName } from '../../../features/entities/entity-name.ts'
import { isMissing } from '../../../api/errors.ts'
import { Breadcrumb, LinkButton, TextLink } from '../../../ui/page/links.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { Region } from '../../../ui/page/region.tsx'
import { Component as NotFoundPage } from '../../../ui/page/not-found.tsx'
import {
  balancesQuery,
  walletDetailsQuery,
  type WalletBalance,
} from '../../../api/queries/wallets.ts'
import { paths } from '../../../routing/paths.ts'
import { SessionChip } from '../../../features/wallets/sessions/session-chip.tsx'
import { SkeletonLines } from '../../../ui/display/skeleton.tsx'
import { Balances } from './balances-tab.tsx'
import type { Goal } from '../set-up/set-up-steps.ts'
import { type FundTarget, fundTargets } from '../../../features/sandbox/fund-targets.ts'
import type { WalletView, WalletAccount } from '../../../features/wallets/wallet-view.ts'
import { part, lazyPart } from '../../../ui/display/part.tsx'
import { DialogButton } from '../../../ui/controls/button.tsx'
import { q, entities } from '../../../api/call.ts'
import { RecordTabs } from '../../../ui/page/record-tabs.tsx'
import { plural, t } from '../../../messages/text.ts'

const tabs = [
  { key: 'balances', label: t('Balances') },
  { key: 'transactions', label: t('Transactions') },
  { key: 'authentication', label: t('Authentication') },
  { key: 'receive', label: t('Receive') },
  { key: 'policies', label: t('Policies') },
  { key: 'activity', label: t('Activity') },
] as const
type TabKey = (typeof tabs)[number]['key']

/** Views beside the tabs: the guided steps, each to its goal. */
const goals: Record<string, Goal> = {
  setup: 'wallet',
  'add-passkey': 'passkey',
  'add-account': 'account',
}

const contents: Record<TabKey, ComponentType<{ view: WalletView }>> = {
  balances: Balances,
  transactions: lazyPart(() => import('./transactions-tab.tsx'), 'Transactions'),
  authentication: lazyPart(() => import('../authentication/authentication.tsx'), 'Authentication'),
  receive: lazyPart(() => import('./receive-tab.tsx'), 'Receive'),
  activity: lazyPart(() => import('./activity-tab.tsx'), 'Activity'),
  policies: lazyPart(() => import('../policies/policies.tsx'), 'Policies'),
}
const SetUp = lazyPart(() => import('../set-up/set-up.tsx'), 'SetUp')

/** The wallets of one entity: what they hold, who can sign, how to pay in. */
export function Component() {
  const { entityId = '', tab = 'balances' } = useParams()
  const entity = useQuery(q(entities.read, { entityId }))
  const details = useQuery(walletDetailsQuery(entityId))
  const current = tabs.find(({ key }) => key === tab)?.key
  const goal = goals[tab]
  if ((!current && !goal) || isMissing(entity)) return <NotFoundPage />
  return (
    <>
      <Breadcrumb
        items={[
          { label: t('Wallets'), to: paths.wallets },
          { label: entity.data ? entityName(entity.data.data) : entityId },
        ]}
      />
      <Region query={entity} what={t('Entity')}>
        {({ data: owner }) => (
          <Region query={details} what={t('Wallet')}>
            {({ data }) => {
              const view: WalletView = { entity: owner, ...data }
              return (
                <>
                  <Head view={view} />
                  {goal ? (
                    <Suspense fallback={<SkeletonLines />}>
                      <SetUp key={goal} view={view} goal={goal} />
                    </Suspense>
                  ) : (
                    <Content view={view} tab={current ?? 'balances'} />
                  )}
                </>
              )
            }}
          </Region>
        )}
      </Region>
    </>
  )
}

function Head({ view: { entity, wallets } }: { view: WalletView }) {
  const isSandbox = useSession()?.environment === 'sandbox'
  const missing = useMissingPermission('transfers:write')
  const { data: known } = useQuery(jurisdictionsQuery)
  const accounts = wallets.flatMap((wallet) => wallet.accounts)
  // As far as it is known already: the link must not wait for the chain.
  const balances = useQuery({ ...balancesQuery(entity.entityId), enabled: false })
  const payer = payingAccount(accounts, balances.data?.data ?? [], known?.data ?? [])
  return (
    <PageHead
      heading={entityName(entity)}
      title={t('Wallet of {name}', { name: entityName(entity) })}
      text={<WalletLine entity={entity} names={wallets.map(({ walletName }) => walletName)} />}
      actions={
        <>
          <SessionChip entityId={entity.entityId} />
          {isSandbox && accounts.length > 0 ? (
            <AddFundsButton targets={fundTargets(wallets, known?.data ?? [])} />
          ) : null}
          {accounts.length > 0 && !missing ? (
            <LinkButton
              data-key="new"
              to={
                payer ? `${paths.newTransfer}?from=${payer.externalAccountId}` : paths.newTransfer
              }
              icon={ArrowLeftRight}
            >
              {t('New transfer')}
            </LinkButton>
          ) : null}
        </>
      }
    />
  )
}

function WalletLine({ entity, names }: { entity: Entity; names: readonly string[] }) {
  return (
    <>
      {names.length > 0
        ? plural(
            names.length,
            { one: 'Wallet {names}', other: 'Wallets {names}' },
            { names: names.join(', ') },
          )
        : t('No wallet yet')}
      {' · '}
      <TextLink className="underline" to={paths.entity(entity.entityId)}>
        {t('Open entity')}
      </TextLink>
    </>
  )
}

function Content({ view, tab }: { view: WalletView; tab: TabKey }) {
  const { entityId } = view.entity
  if (view.wallets.length === 0) return <NoWallet entityId={entityId} />
  const Current = contents[tab]
  return (
    <RecordTabs
      label={t('Wallet')}
      tabs={tabs}
      current={tab}
      to={(key) => paths.wallet(entityId, key)}
    >
      <Current view={view} />
    </RecordTabs>
  )
}

const AddFundsDialog = part(
  () => import('../../../features/sandbox/add-funds-dialog.tsx'),
  'AddFundsDialog',
)

/** In a sandbox only: test tokens for nothing. */
function AddFundsButton({ targets }: { targets: readonly FundTarget[] }) {
  const missing = useMissingPermission('sandbox')
  return (
    <DialogButton
      icon={Plus}
      disabledReason={missing}
      dialog={(close) => <AddFundsDialog targets={targets} onClose={close} />}
    >
      {t('Add test funds')}
    </DialogButton>
  )
}

/** The account that a new transfer begins with: the first that holds something, or the first. */
function payingAccount(
  accounts: readonly WalletAccount[],
  balances: readonly WalletBalance[],
  known: readonly Jurisdiction[],
): WalletAccount | undefined {
  const holds = ({ address, jurisdictionId }: WalletAccount) => {
    const token = known.find(({ id }) => id === jurisdictionId)?.tokenAddress?.toLowerCase()
    return balances.some(
      (balance) =>
        balance.address.toLowerCase() === address.toLowerCase() &&
        balance.tokens.some((item) => item.tokenAddress.toLowerCase() === token && item.amount > 0),
    )
  }
  return accounts.find(holds) ?? accounts[0]
}
