import '../../../features/payin-routes/payin-routes.css'
import type { TriedFile, TriedLine } from '../../../api/queries/bank-payments.ts'
import { serviceNow } from '../../../api/clock.ts'
import { calendarDayText } from '../../../ui/format/times.ts'
import { Notice } from '../../../ui/display/blocks.tsx'
import { Amount, shortId } from '../../../ui/display/values.tsx'
import { TextLink } from '../../../ui/page/links.tsx'
import { type SmallColumn, SmallTable, smallColumn } from '../../../ui/table/small-table.tsx'
import { paths } from '../../../routing/paths.ts'
import { t } from '../../../messages/text.ts'

const outcomes: Readonly<Record<TriedLine['outcome'], string>> = {
  CREDITED: t('Credited'),
  SUSPENSE: t('In suspense'),
  KNOWN: t('Known already'),
  HELD: t('Waits for a decision'),
  PAYOUT: t('Payout'),
  RETURN: t('Comes back'),
  CHARGE: t('Bank charge'),
  DEBIT: t('Debit entry'),
}

const reasons: Readonly<Record<TriedLine['reason'], string>> = {
  ON_ACCOUNT: t('It lands on a funding account.'),
  NAMES_TRANSFER: t('Its text names a transfer.'),
  NOBODY_NAMED: t('No transfer and no customer is named.'),
  NAMES_PAYOUT: t('Its text names a payment of yours, which may have come back.'),
  NOT_LISTED: t('Several payments in one, not listed yet'),
  SAME_IDS: t('Another message has it: the ids are the same.'),
  LOOKS_THE_SAME: t('Another message has it, as far as can be seen.'),
  PERHAPS_REPEATED: t('Another message may have it already.'),
  TWICE_IN_FILE: t('The file has it twice.'),
  OF_THE_BANK: t('The bank took it.'),
  ORDERED: t('It is about a payment that was sent.'),
  OF_OTHERS: t('It is money of others.'),
}

/** A line of the file, or what could not be read of it. */
type Row = { line: number; part: number } & (
  | { tried: TriedLine; problem?: undefined }
  | { tried?: undefined; problem: string }
)

const none = <span className="faint">–</span>

const columns: SmallColumn<Row>[] = [
  smallColumn(t('Line'), { isRowHeading: true }, ({ line, part }) =>
    part === 0 ? line : `${line}.${part}`,
  ),
  { head: t('Outcome'), cell: ({ tried }) => (tried ? outcomes[tried.outcome] : t('Set aside')) },
  smallColumn(t('Why'), { cells: 'cell-fill-wrap' }, ({ tried, problem }) =>
    tried ? <Why line={tried} /> : problem,
  ),
  { head: t('Payer'), cell: ({ tried }) => tried?.payerName || none },
  smallColumn(t('Text'), { cells: 'cell-fill-wrap' }, ({ tried }) => tried?.text || none),
  {
    head: t('Booked on'),
    cell: ({ tried }) => (tried?.bookedOn ? calendarDayText(tried.bookedOn, serviceNow()) : none),
  },
  smallColumn(t('Amount'), { align: 'end' }, ({ tried }) =>
    tried?.amount ? <Amount value={tried.amount.amount} currency={tried.amount.currency} /> : none,
  ),
]

function Why({ line }: { line: TriedLine }) {
  const { depositId, executionId, fundingAccountId } = line
  const record = depositId
    ? { id: depositId, to: paths.payinDeposit(depositId) }
    : executionId
      ? { id: executionId, to: paths.transfer(executionId) }
      : fundingAccountId
        ? { id: fundingAccountId, to: paths.fundingAccount(fundingAccountId) }
        : undefined
  return (
    <>
      {reasons[line.reason]}{' '}
      {record ? (
        <TextLink className="mono" to={record.to}>
          {shortId(record.id)}
        </TextLink>
      ) : null}
    </>
  )
}

/** What a file would do, entry by entry, in its own order. */
export function TriedLines({ file }: { file: TriedFile }) {
  const rows: Row[] = [
    ...file.lines.map((tried) => ({ line: tried.line, part: tried.part, tried })),
    ...file.setAside.map(({ line, reason }) => ({ line, part: 0, problem: reason })),
  ].toSorted((a, b) => a.line - b.line || a.part - b.part)
  return (
    <>
      <Notice tone="done" title={t('Nothing was changed. This is what an import would do:')}>
        {file.isKnown ? t('Just this file was imported before: it would do nothing.') : null}
        {rows.length === 0 ? t('It has no line that moves money.') : null}
      </Notice>
      <SmallTable
        label={t('Outcome by line')}
        className="labelled-table tried-lines"
        columns={columns}
        rows={rows}
        rowId={({ line, part }) => `${line}/${part}`}
      />
    </>
  )
}
