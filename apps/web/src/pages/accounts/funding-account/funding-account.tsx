import { codeWords, serviceText } from '../../../messages/service.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useLocation, useParams } from 'react-router'
import { useMissingPermission, useSession } from '../../../api/session.ts'
import { type FundingAccount, fundingQuery } from '../../../api/queries/accounts.ts'
import { isMissing } from '../../../api/errors.ts'
import { Breadcrumb, TextLink } from '../../../ui/page/links.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { Region } from '../../../ui/page/region.tsx'
import { Component as NotFoundPage } from '../../../ui/page/not-found.tsx'
import { paths } from '../../../routing/paths.ts'
import { Amount } from '../../../ui/display/amount.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import { DescriptionList, FactStrip } from '../../../ui/display/description-list.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { countText } from '../../../ui/format/numbers.ts'
import { SkeletonLines } from '../../../ui/display/skeleton.tsx'
import { StatusPill } from '../../../ui/display/status-pill.tsx'
import { Time } from '../../../ui/display/time.tsx'
import { fundingLabel } from '../../../features/accounts/funding-columns.tsx'
import { railLabel } from '../../../features/accounts/rail-label.ts'
import { policyText } from '../../../features/accounts/policy-labels.ts'
import { forwardingText, reasonText } from '../../../features/accounts/labels.ts'
import { CopyOrPrint, DepositLines } from '../../../features/accounts/deposit-lines.tsx'
import { EmptyState } from '../../../ui/display/empty-state.tsx'
import { depositInstructions } from '../../../features/accounts/deposit-instructions.tsx'
import { part, lazyPart } from '../../../ui/display/part.tsx'
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
const FundingDialog = part(() => import('./funding-dialog.tsx'), 'FundingDialog')

/** One funding account: what a payer needs, and what happens to the money. */
export function Component() {
  const { fundingAccountId = '' } = useParams()
  const query = useQuery(fundingQuery(fundingAccountId))
  if (isMissing(query)) return <NotFoundPage />
  return (
    <>
      <Breadcrumb
        items={[
          { label: t('Funding accounts'), to: paths.fundingAccounts },
          { label: query.data ? fundingLabel(query.data.data) : fundingAccountId },
        ]}
      />
      <Region query={query} what={t('Funding account')}>
        {({ data: account }) => <FundingPage account={account} />}
      </Region>
    </>
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
        {
          label: t('Funding account'),
          value: (
            <>
              <span className="mono truncated">{fundingAccountId}</span>
              <CopyButton text={fundingAccountId} label={t('Copy funding account id')} />
            </>
          ),
        },
        {
          label: t('Owner'),
          value: <TextLink to={paths.entity(account.entityId)}>{accountOwner.name}</TextLink>,
        },
        { label: t('Country or network'), value: serviceText(jurisdiction.name) },
        { label: t('Created'), value: <Time at={account.createdAt} withZone /> },
        account.activatedAt
          ? { label: t('Active since'), value: <Time at={account.activatedAt} withZone /> }
          : undefined,
      ]}
    />
  )
}

function Toggle({ account }: { account: FundingAccount }) {
  const [open, setOpen] = useState(false)
  const missing = useMissingPermission('accounts:write')
  const { status } = account
  const change = status === 'INACTIVE' ? 'activate' : 'deactivate'
  const blocked =
    status === 'ACTIVE' || status === 'INACTIVE'
      ? undefined
      : t('Not possible while it is {state}', { state: codeWords(status) })
  return (
    <>
      <Button
        variant={change === 'activate' ? 'primary' : 'secondary'}
        aria-haspopup="dialog"
        disabledReason={missing ?? blocked}
        onClick={() => setOpen(true)}
      >
        {change === 'activate' ? t('Activate') : t('Deactivate')}
      </Button>
      {open ? (
        <FundingDialog account={account} change={change} onClose={() => setOpen(false)} />
      ) : null}
    </>
  )
}

function ForwardingCard({ account }: { account: FundingAccount }) {
  const { totals, jurisdiction, updatedAt } = account
  return (
    <Card title={t('Deposits')}>
      <p className="muted mb-4">{forwardingText(account)}</p>
      <DescriptionList
        rows={[
          { label: t('Deposits'), value: countText(totals.deposits) },
          {
            label: t('Received'),
            value: <Amount value={totals.amount} currency={jurisdiction.currency} />,
          },
          { label: t('Last change'), value: <Time at={updatedAt} /> },
        ]}
      />
    </Card>
  )
}

function LimitsAndReturns({ account }: { account: FundingAccount }) {
  const { limits, jurisdiction, returnPolicy, acceptedRails } = account
  const limit = (label: string, value: number) => ({
    label,
    value: <Amount value={value} currency={jurisdiction.currency} />,
  })
  const { target } = returnPolicy
  return (
    <div className="grid grid-2">
      <Card title={t('Return policy')}>
        <DescriptionList
          rows={[
            { label: t('When inactive'), value: policyText(returnPolicy) },
            target
              ? {
                  label: t('Goes to'),
                  value: target.startsWith('acc_') ? (
                    <TextLink className="mono" to={paths.externalAccount(target)}>
                      {target}
                    </TextLink>
                  ) : (
                    <span className="mono">{target}</span>
                  ),
                }
              : undefined,
          ]}
        />
      </Card>
      <Card title={t('Limits')}>
        <DescriptionList
          rows={[
            limit(t('Smallest deposit'), limits.minDeposit),
            limit(t('Largest deposit'), limits.maxDeposit),
            limit(t('A day'), limits.dailyLimit),
            { label: t('Accepted rails'), value: acceptedRails.map(railLabel).join(', ') },
          ]}
        />
      </Card>
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
