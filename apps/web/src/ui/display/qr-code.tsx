import { useMemo } from 'react'
import { qrMatrix } from './qr.ts'

const quiet = 4

/** The text as a QR code, black on white in both themes, because readers expect it so. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const grid = useMemo(() => qrMatrix(text), [text])
  const size = grid.length + 2 * quiet
  const path = grid
    .flatMap((line, row) =>
      line.flatMap((dark, column) => (dark ? [`M${column + quiet} ${row + quiet}h1v1h-1z`] : [])),
    )
    .join('')
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} />
      <path d={path} />
    </svg>
  )
}
