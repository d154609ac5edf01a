// A test that fails is run once more, alone. One that then passes depends on pace: the run passes,
// names it, and counts it in a file that says which to mend first.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './stamp.mjs'

/** What can be run again: a test, or a file of which more than its tests failed. */
export type Failure = {
  /** `<file> > <test>`, or the file alone. */
  name: string
  /** What the first run counted for it; the second counts in its place. */
  passed: number
  failed: number
  again: () => Promise<Tally>
}

/** How many of a part's checks or tests passed. Tests that do not fit this machine or user are not counted. */
export type Tally = {
  part: string
  passed: number
  failed: number
  failures: Failure[]
  /** How long each file of tests took. */
  files: { file: string; seconds: number }[]
}

/** More failures than this, or more time, are not a matter of pace: a broken change fails soon. */
const failuresMax = 20
const againMsMax = 180_000

/** The tallies after a second try of each failure, with the names of those that then passed. */
export async function rerunFailed(
  tallies: Tally[],
  now = () => performance.now(),
): Promise<{ tallies: Tally[]; flaky: string[] }> {
  const count = tallies.reduce((sum, { failures }) => sum + failures.length, 0)
  if (count > failuresMax) {
    console.log(`${count} failures, more than ${failuresMax}: none is run again`)
    return { tallies, flaky: [] }
  }
  const until = now() + againMsMax
  const flaky: string[] = []
  const after: Tally[] = []
  for (const tally of tallies) after.push(await rerunPart(tally))
  return { tallies: after, flaky }

  async function rerunPart({ part, passed, failed, failures, files }: Tally): Promise<Tally> {
    const remaining: Failure[] = []
    for (const failure of failures) {
      const second = await rerun(`${part} ${failure.name}`, failure)
      if (!second) {
        remaining.push(failure)
        continue
      }
      flaky.push(`${part} ${failure.name}`)
      passed += second.passed - failure.passed
      failed -= failure.failed
    }
    return { part, passed, failed, failures: remaining, files }
  }

  async function rerun(name: string, { again }: Failure): Promise<Tally | undefined> {
    if (now() > until) {
      console.log(`Not run again, time is up: ${name}`)
      return undefined
    }
    console.log(`Once more, alone: ${name}`)
    const second = await again()
    return second.failed === 0 && second.passed > 0 ? second : undefined
  }
}

const countsFile = join(root, 'tools', 'flaky.json')

type Counts = Record<string, { count: number; last: string }>

/** Counts the names in the file, the most frequent first; a run without any leaves it as it is. */
export function countFlaky(names: string[], file = countsFile, at = new Date()): void {
  if (names.length === 0) return
  // Only this function and those who take a mended test out write it.
  const counts = JSON.parse(readFileSync(file, 'utf8')) as Counts
  const last = at.toISOString().slice(0, 10)
  for (const name of names) counts[name] = { count: (counts[name]?.count ?? 0) + 1, last }
  const sorted = Object.entries(counts).toSorted(
    ([a, { count: ofA }], [b, { count: ofB }]) => ofB - ofA || a.localeCompare(b, 'en'),
  )
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
}
