import { Card } from '../../../ui/display/blocks.tsx'
import { Timeline, type TimelineItem } from '../../../ui/display/timeline.tsx'
import { Time } from '../../../ui/display/values.tsx'
import type { Meaning } from '../../../ui/format/status.ts'
import type { Timeline as TimelineOf } from '../../../api/queries/transfers.ts'
import { t } from '../../../messages/text.ts'

type BankStatus = TimelineOf['bankStatuses'][number]

const effects: Record<BankStatus['effect'], { label: string; meaning: Meaning }> = {
  ACCEPTED: { label: t('Accepted'), meaning: 'move' },
  CONFIRMED: { label: t('Paid'), meaning: 'done' },
  REJECTED: { label: t('Not paid'), meaning: 'fail' },
  CANCELED: { label: t('Cancelled by the bank'), meaning: 'fail' },
  WAITING: { label: t('Being checked'), meaning: 'wait' },
  ATTENTION: { label: t('Our staff are looking into it'), meaning: 'hand' },
}

const scopes: Record<BankStatus['scope'], string> = {
  PAYMENT: '',
  BATCH: t('About all payments of its batch.'),
  FILE: t('About all payments of its file.'),
  PERSON: t('Our staff have found it out.'),
}

const terms: Readonly<Record<string, string>> = {
  amount: t('Amount'),
  executionDate: t('Execution date'),
  settlementDate: t('Settlement date'),
}

/** What the bank reported of the payments of a transfer, in its own words, the oldest first. */
export function BankCard({ statuses }: { statuses: readonly BankStatus[] }) {
  return (
    <Card title={t('At the bank')} className="self-start">
      <Timeline label={t('At the bank')} items={statuses.map(itemOf)} />
    </Card>
  )
}

function itemOf(status: BankStatus, place: number): TimelineItem {
  const { label, meaning } = effects[status.effect]
  return {
    key: String(place),
    meaning,
    title: (
      <>
        {label} <span className="mono muted">{status.status}</span>
      </>
    ),
    aside: <Time at={status.madeAt} detail="second" />,
    text: <Details status={status} />,
  }
}

function Details({ status }: { status: BankStatus }) {
  const changed = Object.entries(status.terms)
  return (
    <>
      {scopes[status.scope]}
      {status.reasons.map(({ code, texts }, place) => (
        <span key={place} className="block break-anywhere">
          <span className="mono">{code}</span> {texts.join(' ')}
        </span>
      ))}
      {changed.map(([name, value]) => (
        <span key={name} className="block">
          {terms[name] ?? name}: {value}
        </span>
      ))}
    </>
  )
}
