import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withFixture } from './fixture.ts'
import { isRunning, makeScratch } from './scratch.ts'
import { root } from './stamp.mjs'

const little = { folder: 1, memory: 1 }

test('a run has a folder in memory for all users, and removes those of runs that are gone', () =>
  withFixture(
    { 'corridor-run-4194305/base': '', [`corridor-run-${process.ppid}/base`]: '', other: '' },
    (base) => {
      const folder = join(base, `corridor-run-${process.pid}`)
      expect(makeScratch(base, little)).toBe(folder)
      expect(statSync(folder).mode & 0o7777).toBe(0o1777)
      expect(existsSync(join(base, 'corridor-run-4194305'))).toBe(false)
      expect(existsSync(join(base, `corridor-run-${process.ppid}`))).toBe(true)
      expect(existsSync(join(base, 'other'))).toBe(true)
    },
  ))

test('where there is no such folder, or not plenty, temporary files stay where they are', () =>
  withFixture({}, (base) => {
    expect(makeScratch(join(base, 'absent'), little)).toBeUndefined()
    expect(makeScratch(base, { ...little, folder: Infinity })).toBeUndefined()
    expect(makeScratch(base, { ...little, memory: Infinity })).toBeUndefined()
  }))

/** A run that has started what outlives it, apart and by itself, and says which and where. */
const run = `import { spawn } from 'node:child_process'
import { enterScratch } from ${JSON.stringify(join(root, 'tools/scratch.ts'))}
enterScratch()
const { pid } = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' })
console.log(JSON.stringify({ pid, folder: process.env.TMPDIR }))`

test('a run that is killed leaves neither a process nor a file behind', async () => {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', run])
  const [printed] = (await once(child.stdout, 'data')) as [Buffer]
  const { pid, folder } = JSON.parse(printed.toString()) as { pid: number; folder: string }
  expect([isRunning(pid), existsSync(folder)]).toEqual([true, true])
  child.kill('SIGKILL')
  await expect
    .poll(() => [isRunning(pid), existsSync(folder)], { timeout: 60_000 })
    .toEqual([false, false])
})
