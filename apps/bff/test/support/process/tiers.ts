import { test } from 'vitest'

/** The long run (`FULL=1`), which is made before a release. */
export const isFull = Boolean(process.env['FULL'])

/** A test of the long run alone: it takes many seconds, and what it holds fails a shorter one, too. */
export const testInFull: typeof test | ((...given: unknown[]) => void) = isFull
  ? test
  : () => undefined

/**
 * So many of them, from where the run's seed points (`FIRST_SEED`); all in the long run. For what starts
 * the program anew each time, which takes seconds of both cores.
 */
export function sampled<T>(all: readonly T[], count: number): readonly T[] {
  const first = Number(process.env['FIRST_SEED'] ?? 1) % all.length
  return isFull ? all : [...all.slice(first), ...all.slice(0, first)].slice(0, count)
}
