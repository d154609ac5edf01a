/** Memory every so often; the first third of the time is for caches to fill. */
export type Sample = { seconds: number; mib: number }

/** MiB a minute, of the straight line nearest to the last two thirds; 0 of fewer than two samples. */
export function slopeOf(samples: readonly Sample[]): number {
  const last = samples.at(-1)?.seconds ?? 0
  const late = samples.filter(({ seconds }) => seconds >= last / 3)
  const mean = (value: (sample: Sample) => number) =>
    late.reduce((sum, sample) => sum + value(sample), 0) / late.length
  const [x, y] = [mean(({ seconds }) => seconds), mean(({ mib }) => mib)]
  const across = late.reduce((sum, { seconds }) => sum + (seconds - x) ** 2, 0)
  const along = late.reduce((sum, { seconds, mib }) => sum + (seconds - x) * (mib - y), 0)
  return across === 0 ? 0 : (along / across) * 60
}

/** Flat: over ten minutes it would grow by less than a tenth of what it is. */
export function isFlat(samples: readonly Sample[]): boolean {
  const middle = samples.reduce((sum, { mib }) => sum + mib, 0) / samples.length
  return samples.length > 0 && slopeOf(samples) * 10 <= middle / 10
}
