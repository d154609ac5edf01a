import { Refused } from '../../../../features/actions/refused.tsx'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { transfers } from '../../../../api/call.ts'
import { useAction } from '../../../../features/actions/confirmed-call.ts'
import { filterText, parametersOf } from '../../../../ui/table/filters.ts'
import type { FilterField } from '../../../../ui/table/types.ts'
import type { ListQuery } from '../../../../api/list-source.ts'
import { Button, buttonClass } from '../../../../ui/controls/button.tsx'
import { Checkbox, RadioGroup } from '../../../../ui/controls/choice.tsx'
import { DescriptionList } from '../../../../ui/display/description-list.tsx'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import { countText } from '../../../../ui/format/numbers.ts'
import { codeLabel } from '../../../../ui/format/status.ts'
import { useZone } from '../../../../ui/display/time.tsx'
import type { Zone } from '../../../../ui/format/times.ts'
import { columnLabel, type ExportBody, type ExportColumn, exportColumns } from './export-columns.ts'
import { ExportProgress } from './export-progress.tsx'
import { exportCountQuery, exportQuery } from '../../../../api/queries/transfers.ts'

type Props = { query: ListQuery; filters: readonly FilterField[]; onClose: () => void }
type Format = 'csv' | 'jsonl'

/** Says what will be written before it is; then the service writes every row that matches. */
export function ExportDialog({ query, filters, onClose }: Props) {
  const [format, setFormat] = useState<Format>('csv')
  const [columns, setColumns] = useState<ReadonlySet<ExportColumn>>(new Set(exportColumns))
  const [exportId, setExportId] = useState<string | undefined>()
  const count = useCount(query)
  const ordered = useAction(transfers.export, {
    onDone: ({ data }) => setExportId(data.exportId),
  })
  const progress = useQuery({ ...exportQuery(exportId ?? ''), enabled: exportId !== undefined })
  const made = progress.data?.data
  const start = () => ordered.send({ body: bodyOf(format, query, columns) })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      wide
      title="Export transfers"
      description="Everything that matches the list’s filters, not only the rows on screen."
      footer={
        <>
          <Button onClick={onClose}>{exportId ? 'Close' : 'Cancel'}</Button>
          {made?.url ? (
            <DownloadLink url={made.url} />
          ) : (
            <Button
              variant="primary"
              icon={<Download className="icon-medium" />}
              busy={ordered.isBusy || exportId !== undefined}
              disabledReason={blockedBy(count, columns)}
              onClick={start}
            >
              {count === undefined ? 'Export' : `Export ${countText(count)} rows`}
            </Button>
          )}
        </>
      }
    >
      <div className="grid">
        <Scope count={count} query={query} filters={filters} />
        {exportId ? (
          <ExportProgress made={made} error={progress.error} expected={count} />
        ) : (
          <>
            <RadioGroup
              label="Format"
              look="segment"
              value={format}
              onChange={(value) => setFormat(value === 'jsonl' ? 'jsonl' : 'csv')}
              options={[
                { value: 'csv', label: 'CSV' },
                { value: 'jsonl', label: 'JSON Lines' },
              ]}
            />
            <ColumnChoice chosen={columns} onChange={setColumns} />
          </>
        )}
        <Refused title="The export was not started" error={ordered.error} />
      </div>
    </Dialog>
  )
}

function bodyOf(format: Format, query: ListQuery, columns: ReadonlySet<ExportColumn>): ExportBody {
  const chosen = exportColumns.filter((column) => columns.has(column))
  return {
    format,
    filters: query,
    ...(chosen.length === exportColumns.length ? {} : { columns: chosen }),
  }
}

function DownloadLink({ url }: { url: string }) {
  return (
    <a className={buttonClass({ variant: 'primary' })} href={url} download>
      <Download className="icon-medium" />
      Download file
    </a>
  )
}

function blockedBy(count: number | undefined, columns: ReadonlySet<ExportColumn>) {
  if (count === 0) return 'There is nothing to export'
  return columns.size === 0 ? 'Choose a column' : undefined
}

type ScopeProps = {
  count: number | undefined
  query: ListQuery
  filters: readonly FilterField[]
}

function Scope({ count, query, filters }: ScopeProps) {
  const zone = useZone()
  return (
    <DescriptionList
      rows={[
        { label: 'Rows', value: count === undefined ? 'Counting' : countText(count) },
        { label: 'Filters', value: filtersText(query, filters, zone) },
        { label: 'Times in', value: 'UTC' },
      ]}
    />
  )
}

type ChoiceProps = {
  chosen: ReadonlySet<ExportColumn>
  onChange: (chosen: ReadonlySet<ExportColumn>) => void
}

function ColumnChoice({ chosen, onChange }: ChoiceProps) {
  const isAll = chosen.size === exportColumns.length
  const toggle = (column: ExportColumn, isOn: boolean) => {
    const next = new Set(chosen)
    if (isOn) next.add(column)
    else next.delete(column)
    onChange(next)
  }
  return (
    <fieldset className="field">
      <legend className="field-label">Columns</legend>
      <Checkbox
        label={`All ${exportColumns.length}`}
        checked={isAll}
        indeterminate={!isAll && chosen.size > 0}
        onChange={() => onChange(new Set(isAll ? [] : exportColumns))}
      />
      <div className="choice-grid subsection">
        {exportColumns.map((column) => (
          <Checkbox
            key={column}
            label={columnLabel(column)}
            checked={chosen.has(column)}
            onChange={(event) => toggle(column, event.target.checked)}
          />
        ))}
      </div>
    </fieldset>
  )
}

function useCount(query: ListQuery): number | undefined {
  const { data } = useQuery(exportCountQuery(query))
  return data?.pagination.total
}

function filtersText(query: ListQuery, filters: readonly FilterField[], zone: Zone): string {
  const active = filters.filter((field) => parametersOf(field).some((name) => query[name]))
  const texts = active.map((field) => `${field.label} ${filterText(field, query, zone)}`)
  return texts.length > 0 ? texts.join('; ') : `None, sorted by ${sortText(query['sort'])}`
}

function sortText(sort = ''): string {
  const field = sort.replace('-', '').replaceAll(/[A-Z]/g, (letter) => `_${letter}`)
  return `${codeLabel(field).toLowerCase()}${sort.startsWith('-') ? ', newest first' : ''}`
}
