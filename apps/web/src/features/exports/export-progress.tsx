import { exports } from '../../api/call.ts'
import { queries } from '../../api/query-client.ts'
import { errorText } from '../../api/errors.ts'
import { type ExportJob, exportQuery, isUnderWay } from '../../api/queries/exports.ts'
import { Button, CopyButton } from '../../ui/controls/button.tsx'
import { DescriptionList, fact, Notice } from '../../ui/display/blocks.tsx'
import { StatusPill, Time } from '../../ui/display/values.tsx'
import { countText } from '../../ui/format/numbers.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { refusalText, useAction } from '../actions/action.tsx'
import { plural, t } from '../../messages/text.ts'

type Props = {
  made: ExportJob | undefined
  error: unknown
  /** Rows that matched when it was asked for. */
  expected: number | undefined
}

/** How far the file is, and what to compare it with once it is there. */
export function ExportProgress({ made, error, expected }: Props) {
  const status = made?.status ?? 'PENDING'
  if (error && !made) {
    return (
      <Notice tone="fail" alert title={t('The export could not be read')}>
        {errorText(error)}
      </Notice>
    )
  }
  if (status === 'FAILED') {
    return (
      <Notice tone="fail" alert title={t('The export failed')}>
        {t('No file was written. Close this and export again.')}
      </Notice>
    )
  }
  return (
    <>
      <output className="row" aria-live="polite">
        {status === 'READY' ? <StatusPill status="COMPLETED" label={t('Ready')} /> : null}
        {status === 'CANCELLED' ? <StatusPill status="CANCELLED" label={t('Stopped')} /> : null}
        {isUnderWay(status) ? (
          <>
            <StatusPill status="PROCESSING" label={t('Preparing')} />
            <span>{rowsText(made?.rows ?? 0, made?.total ?? expected)}</span>
            {made ? <StopExport exportId={made.exportId} /> : null}
          </>
        ) : null}
      </output>
      {isUnderWay(status) ? (
        <p className="muted">
          {t('You can close this: the file is listed at the bottom of the page.')}
        </p>
      ) : null}
      {made && status === 'READY' ? <Made made={made} /> : null}
    </>
  )
}

export function StopExport({ exportId }: { exportId: string }) {
  const { queryKey } = exportQuery(exportId)
  const stop = useAction(exports.cancel, {
    onDone: (answer) => queries.setQueryData(queryKey, answer) && undefined,
    onRefused: (error) => {
      toast({ tone: 'fail', title: t('Not stopped'), text: refusalText(error) })
      return queries.invalidateQueries({ queryKey })
    },
  })
  return (
    <Button size="s" busy={stop.isBusy} onClick={() => stop.send({ params: { exportId } })}>
      {t('Stop')}
    </Button>
  )
}

export function rowsText(rows: number, expected: number | undefined): string {
  return expected === undefined
    ? plural(rows, { one: '{count} row', other: '{count} rows' }, { count: countText(rows) })
    : plural(
        expected,
        { one: '{count} of {total} row', other: '{count} of {total} rows' },
        { count: countText(rows), total: countText(expected) },
      )
}

function Made({ made }: { made: ExportJob }) {
  const { rows, bytes, sha256, expiresAt } = made
  return (
    <DescriptionList
      rows={[
        fact(t('Rows in the file'), countText(rows)),
        fact(
          t('Size'),
          plural(
            bytes,
            { one: '{count} byte', other: '{count} bytes' },
            { count: countText(bytes) },
          ),
        ),
        fact(
          'SHA-256',
          <span className="inline-flex items-start gap-1">
            <span className="mono break-anywhere">{sha256}</span>
            <CopyButton text={sha256} label={t('Copy SHA-256')} />
          </span>,
        ),
        expiresAt && fact(t('Link valid until'), <Time at={expiresAt} withZone />),
      ]}
    />
  )
}
