import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withFixture } from './fixture.ts'
import { makeScratch } from './scratch.ts'

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
