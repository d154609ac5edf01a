import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { errorText } from '../../api/errors.ts'
import { call, transfers } from '../../api/call.ts'
import { filterText, wordsOf } from '../../components/table/filters.ts'
import type { FilterField, ListQuery } from '../../components/table/types.ts'
import { Button } from '../../ui/button.tsx'
import { RadioGroup } from '../../ui/choice.tsx'
import { serviceNow } from '../../ui/clock.ts'
import { DescriptionList } from '../../ui/description-list.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { countText } from '../../ui/numbers.ts'
import { wordOf } from '../../ui/status.ts'
import { useZone } from '../../ui/time.tsx'
import { timeText, type Zone } from '../../ui/times.ts'
import { exportColumns, instantIn } from './csv.ts'
import { type ExportFormat, exportView, saveFile } from './export-rows.ts'

type Props = { query: ListQuery; filters: readonly FilterField[]; onClose: () => void }

/** Says what will be written before it is, then writes every row that matches. */
export function ExportDialog({ query, filters, onClose }: Props) {
  const zone = useZone()
  const [format, setFormat] = useState<ExportFormat>('csv')
  const count = useCount(query)
  const run = useExport(onClose)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Export transfers"
      description="Everything that the list shows under its filters, not only the rows on screen."
      footer={
        <>
          <Button onClick={onClose}>{run.rows === undefined ? 'Cancel' : 'Stop'}</Button>
          <Button
            variant="primary"
            icon={<Download className="i-m" />}
            busy={run.rows !== undefined}
            disabledReason={count === 0 ? 'There is nothing to export' : undefined}
            onClick={() => void run.start(query, format, zone)}
          >
            {count === undefined ? 'Export' : `Export ${countText(count)} rows`}
          </Button>
        </>
      }
    >
      <div className="grid">
        <DescriptionList
          rows={[
            { label: 'Rows', value: count === undefined ? 'Counting' : countText(count) },
            { label: 'Columns', value: `All ${exportColumns.length}` },
            { label: 'Times in', value: zoneText(zone) },
            { label: 'Filters', value: filtersText(query, filters, zone) },
          ]}
        />
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
        <output>{run.rows === undefined ? '' : `${countText(run.rows)} rows read`}</output>
        {run.problem ? (
          <Notice tone="fail" alert title="The export failed. Nothing was saved.">
            {run.problem}
          </Notice>
        ) : null}
      </div>
    </Dialog>
  )
}

function useCount(query: ListQuery): number | undefined {
  const { data } = useQuery({
    queryKey: ['transfers', 'export', query],
    queryFn: ({ signal }) => call(transfers.list, { query: { ...query, limit: '1' } }, { signal }),
  })
  return data?.pagination.total
}

/** The export under way; closing the dialog stops it. */
function useExport(onDone: () => void) {
  const [rows, setRows] = useState<number | undefined>()
  const [problem, setProblem] = useState<string | undefined>()
  const stop = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    stop.current = controller
    return () => controller.abort()
  }, [])
  const start = async (query: ListQuery, format: ExportFormat, zone: Zone) => {
    const { signal } = stop.current
    setProblem(undefined)
    setRows(0)
    try {
      const file = await exportView(query, { format, zone, signal, onRows: setRows })
      const day = instantIn(new Date(serviceNow()).toISOString(), zone).slice(0, 10)
      saveFile(file, `transfers-${day}.${format}`)
      onDone()
    } catch (error) {
      if (signal.aborted) return
      setProblem(errorText(error))
      setRows(undefined)
    }
  }
  return { rows, problem, start }
}

/** The zone as a time of now would name it: `UTC+1`. */
function zoneText(zone: Zone): string {
  const now = timeText(serviceNow(), zone, { withZone: true })
  return now.slice(now.lastIndexOf(' ') + 1)
}

function filtersText(query: ListQuery, filters: readonly FilterField[], zone: Zone): string {
  const active = filters.filter((field) => wordsOf(field).some((word) => query[word]))
  const words = active.map((field) => `${field.label} ${filterText(field, query, zone)}`)
  return words.length > 0 ? words.join('; ') : `None, sorted by ${sortText(query['sort'])}`
}

function sortText(sort = ''): string {
  const field = sort.replace('-', '').replaceAll(/[A-Z]/g, (letter) => `_${letter}`)
  return `${wordOf(field).toLowerCase()}${sort.startsWith('-') ? ', newest first' : ''}`
}
