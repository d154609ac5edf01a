import { useMemo } from 'react'
import { encode } from 'uqr'

/** Modules of quiet around the code, which readers need. */
const quiet = 4

/** The text as a QR code, black on white in both themes, because readers expect it so. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const grid = useMemo(() => encode(text, { ecc: 'M', border: quiet }).data, [text])
  const size = grid.length
  const path = grid
    .flatMap((line, row) =>
      line.flatMap((dark, column) => (dark ? [`M${column} ${row}h1v1h-1z`] : [])),
    )
    .join('')
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} />
      <path d={path} />
    </svg>
  )
}
