import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { TextLink } from '../../../ui/page/links.tsx'
import { Component as NotFoundPage } from '../../../ui/page/not-found.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { senderName } from '../../../features/payin-routes/labels.ts'
import { paths } from '../../../routing/paths.ts'
import { shortId, Amount, StatusPill } from '../../../ui/display/values.tsx'
import { Card, FactStrip, fact } from '../../../ui/display/blocks.tsx'
import { amountText } from '../../../ui/format/numbers.ts'
import { FundingLink } from '../../../features/payin-routes/deposits/deposit-columns.tsx'
import { DepositFacts } from '../../../features/payin-routes/deposits/deposit-facts.tsx'
import { type DepositRecord, depositQuery } from '../../../api/queries/payin-routes.ts'
import { part } from '../../../ui/display/part.tsx'
import { RecordPage } from '../../../ui/page/record-page.tsx'
import { t } from '../../../messages/text.ts'

const DepositQuestions = part(() => import('./deposit-questions.tsx'), 'DepositQuestions')

const BankMessages = part(
  () => import('../../../features/payin-routes/messages/bank-messages.tsx'),
  'BankMessages',
)

const NotesCard = part(() => import('../../../features/notes/notes-card.tsx'), 'NotesCard')

/** One deposit, whether a route took it or not. */
export function Component() {
  const { depositId = '' } = useParams()
  const query = useQuery(depositQuery(depositId))
  // A list that answers without it says that there is none.
  if (query.isSuccess && !query.data) return <NotFoundPage />
  return (
    <RecordPage
      query={query}
      what={t('Deposit')}
      trail={[
        { label: t('Pay-in routes'), to: paths.payinRoutes },
        { label: t('Deposits'), to: paths.payinDeposits },
      ]}
      name={<span className="mono">{shortId(depositId)}</span>}
    >
      {(deposit) => (deposit ? <DepositPage deposit={deposit} /> : null)}
    </RecordPage>
  )
}

function DepositPage({ deposit }: { deposit: DepositRecord }) {
  const { amountIn, status, accountOwner, fundingAccountId, teleportId, review } = deposit
  return (
    <>
      <PageHead
        title={t('Deposit of {amount}', { amount: amountText(amountIn.amount, amountIn.currency) })}
        heading={<Amount look="figure" value={amountIn.amount} currency={amountIn.currency} />}
        text={
          <span className="row flex-wrap mt-1">
            <StatusPill status={status} />
            <span>{t('from {name}', { name: senderName(deposit) })}</span>
          </span>
        }
      />
      <FactStrip
        rows={[
          fact(
            t('Owner'),
            accountOwner.entityId ? (
              <TextLink to={paths.entity(accountOwner.entityId)}>{accountOwner.name}</TextLink>
            ) : (
              t('Not known yet')
            ),
          ),
          fact(t('Funding account'), <FundingLink deposit={deposit} />),
          fact(
            t('Route ID'),
            teleportId ? (
              <TextLink className="mono" to={paths.payinRoute(teleportId)}>
                {teleportId}
              </TextLink>
            ) : (
              t('No route took it')
            ),
          ),
        ]}
      />
      {review && review.questions.length > 0 ? (
        <DepositQuestions depositId={deposit.depositId} review={review} />
      ) : null}
      <Card title={t('Deposit')} flush>
        <DepositFacts {...{ deposit, fundingAccountId }} />
      </Card>
      {deposit.depositReference ? (
        <div className="mt-4">
          <BankMessages depositId={deposit.depositId} />
        </div>
      ) : null}
      <div className="mt-4">
        <NotesCard kind="deposit" id={deposit.depositId} />
      </div>
    </>
  )
}
