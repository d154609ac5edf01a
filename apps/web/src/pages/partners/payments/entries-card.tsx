import { codeLabel } from '../../../messages/service.ts'
import { type SmallColumn, SmallTable, smallColumn } from '../../../ui/table/small-table.tsx'
import { TextLink } from '../../../ui/page/links.tsx'
import { paths } from '../../../routing/paths.ts'
import { Address, Amount, Time } from '../../../ui/display/values.tsx'
import { Card, EmptyState } from '../../../ui/display/blocks.tsx'
import type { PaymentEntry } from '../../../api/queries/partners.ts'
import { t } from '../../../messages/text.ts'

/** The newest bookings; a fee leads to whom it was for. */
export function EntriesCard({ entries }: { entries: readonly PaymentEntry[] }) {
  return (
    <Card
      title={t('Entries')}
      beside={
        entries.length > 0 ? (
          <span className="caption">{t('The newest {count}', { count: entries.length })}</span>
        ) : null
      }
      flush
    >
      {entries.length === 0 ? (
        <EmptyState title={t('No entries yet')}>
          {t('Payments in and verification fees are listed here.')}
        </EmptyState>
      ) : (
        <SmallTable
          label={t('Entries')}
          columns={columns}
          rows={entries}
          rowId={({ entryId }) => entryId}
        />
      )}
    </Card>
  )
}

const typeLabels: Record<string, string> = {
  DEPOSIT: t('Payment in'),
  KYC_FEE: t('Verification fee'),
  REFUND: t('Refund to a payer'),
  REFUND_RETURNED: t('Refund that came back'),
  PARTNER_FEES: t('Your fees'),
}

const columns: readonly SmallColumn<PaymentEntry>[] = [
  { head: t('Time'), cell: ({ createdAt }) => <Time at={createdAt} /> },
  { head: t('Type'), cell: ({ type }) => typeLabels[type] ?? codeLabel(type) },
  smallColumn(t('For'), { className: 'cell-fill only-large' }, (entry) => (
    <Subject entry={entry} />
  )),
  smallColumn(t('Amount'), { align: 'end' }, ({ amount, currency }) => (
    <Amount value={amount} currency={currency} />
  )),
  smallColumn(
    t('Balance'),
    { className: 'text-right only-large' },
    ({ balanceAfter, currency }) => <Amount value={balanceAfter} currency={currency} />,
  ),
]

function Subject({ entry: { entityId, transactionHash, description } }: { entry: PaymentEntry }) {
  if (entityId) return <TextLink to={paths.entity(entityId)}>{description || entityId}</TextLink>
  if (transactionHash) return <Address value={transactionHash} what={t('transaction hash')} />
  return description
}
