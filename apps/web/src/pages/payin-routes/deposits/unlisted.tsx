import { useQuery } from '@tanstack/react-query'
import { type UnlistedDeposit, unlistedQuery } from '../../../api/queries/payin-routes.ts'
import { Address, Time } from '../../../ui/display/values.tsx'
import { Notice } from '../../../ui/display/blocks.tsx'
import { countText } from '../../../ui/format/numbers.ts'
import { type SmallColumn, SmallTable, smallColumn } from '../../../ui/table/small-table.tsx'
import { plural, t } from '../../../messages/text.ts'

const columns: SmallColumn<UnlistedDeposit>[] = [
  smallColumn(t('Asset'), { isRowHeading: true }, ({ kind, tokenAddress, symbol }) =>
    kind === 'NATIVE' ? (
      t('Native coin')
    ) : (
      <span className="inline-flex items-center gap-1">
        {symbol ? (
          <span className="muted">{t('says “{symbol}”', { symbol })}</span>
        ) : (
          t('Unknown token')
        )}
        <Address value={tokenAddress} what={t('token address')} />
      </span>
    ),
  ),
  smallColumn(t('Raw amount'), { className: 'end' }, ({ amountRaw }) => (
    <span className="mono">{amountRaw}</span>
  )),
  { head: t('From'), cell: ({ sender }) => <Address value={sender} what={t('sender')} /> },
  { head: t('To'), cell: ({ walletAddress }) => <Address value={walletAddress} /> },
  { head: t('Transaction'), cell: ({ hash }) => <Address value={hash} what={t('hash')} /> },
  smallColumn(t('Received'), { className: 'end' }, ({ receivedAt }) => <Time at={receivedAt} />),
]

/** Unknown tokens and native coin that came to deposit addresses; nothing where there are none. */
export function UnlistedDeposits() {
  const { data } = useQuery(unlistedQuery)
  if (!data || data.total + data.notListed.length === 0) return null
  const rest = data.notListed.reduce((sum, { count }) => sum + count, 0)
  const shown = data.deposits.length
  return (
    <Notice
      tone="wait"
      title={plural(
        data.total,
        {
          one: '{count} unsupported asset received',
          other: '{count} unsupported assets received',
        },
        { count: countText(data.total) },
      )}
    >
      <p>
        {t(
          'Unknown tokens and native coin are not credited or forwarded, and have no price. We decide whether they go back. Anyone can send them: never trust their names.',
        )}{' '}
        {rest > 0
          ? plural(
              rest,
              {
                one: '{count} more in the last 30 days is only counted.',
                other: '{count} more in the last 30 days are only counted.',
              },
              { count: countText(rest) },
            )
          : null}
      </p>
      {shown > 0 ? (
        <details>
          <summary>
            {shown < data.total ? t('Show the newest {count}', { count: shown }) : t('Show them')}
          </summary>
          <SmallTable
            label={t('Unsupported assets')}
            columns={columns}
            rows={data.deposits}
            rowId={({ depositId }) => depositId}
          />
        </details>
      ) : null}
    </Notice>
  )
}
