import { useQuery } from '@tanstack/react-query'
import { payinRoutes, q } from '../../../api/call.ts'
import { Card } from '../../../ui/display/blocks.tsx'
import { EmptyState } from '../../../ui/display/empty-state.tsx'
import { Region } from '../../../ui/page/region.tsx'
import { MessageCompare } from './message-compare.tsx'
import { t } from '../../../messages/text.ts'

/** What the bank’s messages have of a deposit. */
export function BankMessages({ depositId }: { depositId: string }) {
  const query = useQuery(q(payinRoutes.depositMessages, { depositId }))
  return (
    <Card title={t('Bank messages')} flush>
      <Region
        query={query}
        what={t('Bank messages')}
        empty={({ data }) =>
          data.data.length === 0 ? (
            <EmptyState title={t('No message of the bank')}>
              {t('The bank booked it without a file: there is nothing to compare.')}
            </EmptyState>
          ) : undefined
        }
      >
        {({ data }) => (
          <MessageCompare label={t('Bank messages')} groups={[{ messages: data.data }]} />
        )}
      </Region>
    </Card>
  )
}
