import { useQuery } from '@tanstack/react-query'
import { Pencil, Share2 } from 'lucide-react'
import { type ComponentType, Suspense } from 'react'
import { useLocation, useParams } from 'react-router'
import { LinkButton } from '../../../ui/page/links.tsx'
import { Component as NotFoundPage } from '../../../ui/page/not-found.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { routeName, routeReason } from '../../../features/payin-routes/labels.ts'
import { paths } from '../../../routing/paths.ts'
import { Button, CopyButton } from '../../../ui/controls/button.tsx'
import { DialogButton } from '../../../ui/controls/dialog-button.tsx'
import { Card, Notice } from '../../../ui/display/blocks.tsx'
import { EmptyState } from '../../../ui/display/empty-state.tsx'
import { JsonView } from '../../../ui/display/json-view.tsx'
import { countText } from '../../../ui/format/numbers.ts'
import { StatusPill } from '../../../ui/display/values.tsx'
import { FlowStrip } from './flow-strip.tsx'
import { ForwardingCard } from './forwarding-card.tsx'
import { type PayinRoute, routeQuery } from '../../../api/queries/payin-routes.ts'
import { RouteLock } from './toggle/toggle-switch.tsx'
import { depositInstructions } from '../../../features/accounts/deposit-instructions.tsx'
import { CopyOrPrint, DepositLines } from '../../../features/accounts/deposit-lines.tsx'
import { useMissingPermission, useSession } from '../../../api/session.ts'
import { rich } from '../../../messages/rich.tsx'
import { part, lazyPart } from '../../../ui/display/part.tsx'
import { q, accounts } from '../../../api/call.ts'
import { RecordPage } from '../../../ui/page/record-page.tsx'
import { RecordTabs } from '../../../ui/page/record-tabs.tsx'
import { t } from '../../../messages/text.ts'

const tabs = [
  { key: 'history', label: t('History') },
  { key: 'changes', label: t('Changes') },
  { key: 'deposits', label: t('Deposits chart') },
  { key: 'json', label: 'JSON' },
] as const
type TabKey = (typeof tabs)[number]['key']

const HistoryTab = lazyPart(() => import('./history/history-tab.tsx'), 'HistoryTab')
const ChangesTab = lazyPart(() => import('./changes/changes-tab.tsx'), 'ChangesTab')
const VolumeTab = lazyPart(() => import('./volume/volume-tab.tsx'), 'VolumeTab')

const contents: Record<TabKey, ComponentType<{ route: PayinRoute }>> = {
  history: HistoryTab,
  changes: ChangesTab,
  deposits: VolumeTab,
  json: JsonTab,
}

const NotesCard = part(() => import('../../../features/notes/notes-card.tsx'), 'NotesCard')

/** One route: where money comes in, what becomes of it, where it goes. */
export function Component() {
  const { routeId = '', tab = 'history' } = useParams()
  const query = useQuery(routeQuery(routeId))
  const current = tabs.find(({ key }) => key === tab)?.key
  if (!current) return <NotFoundPage />
  return (
    <RecordPage
      query={query}
      what={t('Route')}
      trail={[{ label: t('Pay-in routes'), to: paths.payinRoutes }]}
      name={query.data ? routeName(query.data) : routeId}
    >
      {(route) => <RoutePage route={route} tab={current} />}
    </RecordPage>
  )
}

