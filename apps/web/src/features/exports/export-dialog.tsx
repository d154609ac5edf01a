import { codeText } from '../../messages/service.ts'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { exports } from '../../api/call.ts'
import { followJob } from '../../api/jobs.ts'
import {
  type ExportableList,
  exportableQuery,
  exportCountQuery,
  type ExportBody,
  type ExportList,
  exportQuery,
} from '../../api/queries/exports.ts'
import { Button } from '../../ui/controls/button.tsx'
import { RadioGroup } from '../../ui/controls/inputs.tsx'
import { DescriptionList, fact } from '../../ui/display/blocks.tsx'
import { useZone } from '../../ui/display/values.tsx'
import { countText } from '../../ui/format/numbers.ts'
import type { Zone } from '../../ui/format/times.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Region } from '../../ui/page/region.tsx'
import { filterText, parametersOf } from '../../ui/table/filters.ts'
import type { ListView } from '../../ui/table/types.ts'
import { useAction, Refused } from '../actions/action.tsx'
import { type Choice, ColumnChoice } from './column-choice.tsx'
import { visibleKeys } from './column-keys.ts'
import { DownloadLink } from './download-link.tsx'
import { ExportProgress } from './export-progress.tsx'
import { listLabels } from './list-labels.ts'
import { plural, t } from '../../messages/text.ts'

type Props = {
  list: ExportList
  preset: Readonly<Record<string, string>> | undefined
  view: ListView
  onClose: () => void
}

/** Says what will be written before it is; then the service writes every row that matches. */
export function ExportDialog(props: Props) {
  const query = useQuery(exportableQuery)
  const found = query.data?.find(({ list }) => list === props.list)
  if (found) return <Form {...props} exportable={found} />
  return (
    <Dialog open onOpenChange={props.onClose} wide title={titleOf(props.list)}>
      <Region query={query} what={t('What can be exported')}>
        {() => <p>{t('You may not read this list.')}</p>}
      </Region>
    </Dialog>
  )
}

const titleOf = (list: ExportList) => t('Export {records}', { records: listLabels[list] })

/** What is to be written, and what became of it. */
function useExport({ list, preset, view, exportable }: FormProps) {
  const zone = useZone()
  const filters = filtersOf(view, preset)
  const visible = visibleKeys(exportable, view.columns)
  const [format, setFormat] = useState<ExportBody['format']>('csv')
  const [choice, setChoice] = useState<Choice>('visible')
  const [columns, setColumns] = useState<ReadonlySet<string>>(new Set(visible))
  const [exportId, setExportId] = useState<string | undefined>()
  const counted = useQuery({ ...exportCountQuery(list, filters), enabled: view.ids === undefined })
  const ordered = useAction(exports.create, {
    onDone: ({ data }) => {
      setExportId(data.exportId)
      followJob({ kind: 'export', id: data.exportId })
    },
  })
  const progress = useQuery({ ...exportQuery(exportId ?? ''), enabled: exportId !== undefined })
  const chosen = exportable.columns.map(({ key }) => key).filter((key) => columns.has(key))
  const picked = view.ids ? { ids: [...view.ids] } : {}
  const shaped = format === 'proof' ? {} : { columns: chosen }
  const body = { list, filters, ...shaped, format, zone: zoneId(zone), ...picked }
  return {
    zone,
    visible,
    format,
    setFormat,
    choice,
    columns,
    choose: (next: Choice, some: ReadonlySet<string>) => {
      setChoice(next)
      setColumns(some)
    },
    count: view.ids?.size ?? counted.data,
    countError: counted.error ?? undefined,
    exportId,
    made: progress.data?.data,
    progressError: progress.error,
    ordered,
    start: () => ordered.send({ body }),
  }
}

type FormProps = Props & { exportable: ExportableList }

