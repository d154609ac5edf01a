import { type SmallColumn, SmallTable, smallColumn } from '../../../ui/table/small-table.tsx'
import { useQuery } from '@tanstack/react-query'
import { Region } from '../../../ui/page/region.tsx'
import { Address, Amount, Time } from '../../../ui/display/values.tsx'
import { Card, DescriptionList, fact } from '../../../ui/display/blocks.tsx'
import type { Prepaid } from '../../../api/queries/partners.ts'
import { q, partners } from '../../../api/call.ts'
import { t } from '../../../messages/text.ts'

/** The older way to pay for verifications: still shown, no longer paid into from here. */
export function PrepaidCard() {
  const query = useQuery(q(partners.prepaidBalance, {}))
  return (
    <Card
      title={t('Prepaid balance for verifications')}
      beside={<span className="tag">{t('Deprecated')}</span>}
    >
      <p className="muted mb-4">
        {t('Replaced by the payments account above. The remaining balance is still used for fees.')}
      </p>
      <Region query={query} what={t('Prepaid balance')}>
        {({ data }) => <Figures prepaid={data} />}
      </Region>
    </Card>
  )
}

const columns: readonly SmallColumn<Prepaid['deposits'][number]>[] = [
  { head: t('Time'), cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    head: t('Payment'),
    cell: ({ transactionHash }) => <Address value={transactionHash} what={t('transaction hash')} />,
  },
  {
    head: t('Credit minted by'),
    cell: ({ mintTransactionHash }) =>
      mintTransactionHash ? (
        <Address value={mintTransactionHash} what={t('mint transaction hash')} />
      ) : (
        <span className="faint">–</span>
      ),
  },
  smallColumn(t('Amount'), { align: 'end' }, ({ amount, currency }) => (
    <Amount value={amount} currency={currency} />
  )),
]

function Figures({ prepaid }: { prepaid: Prepaid }) {
  const { currency, balance, depositsTotal, consumedTotal, deposits } = prepaid
  const money = (value: number) => <Amount value={value} currency={currency} />
  return (
    <>
      <DescriptionList
        className="max-w-160"
        rows={[
          fact(t('Paid in'), money(depositsTotal)),
          fact(t('Used'), money(consumedTotal)),
          fact(t('Left'), money(balance), 'sum'),
        ]}
      />
      {deposits.length > 0 ? (
        <div className="subsection -mx-4">
          <SmallTable
            label={t('Prepaid deposits')}
            columns={columns}
            rows={deposits}
            rowId={({ transactionHash }) => transactionHash}
          />
        </div>
      ) : null}
    </>
  )
}
