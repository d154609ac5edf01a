import { codeLabel, serviceText } from '../../../messages/service.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation, useParams } from 'react-router'
import { isApiError, isMissing } from '../../../api/errors.ts'
import { useMissingPermission } from '../../../api/session.ts'
import { accountLabel, AccountNumber, placeOf } from '../../../features/accounts/account-number.tsx'
import { Breadcrumb, LinkButton, TextLink } from '../../../ui/page/links.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { Region } from '../../../ui/page/region.tsx'
import { Component as NotFoundPage } from '../../../ui/page/not-found.tsx'
import { paths } from '../../../routing/paths.ts'
import { shortAddress, shortId, StatusPill, Time } from '../../../ui/display/values.tsx'
import { Name } from '../../../ui/display/name.tsx'
import { maskedNumber } from '../../../ui/format/masking.ts'
import { entityName } from '../../../features/entities/entity-name.ts'
import { FactStrip, fact, Notice } from '../../../ui/display/blocks.tsx'
import { AccountCards } from './account-cards.tsx'
import { type AccountChange, blockedReason } from './blocked.ts'
import { useIsBeingDeleted } from './deletions.ts'
import { LinkTokenButton } from '../../../features/accounts/link-token.tsx'
import type { ExternalDetail } from '../../../api/queries/accounts.ts'
import { UsedBy } from './used-by.tsx'
import { reasonText, sourceLabel } from '../../../features/accounts/labels.ts'
import { part } from '../../../ui/display/part.tsx'
import { Copied } from '../../../ui/controls/copied.tsx'
import { DialogButton } from '../../../ui/controls/dialog-button.tsx'
import { q, accounts, entities } from '../../../api/call.ts'
import { t } from '../../../messages/text.ts'

const ProposedRoutes = part(
  () => import('../../../features/payin-routes/proposed-routes.tsx'),
  'ProposedRoutes',
)
const ProofCard = part(() => import('./proof-card.tsx'), 'ProofCard')
const NotesCard = part(() => import('../../../features/notes/notes-card.tsx'), 'NotesCard')
const AccountDialog = part(() => import('./account-dialogs.tsx'), 'AccountDialog')

/** One external account: where it is, who holds it, what uses it. */
export function Component() {
  const { accountId = '' } = useParams()
  const query = useQuery(q(accounts.readExternal, { accountId }))
  if (isMissing(query)) return <NotFoundPage />
  return (
    <>
      <Breadcrumb
        items={[
          { label: t('Accounts'), to: paths.externalAccounts },
          { label: query.data ? accountLabel(query.data.data) : accountId },
        ]}
      />
      {query.data && isGone(query.error) ? (
        <DeletedAccount account={query.data.data} />
      ) : (
        <Region query={query} what={t('Account')}>
          {({ data: account }) => <AccountPage account={account} />}
        </Region>
      )}
    </>
  )
}

/** It was there a moment ago: somebody has deleted it while it was looked at. */
function isGone(error: unknown): boolean {
  return isApiError(error) && error.status === 404
}

function DeletedAccount({ account }: { account: ExternalDetail }) {
  return (
    <>
      <PageHead
        heading={accountLabel(account)}
        text={
          <span className="row flex-wrap mt-1">
            <StatusPill status="DELETED" />
          </span>
        }
      />
      <Notice
        title={t('This account was deleted')}
        actions={<LinkButton to={paths.externalAccounts}>{t('Open accounts')}</LinkButton>}
      >
        {t('It can no longer be paid to or from. Past payments stay in Transfers.')}
      </Notice>
    </>
  )
}

/** Its own name, or the bank and the end of its number: a customer's page is headed by the customer alone. */
function headingOf(account: ExternalDetail): ReactNode {
  if (account.nickname) return accountLabel(account)
  const { account: bank, wallet, accountHolder } = account
  const number = wallet
    ? shortAddress(wallet.walletAddress)
    : maskedNumber(bank.bankIban || bank.accountNumber)
  const place = [placeOf(account), number].filter(Boolean).join(' ')
  return (
    <>
      <Name {...accountHolder} />
      {place === '' ? null : <>, {place}</>}
    </>
  )
}

