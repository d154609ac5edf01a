import { codeText, serviceText } from '../../../messages/service.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useLocation, useParams } from 'react-router'
import { useMissingPermission, useSession } from '../../../api/session.ts'
import type { FundingAccount } from '../../../api/queries/accounts.ts'
import { TextLink } from '../../../ui/page/links.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { paths } from '../../../routing/paths.ts'
import { Amount, Time, StatusPill } from '../../../ui/display/values.tsx'
import {
  Card,
  DescriptionList,
  FactStrip,
  type Fact,
  fact,
  Notice,
} from '../../../ui/display/blocks.tsx'
import { EmptyState } from '../../../ui/display/empty-state.tsx'
import { countText } from '../../../ui/format/numbers.ts'
import { SkeletonLines } from '../../../ui/display/skeleton.tsx'
import { fundingLabel } from '../../../features/accounts/funding-columns.tsx'
import { railLabel } from '../../../features/accounts/rail-label.ts'
import { policyText } from '../../../features/accounts/policy-labels.ts'
import { forwardingText, reasonText } from '../../../features/accounts/labels.ts'
import { CopyOrPrint, DepositLines } from '../../../features/accounts/deposit-lines.tsx'
import { depositInstructions } from '../../../features/accounts/deposit-instructions.tsx'
import { part, lazyPart } from '../../../ui/display/part.tsx'
import { Copied } from '../../../ui/controls/copied.tsx'
import { DialogButton } from '../../../ui/controls/dialog-button.tsx'
import { q, accounts } from '../../../api/call.ts'
import { RecordPage } from '../../../ui/page/record-page.tsx'
import { t } from '../../../messages/text.ts'

const ProposedRoutes = part(
  () => import('../../../features/payin-routes/proposed-routes.tsx'),
  'ProposedRoutes',
)
// It brings the table, which nothing else of this page needs.
const RoutesOfFunding = lazyPart(
  () => import('../../../features/payin-routes/routes-of.tsx'),
  'RoutesOfFunding',
)
const NotesCard = part(() => import('../../../features/notes/notes-card.tsx'), 'NotesCard')
const SimulateDeposit = part(
  () => import('../../../features/sandbox/simulate-deposit-button.tsx'),
  'SimulateDepositButton',
)
const PayersCard = part(() => import('./payers.tsx'), 'PayersCard')
const FundingDialog = part(() => import('./funding-dialog.tsx'), 'FundingDialog')

/** One funding account: what a payer needs, and what happens to the money. */
export function Component() {
  const { fundingAccountId = '' } = useParams()
  const query = useQuery(q(accounts.readFunding, { fundingAccountId }))
  return (
    <RecordPage
      query={query}
      what={t('Funding account')}
      trail={[{ label: t('Funding accounts'), to: paths.fundingAccounts }]}
      name={query.data ? fundingLabel(query.data.data) : fundingAccountId}
    >
      {({ data: account }) => <FundingPage account={account} />}
    </RecordPage>
  )
}

function FundingPage({ account }: { account: FundingAccount }) {
  const { fundingAccountId, accountOwner, status, statusReason } = account
  const isSandbox = useSession()?.environment === 'sandbox'
  const wasThere = (useLocation().state as { wasThere?: boolean } | null)?.wasThere
  return (
    <>
      <PageHead
        heading={fundingLabel(account)}
        title={t('Funding account of {name}', { name: accountOwner.name })}
        text={
          <span className="row flex-wrap mt-1">
            <StatusPill status={status} />
            {statusReason ? <span>{reasonText(statusReason)}</span> : null}
          </span>
        }
        actions={
          <>
            {isSandbox && status === 'ACTIVE' ? <SimulateDeposit account={account} /> : null}
            <Toggle account={account} />
          </>
        }
      />
      <Facts account={account} />
      <div className="grid">
        {wasThere ? (
          <Notice alert look="edge" title={t('This funding account already exists')}>
            {t(
              'An entity has one in each jurisdiction, so nothing was created. This is its record.',
            )}
          </Notice>
        ) : null}
        {status === 'ACTIVE' ? <ProposedRoutes fundingAccountId={fundingAccountId} /> : null}
        <div className="grid grid-2-1">
          <InstructionsCard account={account} />
          <ForwardingCard account={account} />
        </div>
        <PayersCard account={account} />
        <LimitsAndReturns account={account} />
        <section className="min-w-0" aria-label={t('Pay-in routes')}>
          <h2 className="mb-3">{t('Pay-in routes')}</h2>
          <Suspense fallback={<SkeletonLines />}>
            <RoutesOfFunding fundingAccountId={fundingAccountId} />
          </Suspense>
        </section>
        <NotesCard kind="funding_account" id={fundingAccountId} />
      </div>
    </>
  )
}

