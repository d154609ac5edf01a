import type { PolicyRules } from '@corridor/contract/policy'
import { useEffect, useRef } from 'react'
import type { PolicyReplay } from '../../../../api/queries/wallets.ts'
import { Address, Amount, Time } from '../../../../ui/display/values.tsx'
import { Notice } from '../../../../ui/display/blocks.tsx'
import { type SmallColumn, SmallTable, smallColumn } from '../../../../ui/table/small-table.tsx'
import { Findings, Rules } from '../rules/rules.tsx'
import { plural, t } from '../../../../messages/text.ts'

type Row = PolicyReplay['refused'][number]

/** What the draft would have done to the transfers that the wallet has signed. */
export function ReplayResult({ replay, policy }: { replay: PolicyReplay; policy: PolicyRules }) {
  const { transfers, refused, waiting, allowed, sentences, findings } = replay
  const touched = refused.length + waiting.length + allowed.length
  // It comes below the button that asked for it, maybe beyond the edge of the screen.
  const result = useRef<HTMLElement>(null)
  useEffect(() => result.current?.focus(), [])
  return (
    <section
      ref={result}
      tabIndex={-1}
      className="grid"
      aria-label={t('The draft on the last 30 days')}
    >
      <Rules policy={policy} sentences={sentences} />
      <Findings findings={findings} policy={policy} />
      <Notice tone={touched === 0 ? 'done' : 'hand'} title={summaryOf(replay)}>
        {touched === 0 && transfers > 0
          ? t('Everything would have gone as it went.')
          : t('Nothing is changed by trying.')}
      </Notice>
      <Cases title={t('Would be refused')} rows={refused} />
      <Cases title={t('Would wait for a second signature')} rows={waiting} />
      <Cases title={t('Would be allowed, and is refused now')} rows={allowed} />
    </section>
  )
}

function summaryOf({ transfers, refused, waiting, allowed }: PolicyReplay): string {
  if (transfers === 0) return t('The wallet has signed no transfer in the last 30 days')
  const outcomes = [
    plural(refused.length, {
      one: '{count} would be refused',
      other: '{count} would be refused',
    }),
    plural(waiting.length, {
      one: '{count} would wait for a second signature',
      other: '{count} would wait for a second signature',
    }),
    ...(allowed.length > 0
      ? [
          plural(allowed.length, {
            one: '{count} more would be allowed',
            other: '{count} more would be allowed',
          }),
        ]
      : []),
  ].join(', ')
  return plural(
    transfers,
    {
      one: 'Of {count} transfer of the last 30 days {outcomes}',
      other: 'Of {count} transfers of the last 30 days {outcomes}',
    },
    { outcomes },
  )
}

const columns: readonly SmallColumn<Row>[] = [
  smallColumn(t('Signed'), { cells: 'muted' }, ({ at }) => <Time at={at} />),
  { head: t('Receiver'), cell: ({ recipient }) => <Address value={recipient} /> },
  smallColumn(t('Why'), { cells: 'cell-fill' }, ({ because }) =>
    because.map((sentence) => (
      <span key={sentence} className="block">
        {sentence}
      </span>
    )),
  ),
  smallColumn(t('Amount'), { align: 'end' }, ({ amount, currency }) => (
    <Amount value={amount} currency={currency} />
  )),
]

function Cases({ title, rows }: { title: string; rows: readonly Row[] }) {
  if (rows.length === 0) return null
  return (
    <div>
      <h3 className="strong mb-2">{title}</h3>
      <SmallTable
        label={title}
        columns={columns}
        rows={rows}
        rowId={({ transactionHash }) => transactionHash}
      />
    </div>
  )
}
