import { useQuery } from '@tanstack/react-query'
import { heldDepositsQuery, waitingPaymentsQuery } from '../../../api/queries/bank-payments.ts'
import { PayinNav } from '../../../features/payin-routes/payin-nav.tsx'
import { EmptyState } from '../../../ui/display/empty-state.tsx'
import { Notice } from '../../../ui/display/blocks.tsx'
import { countText } from '../../../ui/format/numbers.ts'
import { LinkButton } from '../../../ui/page/links.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { Region } from '../../../ui/page/region.tsx'
import { paths } from '../../../routing/paths.ts'
import { Undecided } from './undecided.tsx'
import { WaitingCard } from './waiting-card.tsx'
import { plural, t } from '../../../messages/text.ts'

const nothing = (
  <EmptyState title={t('No payment waits')}>
    {t(
      'What the bank may have reported twice waits here, and so do money in suspense that seems to be yours and payments that the bank leaves open.',
    )}
  </EmptyState>
)

/** What waits for a decision about what the bank wrote, and who decides. */
export function Component() {
  const query = useQuery(waitingPaymentsQuery)
  return (
    <>
      <PageHead
        heading={t('Pay-in routes')}
        title={t('Waiting payments')}
        text={t('Money and payments that wait for a decision, and who decides.')}
      />
      <PayinNav current="waiting" />
      <div className="grid mt-4">
        <HeldDeposits />
        <Region
          query={query}
          what={t('Waiting payments')}
          empty={({ total }) => (total === 0 ? nothing : undefined)}
        >
          {({ payments, count, unassigned, payouts }) => (
            <div className="grid">
              <Undecided unassigned={unassigned} payouts={payouts} />
              {payments.map((payment) => (
                <WaitingCard key={payment.paymentId} payment={payment} />
              ))}
              {count > payments.length ? (
                <p className="muted">
                  {t('The oldest {shown} of {count} are shown.', {
                    shown: countText(payments.length),
                    count: countText(count),
                  })}
                </p>
              ) : null}
            </div>
          )}
        </Region>
      </div>
    </>
  )
}

/** Deposits that wait have their own page. */
function HeldDeposits() {
  const held = useQuery(heldDepositsQuery).data?.count ?? 0
  if (held === 0) return null
  return (
    <Notice
      tone="hand"
      title={plural(
        held,
        {
          one: '{count} deposit is held and waits for a decision',
          other: '{count} deposits are held and wait for a decision',
        },
        { count: countText(held) },
      )}
      actions={<LinkButton to={paths.heldDeposits}>{t('Show held deposits')}</LinkButton>}
    />
  )
}