function AccountPage({ account }: { account: ExternalDetail }) {
  const { accountId, entityId, accountKind, jurisdiction } = account
  const { data } = useQuery(q(entities.read, { entityId }))
  return (
    <>
      <PageHead
        heading={headingOf(account)}
        title={t('Account of {account}', { account: accountLabel(account) })}
        text={
          <span className="row flex-wrap mt-1">
            <StatusPill status={account.status} />
            <span>{placeOf(account)}</span>
            <AccountNumber account={account} copy={false} />
            <span>{jurisdiction.currency}</span>
          </span>
        }
        actions={<Actions account={account} />}
      />
      <FactStrip
        rows={[
          fact(t('Account'), <Copied text={accountId} label={t('Copy account id')} />),
          fact(
            t('Customer'),
            <TextLink to={paths.entity(entityId)}>
              {data ? entityName(data.data) : <span className="mono">{shortId(entityId)}</span>}
            </TextLink>,
          ),
          fact(t('Kind'), codeLabel(accountKind)),
          fact(t('Country or network'), serviceText(jurisdiction.name)),
          fact(t('Source'), sourceLabel(account.source)),
          fact(t('Added'), <Time at={account.createdAt} withZone />),
        ]}
      />
      <div className="grid">
        <WasThere />
        <StateNotice account={account} />
        {account.status === 'ENABLED' && account.routes.length > 0 ? (
          <ProposedRoutes externalAccountId={account.accountId} />
        ) : null}
        <AccountCards account={account} />
        <ProofCard account={account} />
        <UsedBy account={account} />
        <NotesCard kind="external_account" id={accountId} />
        <Removal account={account} />
      </div>
    </>
  )
}

/** Who adds an account that is there already ends here and sees a notice. */
function WasThere() {
  const state = useLocation().state as { wasThere?: boolean } | null
  if (!state?.wasThere) return null
  return (
    <Notice tone="none" alert look="edge" title={t('This account already exists')}>
      {t('The entity already has this account, so nothing was added. This is its record.')}
    </Notice>
  )
}

const whyText = (reason: string): string =>
  reason === 'OWNERSHIP' ? t('Its holder is not the customer.') : reasonText(reason)

function StateNotice({ account }: { account: ExternalDetail }) {
  const { status, statusReason, entityId, jurisdiction } = account
  const leaving = useIsBeingDeleted(account.accountId)
  if (leaving) {
    return (
      <Notice tone="wait" title={t('About to be deleted')}>
        {t('Nothing has been sent yet. Use “Undo” in the message to cancel.')}
      </Notice>
    )
  }
  if (status === 'NEEDS_RELINK') {
    return (
      <Notice
        tone="hand"
        title={t('The connection to the bank is broken')}
        actions={<LinkTokenButton entityId={entityId} jurisdictionId={jurisdiction.id} />}
      >
        {reasonText(statusReason)} {t('Send the customer a link to reconnect it.')}
      </Notice>
    )
  }
  const notices: Record<string, { tone: 'wait' | 'fail' | 'none'; title: string; text: string }> = {
    PENDING_VERIFICATION: {
      tone: 'wait',
      title: t('Being verified'),
      text: t('It can be used once that is decided.'),
    },
    VERIFICATION_FAILED: {
      tone: 'fail',
      title: t('The bank did not confirm it'),
      text: t('No money can go there. Add the account again with the right details.'),
    },
    DISABLED: {
      tone: 'none',
      title: t('Switched off'),
      text: t('No new transfer and no route can use it until it is enabled.'),
    },
  }
  const notice = notices[status]
  if (!notice) return null
  return (
    <Notice tone={notice.tone} title={notice.title}>
      {statusReason ? `${whyText(statusReason)} ` : ''}
      {notice.text}
    </Notice>
  )
}

type ChangeProps = { account: ExternalDetail; change: AccountChange; label: string }

/** Asks before it changes the account; disabled with the reason where that is not possible. */
function ChangeButton({ account, change, label }: ChangeProps) {
  const missing = useMissingPermission('accounts:write')
  const leaving = useIsBeingDeleted(account.accountId) ? t('About to be deleted') : undefined
  return (
    <DialogButton
      variant={change === 'delete' ? 'danger' : 'secondary'}
      disabledReason={missing ?? leaving ?? blockedReason(account.status, change)}
      dialog={(close) => <AccountDialog account={account} change={change} onClose={close} />}
    >
      {label}
    </DialogButton>
  )
}

/** Away from what is used every day. */
function Removal({ account }: { account: ExternalDetail }) {
  return (
    <div className="row between flex-wrap gap-3">
      <span className="muted">
        {t('A deleted account can no longer be paid to or from. Past payments stay in Transfers.')}
      </span>
      <ChangeButton account={account} change="delete" label={t('Delete')} />
    </div>
  )
}

function Actions({ account }: { account: ExternalDetail }) {
  const { status, accountKind, entityId, jurisdiction } = account
  const isOff = status === 'DISABLED'
  return (
    <>
      {accountKind === 'NON_CUSTODIAL_WALLET' ? (
        <LinkButton to={paths.wallet(entityId)}>{t('Open wallet')}</LinkButton>
      ) : null}
      {jurisdiction.type === 'country' && status !== 'NEEDS_RELINK' ? (
        <LinkTokenButton entityId={entityId} jurisdictionId={jurisdiction.id} />
      ) : null}
      <ChangeButton
        account={account}
        change={isOff ? 'enable' : 'disable'}
        label={isOff ? t('Enable') : t('Disable')}
      />
    </>
  )
}
