import './document-pages.css'
import { useState } from 'react'
import type { AnswerDocument } from '../../api/queries/reviews.ts'
import { t } from '../../messages/text.ts'

/**
 * The first pages of a document as pictures. They are fetched, which is put on record, once somebody
 * asks to see them.
 */
export function DocumentPages({
  fileName,
  pages = 1,
  previews,
}: Pick<AnswerDocument, 'fileName' | 'pages' | 'previews'>) {
  const [open, setOpen] = useState(false)
  if (previews.length === 0) return null
  return (
    <details className="document-pages" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('Look at {fileName}', { fileName })}</summary>
      {open
        ? previews.map(({ page, width, height, downloadUrl }) => (
            <img
              key={page}
              src={downloadUrl}
              width={width}
              height={height}
              alt={t('Page {page} of {pages}', { page, pages })}
              loading="lazy"
            />
          ))
        : null}
      {open && pages > previews.length ? (
        <p className="muted">
          {t('The first {shown} of {pages} pages. Download the file to see all.', {
            shown: previews.length,
            pages,
          })}
        </p>
      ) : null}
    </details>
  )
}
