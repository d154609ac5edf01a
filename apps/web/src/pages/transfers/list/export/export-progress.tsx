import { errorText } from '../../../../api/errors.ts'
import { CopyButton } from '../../../../ui/controls/copy-button.tsx'
import { DescriptionList } from '../../../../ui/display/description-list.tsx'
import { Notice } from '../../../../ui/display/notice.tsx'
import { countText } from '../../../../ui/format/numbers.ts'
import { StatusPill } from '../../../../ui/display/status-pill.tsx'
import { Time } from '../../../../ui/display/time.tsx'
import type { TransferExport } from '../../../../api/queries/transfers.ts'

type Props = {
  made: TransferExport | undefined
  error: unknown
  /** Rows that matched when it was asked for. */
  expected: number | undefined
}

/** How far the file is, and what to compare it with once it is there. */
export function ExportProgress({ made, error, expected }: Props) {
  const status = made?.status ?? 'PENDING'
  if (error && !made) {
    return (
      <Notice tone="fail" alert title="The export could not be read">
        {errorText(error)}
      </Notice>
    )
  }
  if (status === 'FAILED') {
    return (
      <Notice tone="fail" alert title="The export failed">
        No file was written. Close this and export again.
      </Notice>
    )
  }
  return (
    <>
      <output className="row" aria-live="polite">
        {status === 'READY' ? (
          <StatusPill status="COMPLETED" label="Ready" />
        ) : (
          <>
            <StatusPill status="PROCESSING" label="Preparing" />
            <span>{rowsText(made?.rows ?? 0, expected)}</span>
          </>
        )}
      </output>
      {made && status === 'READY' ? <Made made={made} /> : null}
    </>
  )
}

function rowsText(rows: number, expected: number | undefined): string {
  return expected === undefined
    ? `${countText(rows)} rows`
    : `${countText(rows)} of ${countText(expected)} rows`
}

function Made({ made }: { made: TransferExport }) {
  const { rows, bytes, sha256, expiresAt } = made
  return (
    <DescriptionList
      rows={[
        { label: 'Rows in the file', value: countText(rows) },
        { label: 'Size', value: `${countText(bytes)} bytes` },
        {
          label: 'SHA-256',
          value: (
            <span className="inline-flex items-start gap-1">
              <span className="mono break-anywhere">{sha256}</span>
              <CopyButton text={sha256} label="Copy SHA-256" />
            </span>
          ),
        },
        expiresAt
          ? { label: 'Link valid until', value: <Time at={expiresAt} withZone /> }
          : undefined,
      ]}
    />
  )
}
