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
import { WaitingCard } from './waiting-card.tsx'
import { plural, t } from '../../../messages/text.ts'

const nothing = (
  <EmptyState title={t('No payment waits')}>
    {t(
      'Where two messages of the bank may be about the same payment, the second waits here and is not credited yet.',
    )}
  </EmptyState>
)

/** Money that may be a payment which is there already. */
export function Component() {
  const query = useQuery(waitingPaymentsQuery)
  return (
    <>
      <PageHead
        heading={t('Pay-in routes')}
        title={t('Waiting payments')}
        text={t('Money that the bank may have reported twice. Compare the messages side by side.')}
      />
      <PayinNav current="waiting" />
      <HeldDeposits />
      <Region
        query={query}
        what={t('Waiting payments')}
        empty={({ payments }) => (payments.length === 0 ? nothing : undefined)}
      >
        {({ payments, count }) => (
          <div className="grid">
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