function RoutePage({ route, tab }: { route: PayinRoute; tab: TabKey }) {
  const { routeId, routeStatus, statusReason, totalTransactions } = route
  const Content = contents[tab]
  return (
    <>
      <PageHead
        heading={routeName(route)}
        text={
          <span className="row flex-wrap mt-2">
            <StatusPill status={routeStatus} />
            {statusReason ? <span>{routeReason(statusReason)}</span> : null}
            <span className="row gap-1">
              {rich('Route ID {id}', { id: <span className="mono truncated">{routeId}</span> })}
              <CopyButton text={routeId} label={t('Copy route id')} />
            </span>
          </span>
        }
        actions={
          <>
            <LinkButton to={paths.payinSheet(routeId)} icon={<Share2 className="icon-medium" />}>
              {t('Share instructions')}
            </LinkButton>
            <SandboxDeposit fundingAccountId={route.fundingAccountId} />
            <RouteActions route={route} />
          </>
        }
      />
      <div className="grid mb-6">
        <WasThere route={route} />
        <RouteLock route={route} />
        <FlowStrip route={route} />
        <div className="grid grid-2-1">
          <InstructionsCard route={route} />
          <ForwardingCard route={route} />
        </div>
      </div>
      <RecordTabs
        label={t('Route')}
        tabs={tabs}
        current={tab}
        to={(key) => paths.payinRoute(routeId, key)}
        counts={{ history: countText(totalTransactions) }}
      >
        <Content route={route} />
      </RecordTabs>
      <div className="mt-4">
        <NotesCard kind="payin_route" id={routeId} />
      </div>
    </>
  )
}

function JsonTab({ route }: { route: PayinRoute }) {
  return (
    <Card title={t('Record')}>
      <JsonView value={route} />
    </Card>
  )
}

/** What to give to the payer: each line can be copied, all of it can be printed. */
function InstructionsCard({ route }: { route: PayinRoute }) {
  const lines = depositInstructions(route)
  const { depositWalletAddress, bank_account_number } = route.depositAccountInfo
  if (!depositWalletAddress && !bank_account_number) {
    return (
      <Card title={t('Deposit instructions')} flush>
        <EmptyState title={t('Being opened')}>
          {t('The bank has not answered yet. The details appear here automatically.')}
        </EmptyState>
      </Card>
    )
  }
  return (
    <Card
      title={t('Deposit instructions')}
      beside={<span className="caption only-large">{t('Give these to the payer')}</span>}
      className="print-only"
      end={<CopyOrPrint lines={lines} what={t('Deposit instructions')} />}
      flush
    >
      <DepositLines lines={lines} />
    </Card>
  )
}

const SimulateDeposit = lazyPart(
  () => import('../../../features/sandbox/simulate-deposit-button.tsx'),
  'SimulateDepositButton',
)

/** What only a sandbox has: a payer. */
function SandboxDeposit({ fundingAccountId }: { fundingAccountId: string }) {
  const isSandbox = useSession()?.environment === 'sandbox'
  const { data, isPending } = useQuery({
    ...q(accounts.readFunding, { fundingAccountId }),
    enabled: isSandbox,
  })
  // On a phone the buttons take a line more with it, so its place is kept.
  const place = <Button busy>{t('Simulate deposit')}</Button>
  if (!isSandbox) return null
  if (!data) return isPending ? place : null
  return (
    <Suspense fallback={place}>
      <SimulateDeposit account={data.data} />
    </Suspense>
  )
}

const ChangeDestinationDialog = part(
  () => import('./changes/change-destination-dialog.tsx'),
  'ChangeDestinationDialog',
)

/** What may be asked of a route, in the head of its page. */
function RouteActions({ route }: { route: PayinRoute }) {
  const missing = useMissingPermission('payin-routes:write')
  const blocked = route.allowedActions.includes('update') ? undefined : t('Not possible right now')
  return (
    <DialogButton
      icon={Pencil}
      disabledReason={missing ?? blocked}
      dialog={(close) => <ChangeDestinationDialog route={route} onClose={close} />}
    >
      {t('Change destination')}
    </DialogButton>
  )
}

/** Who creates a route that is there already ends here and sees a notice. */
function WasThere({ route }: { route: PayinRoute }) {
  const state = useLocation().state as { wasThere?: boolean } | null
  if (!state?.wasThere) return null
  return (
    <Notice alert look="edge" title={t('This route already exists')}>
      {t('The funding account has a route to this very destination, so nothing was created.')}{' '}
      {route.routeStatus === 'inactive' ? t('It is off until you switch it on.') : null}
    </Notice>
  )
}
