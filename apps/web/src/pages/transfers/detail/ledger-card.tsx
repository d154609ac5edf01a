import type { UseQueryResult } from '@tanstack/react-query'
import { TextLink } from '../../../ui/page/links.tsx'
import { paths } from '../../../routing/paths.ts'
import { Amount } from '../../../ui/display/values.tsx'
import { Card, DescriptionList, fact } from '../../../ui/display/blocks.tsx'
import { ledgerAccountLabel, currencyLabel, groupsOf, netsOf } from './ledger/ledger-groups.ts'
import type { Timeline } from '../../../api/queries/transfers.ts'
import { BalancePill } from './ledger-tab.tsx'
import { plural, t } from '../../../messages/text.ts'

type Props = { executionId: string; query: UseQueryResult<{ data: Timeline }> }

/** Beside the timeline: on which accounts the money is now. Nothing before the first posting. */
export function LedgerCard({ executionId, query }: Props) {
  const ledger = query.data?.data.ledger ?? []
  if (ledger.length === 0) return null
  const nets = netsOf(ledger)
  const count = new Set(ledger.map(({ postingId }) => postingId)).size
  return (
    <Card
      title={t('Ledger')}
      beside={<BalancePill groups={groupsOf(ledger)} />}
      end={
        <TextLink to={paths.transfer(executionId, 'ledger')} preventScrollReset>
          {plural(count, { one: '{count} posting', other: '{count} postings' })}
        </TextLink>
      }
      className="self-start"
    >
      {nets.length === 0 ? (
        <p className="muted">{t('No balance is left on any account.')}</p>
      ) : null}
      <DescriptionList
        rows={nets.map(({ account, currency, amount, side }) =>
          fact(
            ledgerAccountLabel(account),
            <>
              <span className="faint">{side === 'debit' ? t('debit') : t('credit')}</span>{' '}
              <Amount value={amount} currency={currencyLabel(currency)} />
            </>,
          ),
        )}
      />
    </Card>
  )
}
