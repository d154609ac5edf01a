import { codeLabel, serviceText } from '../../../messages/service.ts'
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows take two lines on a small screen, which a <table> cannot */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { jurisdictionsQuery } from '../../../api/queries/accounts.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/display/blocks.tsx'
import { SelectField, TextField } from '../../../ui/controls/inputs.tsx'
import { StatusPill } from '../../../ui/display/values.tsx'
import type { Capability } from '../../../api/queries/kyc.ts'
import { type CapabilityRow, labelOf, rowsOf } from '../../../features/kyc/kyc-labels.ts'
import { t } from '../../../messages/text.ts'
import { countText } from '../../../ui/format/numbers.ts'
import { placesText } from '../../../features/kyc/places-text.ts'

/** So many rows are shown at first; the first are those that lack something. */
const firstRows = 6

type Props = { capabilities: readonly Capability[]; labels: ReadonlyMap<string, string> }

/** Where money may move in the customer's name, each way, and what it still takes. */
export function Capabilities({ capabilities, labels }: Props) {
  const { data } = useQuery(jurisdictionsQuery)
  const [text, setText] = useState('')
  const [status, setStatus] = useState('')
  const [all, setAll] = useState(false)
  const nameOf = (id: string) => serviceText(data?.data.find((item) => item.id === id)?.name ?? id)
  const rows = rowsOf(capabilities)
  const matching = rows.filter(
    (row) =>
      nameOf(row.jurisdictionId).toLowerCase().includes(text.trim().toLowerCase()) &&
      (status === '' || row.in === status || row.out === status),
  )
  const isNarrowed = text !== '' || status !== ''
  const shown = all || isNarrowed ? matching : matching.slice(0, firstRows)
  const statuses = [...new Set(capabilities.map((capability) => capability.status))]
  return (
    <Card
      title={t('Capabilities')}
      beside={<span className="muted">{placesText(rows.length)}</span>}
      flush
      footer={
        shown.length < matching.length ? (
          <Button size="s" onClick={() => setAll(true)}>
            {t('Show all {count}', { count: countText(rows.length) })}
          </Button>
        ) : undefined
      }
    >
      <div className="capability-filter">
        <TextField
          label={t('Find a jurisdiction')}
          small
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <SelectField
          label={t('Status')}
          small
          options={statuses.map((value) => ({ value, label: codeLabel(value) }))}
          placeholder={t('Any')}
          value={status}
          onChange={(event) => setStatus(event.target.value)}
        />
      </div>
      <div role="table" aria-label={t('Capabilities by jurisdiction')}>
        <div className="capability-row capability-head" role="row">
          <span role="columnheader">{t('Country or network')}</span>
          <span role="columnheader">{t('Money in')}</span>
          <span role="columnheader">{t('Money out')}</span>
          <span role="columnheader">{t('Still missing')}</span>
        </div>
        {shown.map((row) => (
          <Row
            key={row.jurisdictionId}
            row={row}
            name={nameOf(row.jurisdictionId)}
            labels={labels}
          />
        ))}
      </div>
      {shown.length === 0 ? (
        <p className="p-4 muted">
          {isNarrowed ? t('No jurisdiction matches.') : t('None is available.')}
        </p>
      ) : null}
    </Card>
  )
}

type RowProps = { row: CapabilityRow; name: string; labels: ReadonlyMap<string, string> }

function Row({ row, name, labels }: RowProps) {
  return (
    <div className="capability-row" role="row">
      <span role="rowheader" className="strong">
        {name}
      </span>
      <span role="cell">
        <span className="caption only-small">{t('In')} </span>
        {row.in ? <StatusPill status={row.in} kind="kyc" /> : <None />}
      </span>
      <span role="cell">
        <span className="caption only-small">{t('Out')} </span>
        {row.out ? <StatusPill status={row.out} kind="kyc" /> : <None />}
      </span>
      <div role="cell">
        <Missing row={row} labels={labels} />
      </div>
    </div>
  )
}

function None() {
  return (
    <span className="faint" title={t('Not offered')}>
      –<span className="visually-hidden">{t('Not offered')}</span>
    </span>
  )
}

function Missing({ row, labels }: Omit<RowProps, 'name'>) {
  const { missing, pending, issues } = row
  if (missing.length + issues.length + pending.length === 0) {
    return <span className="muted">{t('Nothing')}</span>
  }
  const counts = [
    missing.length > 0 && t('{count} missing', { count: missing.length }),
    issues.length > 0 && t('{count} to fix', { count: issues.length }),
    pending.length > 0 && t('{count} in review', { count: pending.length }),
  ]
  return (
    <details className="more">
      <summary>{counts.filter(Boolean).join(', ')}</summary>
      <ul>
        {issues.map(({ key, message }) => (
          <li key={`issue-${key}`} className="text-fail">
            {labelOf(key, labels)}: {serviceText(message)}
          </li>
        ))}
        {missing.map((key) => (
          <li key={`missing-${key}`}>{labelOf(key, labels)}</li>
        ))}
        {pending.map((key) => (
          <li key={`pending-${key}`} className="muted">
            {t('{label}, in review', { label: labelOf(key, labels) })}
          </li>
        ))}
      </ul>
    </details>
  )
}
