import type { Figures } from './measure.ts'
import { percentile } from './statistics.ts'

/**
 * Runs one flow per lane, again and again, for a set time. Each flow returns its times in
 * milliseconds by name; out come their medians and 95th percentiles, and flows per second.
 */
export async function lanes(
  count: number,
  seconds: number,
  flow: (lane: number) => Promise<Record<string, number>>,
): Promise<Figures> {
  const times = new Map<string, number[]>()
  const started = performance.now()
  const until = started + seconds * 1000
  let done = 0
  const lane = async (at: number): Promise<void> => {
    while (performance.now() < until) {
      for (const [name, value] of Object.entries(await flow(at))) {
        times.set(name, [...(times.get(name) ?? []), value])
      }
      done += 1
    }
  }
  await Promise.all(Array.from({ length: count }, (_, at) => lane(at)))
  const rate = done / ((performance.now() - started) / 1000)
  const percentiles = [...times].flatMap(([name, values]) => [
    [`${name} p50 ms`, percentile(values, 0.5)] as const,
    [`${name} p95 ms`, percentile(values, 0.95)] as const,
  ])
  return { 'rate/s': rate, ...Object.fromEntries(percentiles) }
}
