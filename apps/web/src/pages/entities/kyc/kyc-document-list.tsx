import { wholeName } from '@corridor/domain'
import { codeLabel } from '../../../messages/service.ts'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { kyc, q } from '../../../api/call.ts'
import { useMissingPermission } from '../../../api/session.ts'
import type { Entity } from '../../../api/queries/entities.ts'
import { Region } from '../../../ui/page/region.tsx'
import { bytesText } from '../../../ui/format/bytes.ts'
import { Button, buttonClass, CopyButton } from '../../../ui/controls/button.tsx'
import { DocumentPages } from '../../../features/reviews/document-pages.tsx'
import { Card } from '../../../ui/display/blocks.tsx'
import { countryName } from '../../../ui/format/countries.ts'
import { StatusPill, Time } from '../../../ui/display/values.tsx'
import type { KycDocument } from '../../../api/queries/kyc.ts'
import { rich } from '../../../messages/rich.tsx'
import { t } from '../../../messages/text.ts'

/** Everything that was uploaded, the newest first, with its files. */
export function DocumentList({ entity }: { entity: Entity }) {
  const query = useQuery(q(kyc.documents, { entityId: entity.entityId }))
  const count = query.data?.data.length
  return (
    <Card
      title={t('Documents')}
      beside={count === undefined ? undefined : <span className="muted">{count}</span>}
      flush
    >
      <Region query={query} what={t('Documents')}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="p-4 muted">{t('No document was uploaded yet.')}</p>
          ) : (
            <ul>
              {data
                .toSorted(
                  (first, other) => Date.parse(other.uploadedAt) - Date.parse(first.uploadedAt),
                )
                .map((document) => (
                  <DocumentItem key={document.documentId} document={document} entity={entity} />
                ))}
            </ul>
          )
        }
      </Region>
    </Card>
  )
}

function DocumentItem({ document, entity }: { document: KycDocument; entity: Entity }) {
  const { type, country, numberMasked, status, reasonCode, expiryDate, uploadedAt, files } =
    document
  const person =
    document.person === undefined ? undefined : entity.associatedPersons?.[document.person]
  const facts = [
    person && wholeName(person),
    countryName(country),
    numberMasked && t('number {number}', { number: numberMasked }),
    expiryDate && t('expires {day}', { day: expiryDate }),
    reasonCode && codeLabel(reasonCode),
  ]
  return (
    <li className="document">
      <div className="row between">
        <b>{codeLabel(type)}</b>
        <StatusPill status={status} kind="document" />
      </div>
      <div className="muted">
        {facts.filter(Boolean).join(' · ')}
        {' · '}
        <Time at={uploadedAt} />
      </div>
      <ul className="document-files">
        {files.map((file) => (
          <FileItem key={file.side} file={file} />
        ))}
      </ul>
    </li>
  )
}

function FileItem({ file }: { file: KycDocument['files'][number] }) {
  const { side, fileName, bytes, sha256, downloadUrl } = file
  const missing = useMissingPermission('accounts:read_sensitive')
  return (
    <li className="document-file">
      <div className="grow">
        <div className="truncated">
          {fileName} <span className="muted nowrap">{bytesText(bytes)}</span>
        </div>
        <div className="row gap-1 caption">
          <span className="truncated">
            {rich('{side}, SHA-256 {checksum}', {
              side: codeLabel(side),
              checksum: <span className="mono">{sha256.slice(0, 8)}…</span>,
            })}
          </span>
          <CopyButton text={sha256} label={t('Copy checksum of {fileName}', { fileName })} />
        </div>
        <DocumentPages {...file} />
      </div>
      {downloadUrl === '' ? (
        <Button
          size="s"
          square
          icon={Download}
          aria-label={t('Download {fileName}', { fileName })}
          disabledReason={missing ?? t('There is no link to this file.')}
        />
      ) : (
        <a
          href={downloadUrl}
          download={fileName}
          className={buttonClass({ size: 's', square: true })}
          aria-label={t('Download {fileName}', { fileName })}
          title={t('Download')}
        >
          <Download className="icon-medium" />
        </a>
      )}
    </li>
  )
}
