const steps = [
  [1_000_000, 'MB'],
  [1000, 'kB'],
] as const

/** `482 B`, `1.2 kB`, `3.4 MB`; a whole number of units has no decimals. */
export function bytesText(bytes: number): string {
  for (const [size, unit] of steps) {
    if (bytes >= size) return `${Number((bytes / size).toFixed(1))} ${unit}`
  }
  return `${bytes} B`
}
