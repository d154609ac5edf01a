import './job-tray.css'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { isApiError } from '../../api/errors.ts'
import { type Job, putJobAway, useJobs } from '../../api/jobs.ts'
import { exportQuery, isUnderWay } from '../../api/queries/exports.ts'
import { recoveryQuery } from '../../api/queries/webhooks.ts'
import { paths } from '../../routing/paths.ts'
import { Button } from '../../ui/controls/button.tsx'
import { StatusPill } from '../../ui/display/values.tsx'
import { countText } from '../../ui/format/numbers.ts'
import { TextLink } from '../../ui/page/links.tsx'
import { DownloadLink } from './download-link.tsx'
import { rowsText, StopExport } from './export-progress.tsx'
import { listLabels } from './list-labels.ts'
import { plural, t } from '../../messages/text.ts'

/** Long jobs of this person, on every page until they are put away. */
export function JobTray() {
  const jobs = useJobs()
  const [open, setOpen] = useState(true)
  const Icon = open ? ChevronDown : ChevronUp
  if (jobs.length === 0) return null
  return (
    <section className="job-tray" aria-label={t('Jobs')}>
      <button
        type="button"
        className="job-tray-head"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <span className="strong">{t('Jobs')}</span>
        <span className="muted">{jobs.length}</span>
        <Icon className="icon-medium" />
      </button>
      {open ? (
        <ul>
          {jobs.map((job) => (
            <li key={job.id}>
              {job.kind === 'export' ? <ExportLine job={job} /> : <RecoveryLine job={job} />}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}

function ExportLine({ job }: { job: Job }) {
  const { data, error } = useQuery(exportQuery(job.id))
  const made = data?.data
  const title = made ? t('Export of {records}', { records: listLabels[made.list] }) : t('Export')
  if (!made)
    return <Line job={job} title={title} state={error ? <Gone error={error} /> : t('Looking')} />
  const { status, rows, total, url, exportId } = made
  if (isUnderWay(status))
    return (
      <Line
        job={job}
        title={title}
        state={rowsText(rows, total)}
        end={<StopExport exportId={exportId} />}
        progress={{ value: rows, max: total }}
      />
    )
  return (
    <Line
      job={job}
      title={title}
      state={
        status === 'READY' ? (
          rowsText(rows, undefined)
        ) : (
          <StatusPill status={status} label={endLabels[status] ?? t('Ended')} />
        )
      }
      end={url ? <DownloadLink url={url} small /> : null}
    />
  )
}

const endLabels: Record<string, string> = {
  FAILED: t('Failed'),
  CANCELLED: t('Stopped'),
  EXPIRED: t('No longer kept'),
}

function RecoveryLine({ job }: { job: Job }) {
  const { data, error } = useQuery(recoveryQuery(job.id))
  const title = t('Webhook replay')
  if (!data)
    return <Line job={job} title={title} state={error ? <Gone error={error} /> : t('Looking')} />
  const { scheduled, waiting, status } = data.data
  return (
    <Line
      job={job}
      title={title}
      state={plural(
        scheduled,
        { one: '{count} of {total} event', other: '{count} of {total} events' },
        { count: countText(scheduled - waiting), total: countText(scheduled) },
      )}
      end={<TextLink to={paths.webhookReplay(job.id)}>{t('Open##action')}</TextLink>}
      {...(status === 'RUNNING'
        ? { progress: { value: scheduled - waiting, max: scheduled } }
        : {})}
    />
  )
}

const Gone = ({ error }: { error: unknown }) => (
  <span className="muted">
    {isApiError(error) && error.status === 404 ? t('Not yours, or no longer there') : t('Not read')}
  </span>
)

type LineProps = {
  job: Job
  title: string
  state: ReactNode
  end?: ReactNode
  progress?: { value: number; max: number | undefined }
}

function Line({ job, title, state, end, progress }: LineProps) {
  return (
    <div className="job-line">
      <span className="grow">
        <span className="strong">{title}</span> <span className="muted">{state}</span>
        {progress ? (
          <progress
            className="progress-bar"
            aria-label={title}
            {...(progress.max === undefined
              ? {}
              : { value: progress.value, max: Math.max(progress.max, 1) })}
          />
        ) : null}
      </span>
      {end}
      <Button
        size="s"
        variant="quiet"
        square
        aria-label={t('Put {title} away', { title })}
        icon={X}
        onClick={() => putJobAway(job.id)}
      />
    </div>
  )
}
