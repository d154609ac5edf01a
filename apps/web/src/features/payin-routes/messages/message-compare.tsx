import '../payin-routes.css'
import type { BankMessage } from '../../../api/queries/bank-payments.ts'
import { serviceNow } from '../../../api/clock.ts'
import { calendarDayText } from '../../../ui/format/times.ts'
import { Amount, Time } from '../../../ui/display/values.tsx'
import { type SmallColumn, SmallTable, smallColumn } from '../../../ui/table/small-table.tsx'
import { joinedLabels, messageKind } from './message-labels.ts'
import { t } from '../../../messages/text.ts'

/** Messages of one payment, under its name where there are several. */
export type MessageGroup = { name?: string; messages: readonly BankMessage[] }

type Row = {
  name: string
  /** What is compared; '' where a message has nothing. */
  of?: (message: BankMessage) => string
  show: (message: BankMessage) => React.ReactNode
}

const text = (name: string, of: (message: BankMessage) => string, look?: string): Row => ({
  name,
  of,
  show: (message) => of(message) && <span className={look ?? 'wrapped'}>{of(message)}</span>,
})

const rows: readonly Row[] = [
  text(t('Message ID'), ({ messageId }) => messageId, 'mono wrapped'),
  { name: t('Made by the bank'), show: ({ madeAt }) => <Time at={madeAt} detail="second" /> },
  { name: t('Read'), show: ({ readAt }) => <Time at={readAt} detail="second" /> },
  { name: t('Line'), show: ({ line }) => <span className="number">{line}</span> },
  {
    name: t('Booked on'),
    of: ({ bookedOn }) => bookedOn,
    show: ({ bookedOn }) => calendarDayText(bookedOn, serviceNow()),
  },
  {
    name: t('Amount'),
    of: ({ amount }) => `${amount.amount} ${amount.currency}`,
    show: ({ amount }) => <Amount value={amount.amount} currency={amount.currency} />,
  },
  text(t('Payer'), ({ payer }) => payer.name),
  text(t('Payer’s account'), ({ payer }) => payer.accountMasked, 'nowrap'),
  text(t('Text'), (message) => message.text),
  text(t('End-to-end ID'), ({ endToEndId }) => endToEndId, 'mono wrapped'),
  text('UETR', ({ uetr }) => uetr, 'mono wrapped'),
  text(t('Bank reference'), ({ bankReference }) => bankReference, 'mono wrapped'),
  { name: t('Joined'), show: ({ joined }) => joinedLabels[joined] },
]

type Props = { label: string; groups: readonly MessageGroup[] }

/** What each message has, side by side; where they contradict each other is marked. */
export function MessageCompare({ label, groups }: Props) {
  const all = groups.flatMap(({ name, messages }) => messages.map((message) => ({ name, message })))
  const columns: SmallColumn<Row>[] = [
    smallColumn(
      <span className="visually-hidden">{t('What')}</span>,
      { isRowHeading: true },
      (row) => <RowName row={row} messages={all.map(({ message }) => message)} />,
    ),
    ...all.map(({ name, message }) =>
      smallColumn<Row>(<MessageName name={name} message={message} />, {}, (row) => (
        <Value shown={row.show(message)} />
      )),
    ),
  ]
  return (
    <SmallTable
      label={label}
      className="compared-messages"
      columns={columns}
      rows={rows.filter(({ of }) => !of || all.some(({ message }) => of(message) !== ''))}
      rowId={({ name }) => name}
    />
  )
}

function MessageName({ name, message }: { name: string | undefined; message: BankMessage }) {
  return (
    <>
      {name ? <span className="block">{name}: </span> : null}
      {messageKind(message.kind)} <span className="mono faint">{message.kind}</span>
    </>
  )
}

function RowName({ row: { name, of }, messages }: { row: Row; messages: readonly BankMessage[] }) {
  const values = new Set(of ? messages.map(of).filter((value) => value !== '') : [])
  return (
    <>
      {name} {values.size > 1 ? <span className="caption tone-hand">{t('differs')}</span> : null}
    </>
  )
}

function Value({ shown }: { shown: React.ReactNode }) {
  return shown === '' ? <span className="faint">–</span> : shown
}