function Form(props: FormProps) {
  const { list, view, exportable, onClose } = props
  const asked = useExport(props)
  const { count, exportId, made, ordered } = asked
  return (
    <Dialog
      open
      onOpenChange={onClose}
      wide
      title={titleOf(list)}
      description={
        view.ids
          ? t('The rows that you selected.')
          : t('Everything that matches the list’s filters, not only the rows on screen.')
      }
      footer={
        <>
          <Button onClick={onClose}>{exportId ? t('Close') : t('Cancel')}</Button>
          {made?.url ? (
            <DownloadLink url={made.url} />
          ) : (
            <Button
              variant="primary"
              icon={Download}
              busy={ordered.isBusy || exportId !== undefined}
              disabledReason={blockedBy(count, asked.columns)}
              onClick={asked.start}
            >
              {count === undefined
                ? t('Export')
                : plural(
                    count,
                    { one: 'Export {count} row', other: 'Export {count} rows' },
                    { count: countText(count) },
                  )}
            </Button>
          )}
        </>
      }
    >
      <div className="grid">
        <Scope count={count} view={view} zone={asked.zone} />
        {exportId ? (
          <ExportProgress made={made} error={asked.progressError} expected={count} />
        ) : (
          <Choices asked={asked} exportable={exportable} />
        )}
        <Refused title={t('The rows were not counted')} error={asked.countError} />
        <Refused title={t('The export was not started')} error={ordered.error} />
      </div>
    </Dialog>
  )
}

const exportFormats = ['csv', 'jsonl', 'proof'] as const
const formatLabels: Record<ExportBody['format'], string> = {
  csv: 'CSV',
  jsonl: t('JSON Lines'),
  proof: t('With proof'),
}

type ChoicesProps = { asked: ReturnType<typeof useExport>; exportable: ExportableList }

function Choices({ asked, exportable }: ChoicesProps) {
  return (
    <>
      <RadioGroup
        label={t('Format')}
        look="segment"
        value={asked.format}
        onChange={(value) =>
          asked.setFormat(exportFormats.find((format) => format === value) ?? 'csv')
        }
        options={exportFormats
          .filter((format) => format !== 'proof' || exportable.list === 'audit')
          .map((value) => ({ value, label: formatLabels[value] }))}
      />
      {asked.format === 'proof' ? (
        <p className="caption">
          {t(
            'Whole entries up to the last checkpoint, with the signatures that prove them. Of entries that do not match, the file has hashes alone.',
          )}
        </p>
      ) : (
        <ColumnChoice
          list={exportable}
          visible={asked.visible}
          choice={asked.choice}
          chosen={asked.columns}
          onChange={asked.choose}
        />
      )}
    </>
  )
}

function filtersOf({ query }: ListView, preset: Props['preset']): Record<string, string> {
  const given = Object.entries({ ...preset, ...query }).filter(([, value]) => value)
  return Object.fromEntries(given) as Record<string, string>
}

function blockedBy(count: number | undefined, columns: ReadonlySet<string>) {
  if (count === 0) return t('There is nothing to export')
  return columns.size === 0 ? t('Choose a column') : undefined
}

function Scope({ count, view, zone }: { count: number | undefined; view: ListView; zone: Zone }) {
  return (
    <DescriptionList
      rows={[
        fact(t('Rows'), count === undefined ? t('Counting') : countText(count)),
        fact(t('Filters'), filtersText(view, zone)),
        fact(t('Times in'), zoneId(zone)),
      ]}
    />
  )
}

function filtersText({ query, filters, ids, tab }: ListView, zone: Zone): string {
  const active = filters.filter((field) => parametersOf(field).some((name) => query[name]))
  const texts = [
    ...(ids ? [t('Selected rows')] : []),
    ...(tab ? [tab] : []),
    ...active.map((field) => `${field.label} ${filterText(field, query, zone)}`),
  ]
  if (texts.length > 0) return texts.join('; ')
  return query['sort']
    ? t('None, sorted by {order}', { order: sortText(query['sort']) })
    : t('None')
}

function sortText(sort: string): string {
  const field = sort.replace('-', '').replaceAll(/[A-Z]/g, (letter) => `_${letter}`)
  return sort.startsWith('-')
    ? t('{column}, newest first', { column: codeText(field) })
    : codeText(field)
}

/** The zone that the console shows, by the name that the service knows. */
function zoneId(zone: string): string {
  if (zone === 'utc') return 'UTC'
  return zone === 'local' ? new Intl.DateTimeFormat().resolvedOptions().timeZone : zone
}
