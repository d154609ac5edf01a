import { test } from 'vitest'

/** The long run (`FULL=1`), which is made before a release. */
export const isFull = Boolean(process.env['FULL'])

/** A test of the long run alone: it takes many seconds, and what it holds fails a shorter one, too. */
export const testInFull: typeof test | ((...given: unknown[]) => void) = isFull
  ? test
  : () => undefined
