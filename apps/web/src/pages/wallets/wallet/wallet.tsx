import { NoWallet } from '../../../features/wallets/no-wallet.tsx'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeftRight, KeyRound, Plus } from 'lucide-react'
import { type ComponentType, lazy, Suspense, useCallback, useState } from 'react'
import { useParams } from 'react-router'
import { useMissingPermission, useSession } from '../../../api/session.ts'
import { type Entity, entityQuery } from '../../../api/queries/entities.ts'
import { entityName } from '../../../features/entities/entity-name.ts'
import { isMissing } from '../../../api/errors.ts'
import { Breadcrumb, LinkButton, TextLink } from '../../../ui/page/links.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { Region } from '../../../ui/page/region.tsx'
import { Component as NotFoundPage } from '../../../ui/page/not-found.tsx'
import { Tabs } from '../../../ui/page/tabs.tsx'
import { walletDetailsQuery } from '../../../api/queries/wallets.ts'
import { paths } from '../../../routing/paths.ts'
import { dropEmailSessions, type EmailSession, useEmailSession } from '../../../signing/session.ts'
import { SkeletonLines } from '../../../ui/display/skeleton.tsx'
import { Balances } from './balances-tab.tsx'
import type { Goal } from '../set-up/set-up-steps.ts'
import type { Wallet, WalletView } from '../../../features/wallets/wallet-view.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { useTimeLeft } from '../../../ui/display/countdown.tsx'

const tabs = [
  { key: 'balances', label: 'Balances' },
  { key: 'transactions', label: 'Transactions' },
  { key: 'authentication', label: 'Authentication' },
  { key: 'receive', label: 'Receive' },
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
  transactions: lazy(async () => ({
    default: (await import('./transactions-tab.tsx')).Transactions,
  })),
  authentication: lazy(async () => ({
    default: (await import('./authentication-tab.tsx')).Authentication,
  })),
  receive: lazy(async () => ({ default: (await import('./receive-tab.tsx')).Receive })),
}
const SetUp = lazy(async () => ({ default: (await import('../set-up/set-up.tsx')).SetUp }))

/** The wallets of one entity: what they hold, who can sign, how to pay in. */
export function Component() {
  const { entityId = '', tab = 'balances' } = useParams()
  const entity = useQuery(entityQuery(entityId))
  const details = useQuery(walletDetailsQuery(entityId))
  const current = tabs.find(({ key }) => key === tab)?.key
  const goal = goals[tab]
  if ((!current && !goal) || isMissing(entity)) return <NotFoundPage />
  return (
    <>
      <Breadcrumb
        items={[
          { label: 'Wallets', to: paths.wallets },
          { label: entity.data ? entityName(entity.data.data) : entityId },
        ]}
      />
      <Region query={entity} what="Entity">
        {({ data: owner }) => (
          <Region query={details} what="Wallet">
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
  const session = useEmailSession(entity.entityId)
  const isSandbox = useSession()?.environment === 'sandbox'
  const missing = useMissingPermission('transfers:write')
  const accounts = wallets.flatMap((wallet) => wallet.accounts)
  return (
    <PageHead
      heading={entityName(entity)}
      title={`Wallet of ${entityName(entity)}`}
      text={<WalletLine entity={entity} names={wallets.map(({ walletName }) => walletName)} />}
      actions={
        <>
          {session ? <SessionChip session={session} /> : null}
          {isSandbox && accounts.length > 0 ? (
            <AddFundsButton entityId={entity.entityId} wallets={wallets} />
          ) : null}
          {accounts.length > 0 && !missing ? (
            <LinkButton to={paths.newTransfer} icon={<ArrowLeftRight className="icon-medium" />}>
              New transfer
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
        ? `Wallet ${names.map((name) => `“${name}”`).join(', ')} of this `
        : 'No wallet yet for this '}
      <TextLink className="underline" to={paths.entity(entity.entityId)}>
        entity
      </TextLink>
      .
    </>
  )
}

function Content({ view, tab }: { view: WalletView; tab: TabKey }) {
  const { entityId } = view.entity
  if (view.wallets.length === 0) return <NoWallet entityId={entityId} />
  const Current = contents[tab]
  return (
    <Tabs
      label="Wallet"
      tabs={tabs.map(({ key, label }) => ({
        key,
        label,
        to: paths.wallet(entityId, key === 'balances' ? undefined : key),
      }))}
      current={tab}
    >
      <Suspense fallback={<SkeletonLines />}>
        <Current view={view} />
      </Suspense>
    </Tabs>
  )
}

const AddFunds = lazy(async () => ({ default: (await import('./add-funds.tsx')).AddFunds }))

/** In a sandbox only: test tokens for nothing. */
function AddFundsButton(props: { entityId: string; wallets: readonly Wallet[] }) {
  const [open, setOpen] = useState(false)
  const missing = useMissingPermission('sandbox')
  return (
    <>
      <Button
        icon={<Plus className="icon-medium" />}
        disabledReason={missing}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        Add test funds
      </Button>
      <Suspense>{open ? <AddFunds {...props} onClose={() => setOpen(false)} /> : null}</Suspense>
    </>
  )
}

/** A session that can sign, and how long still; when it ends it is forgotten. */
function SessionChip({ session }: { session: EmailSession }) {
  const { entityId, expiresAt } = session
  const onEnd = useCallback(() => dropEmailSessions(entityId), [entityId])
  const seconds = Math.ceil(useTimeLeft(expiresAt, onEnd) / 1000)
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <span
      className={seconds <= 60 ? 'pill pill-wait' : 'pill pill-done'}
      role="timer"
      aria-label={`Session ends in ${text}`}
      title="While it lasts, this page can sign as the entity’s primary method."
    >
      <KeyRound className="icon-small" />
      Session {text}
    </span>
  )
}