function Facts({ account }: { account: FundingAccount }) {
  const { fundingAccountId, accountOwner, jurisdiction } = account
  return (
    <FactStrip
      rows={[
        fact(
          t('Funding account'),
          <Copied text={fundingAccountId} label={t('Copy funding account id')} />,
        ),
        fact(
          t('Owner'),
          <TextLink to={paths.entity(account.entityId)}>{accountOwner.name}</TextLink>,
        ),
        fact(t('Country or network'), serviceText(jurisdiction.name)),
        fact(t('Created'), <Time at={account.createdAt} withZone />),
        account.activatedAt && fact(t('Active since'), <Time at={account.activatedAt} withZone />),
      ]}
    />
  )
}

function Toggle({ account }: { account: FundingAccount }) {
  const missing = useMissingPermission('accounts:write')
  const { status } = account
  const change = status === 'INACTIVE' ? 'activate' : 'deactivate'
  const blocked =
    status === 'ACTIVE' || status === 'INACTIVE'
      ? undefined
      : t('Not possible while it is {state}', { state: codeText(status) })
  return (
    <DialogButton
      variant={change === 'activate' ? 'primary' : 'secondary'}
      disabledReason={missing ?? blocked}
      dialog={(close) => <FundingDialog account={account} change={change} onClose={close} />}
    >
      {change === 'activate' ? t('Activate') : t('Deactivate')}
    </DialogButton>
  )
}

function ForwardingCard({ account }: { account: FundingAccount }) {
  const { totals, jurisdiction, updatedAt } = account
  return (
    <Card title={t('Deposits')}>
      <p className="muted mb-4">{forwardingText(account)}</p>
      <DescriptionList
        rows={[
          fact(t('Deposits'), countText(totals.deposits)),
          fact(t('Received'), <Amount value={totals.amount} currency={jurisdiction.currency} />),
          fact(t('Last change'), <Time at={updatedAt} />),
        ]}
      />
    </Card>
  )
}

function LimitsAndReturns({ account }: { account: FundingAccount }) {
  const { limits, jurisdiction, returnPolicy, acceptedRails } = account
  const limit = (label: string, value: number): Fact =>
    fact(label, <Amount value={value} currency={jurisdiction.currency} />)
  const { target } = returnPolicy
  return (
    <div className="grid grid-2">
      <Card
        title={t('Return policy')}
        facts={[
          fact(t('When inactive'), policyText(returnPolicy)),
          target &&
            fact(
              t('Goes to'),
              target.startsWith('acc_') ? (
                <TextLink className="mono" to={paths.externalAccount(target)}>
                  {target}
                </TextLink>
              ) : (
                <span className="mono">{target}</span>
              ),
            ),
        ]}
      />
      <Card
        title={t('Limits')}
        facts={[
          limit(t('Smallest deposit'), limits.minDeposit),
          limit(t('Largest deposit'), limits.maxDeposit),
          limit(t('A day'), limits.dailyLimit),
          fact(t('Accepted rails'), acceptedRails.map(railLabel).join(', ')),
        ]}
      />
    </div>
  )
}

/** What to give to the payer: each line can be copied, all of it can be printed. */
function InstructionsCard({ account }: { account: FundingAccount }) {
  const lines = depositInstructions(account)
  const { depositWalletAddress, bank_account_number } = account.depositAccountInfo
  if (!depositWalletAddress && !bank_account_number) {
    return (
      <Card title={t('Deposit instructions')} flush>
        <EmptyState title={t('Being opened')}>
          {account.status === 'FAILED'
            ? t('The bank did not open this account, so it cannot be paid to.')
            : t('The bank has not answered yet. The details appear here automatically.')}
        </EmptyState>
      </Card>
    )
  }
  return (
    <Card
      title={t('Deposit instructions')}
      beside={<span className="caption">{t('Give these to the payer')}</span>}
      className="print-only"
      end={<CopyOrPrint lines={lines} what={t('Deposit instructions')} />}
      flush
    >
      <DepositLines lines={lines} />
    </Card>
  )
}
