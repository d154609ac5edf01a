import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { type FundingAccount, jurisdictionsQuery } from '../../../api/queries/accounts.ts'
import { routeQuery } from '../../../api/queries/payin-routes.ts'
import { transferQuery } from '../../../api/queries/transfers.ts'
import { walletDetailsQuery } from '../../../api/queries/wallets.ts'
import { Region } from '../../../ui/page/region.tsx'
import { AddFunds } from '../add-funds.tsx'
import { AccountStatus, KycDecision } from '../customer-controls.tsx'
import { fundTargets, operationalTarget } from '../fund-targets.ts'
import { FundingDeposit } from '../funding-deposit.tsx'
import { PayFee, PayRepayment } from '../pay-liquidity.tsx'
import { TransferFailure, TransferReview } from '../transfer-controls.tsx'
import { TransferDeposit } from '../transfer-deposit.tsx'
import type { Subject, SubjectKind } from './subject.ts'
import { q, accounts, liquidity, partners } from '../../../api/call.ts'
import { t } from '../../../messages/text.ts'

type Named = { id: string }

const controls: Record<SubjectKind, ComponentType<Named>> = {
  entity: ({ id }) => <KycDecision entityId={id} />,
  account: Account,
  funding: Funding,
  route: Route,
  transfer: Transfer,
  wallet: Wallet,
  frame: ({ id }) => <PayFee frameId={id} />,
  drawing: Drawing,
  balances: Operational,
}

/** What can be played on the page at hand. */
export function SubjectControls({ subject }: { subject: Subject | undefined }) {
  if (!subject) {
    return (
      <p className="muted mb-4">
        {t(
          'Open a transfer, customer, account, funding account, route or wallet: what you can simulate for it appears here.',
        )}
      </p>
    )
  }
  const Controls = controls[subject.kind]
  return (
    <div className="grid mb-4">
      <Controls id={subject.id} />
    </div>
  )
}

function Account({ id }: Named) {
  const query = useQuery(q(accounts.readExternal, { accountId: id }))
  return (
    <Region query={query} what={t('Account')}>
      {({ data }) => <AccountStatus account={data} />}
    </Region>
  )
}

function Funding({ id }: Named) {
  const query = useQuery(q(accounts.readFunding, { fundingAccountId: id }))
  return (
    <Region query={query} what={t('Funding account')}>
      {({ data }) => <Deposit account={data} />}
    </Region>
  )
}

function Deposit({ account }: { account: FundingAccount }) {
  return <FundingDeposit account={account} />
}

function Route({ id }: Named) {
  const route = useQuery(routeQuery(id)).data
  return route ? <Funding id={route.fundingAccountId} /> : null
}

function Transfer({ id }: Named) {
  const query = useQuery(transferQuery(id))
  return (
    <Region query={query} what={t('Transfer')}>
      {({ data: transfer }) => (
        <div className="grid">
          {transfer.status === 'PENDING' && id.startsWith('exec_') ? (
            <TransferDeposit transfer={transfer} />
          ) : null}
          {transfer.status === 'IN_REVIEW' ? <TransferReview executionId={id} /> : null}
          <TransferFailure transfer={transfer} />
        </div>
      )}
    </Region>
  )
}

function Wallet({ id }: Named) {
  const wallets = useQuery(walletDetailsQuery(id)).data?.data.wallets ?? []
  const known = useQuery(jurisdictionsQuery).data?.data ?? []
  const targets = fundTargets(wallets, known)
  return targets.length > 0 ? <AddFunds targets={targets} /> : null
}

/** The deposit that a quote waits for, once all of it was stated as paid. */
function Drawing({ id }: Named) {
  const query = useQuery(q(liquidity.listReplenishQuotes, { ltxId: id, limit: '200' }))
  return (
    <Region query={query} what={t('Quotes')}>
      {({ data }) => {
        const awaited = data.find((quote) => quote.monitoringUntil && !quote.replenishmentId)
        return awaited ? (
          <PayRepayment
            quoteId={awaited.quoteId}
            hasBank={awaited.replenishTo.bank !== undefined}
          />
        ) : (
          <p className="muted">
            {t('State all of a quote as paid: then its deposit can be simulated here.')}
          </p>
        )
      }}
    </Region>
  )
}

function Operational() {
  const me = useQuery(q(partners.me, {})).data?.data
  const known = useQuery(jurisdictionsQuery).data?.data ?? []
  const target = me && operationalTarget(me, known)
  return target ? <AddFunds targets={[target]} /> : null
}
