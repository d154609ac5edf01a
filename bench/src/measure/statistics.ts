/** The value below which this part of the sorted numbers lies; `part` from 0 to 1. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

/** The middle value; of an even count the lower of the two, which is a value that was measured. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN
}

/** How far apart the runs lie, as a share of the median: 0.1 means the extremes differ by 10 %. */
export function spread(values: readonly number[]): number {
  return (Math.max(...values) - Math.min(...values)) / median(values)
}

/** Welch's t of two samples of unequal variance: beyond 4.5 either way their means differ. */
export function welchT(first: readonly number[], other: readonly number[]): number {
  const [a, b] = [moments(first), moments(other)]
  return (a.mean - b.mean) / Math.sqrt(a.variance / first.length + b.variance / other.length)
}

function moments(values: readonly number[]): { mean: number; variance: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return { mean, variance: squares / (values.length - 1) }
}
