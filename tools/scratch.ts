// Where a test run keeps its databases, chains and other temporary files.
import { spawn } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './stamp.mjs'

const GiB = 2 ** 30
/** A run takes about two; nothing that runs beside it should miss them. */
const plenty = { folder: 4 * GiB, memory: 8 * GiB }

/**
 * A folder for the temporary files of this process and of all that it starts; nothing that works there
 * outlives us, however we end. It is in memory where there is plenty: a run makes and drops a hundred databases and commits all the time, and the disk takes
 * longer for it than all else does. What is written there is synchronised as it is on a disk, and
 * outlives any process; only a power cut would show a difference.
 */
export function enterScratch(): void {
  const folder = makeScratch('/dev/shm') ?? openToAll(mkdtempSync(join(tmpdir(), 'corridor-run-')))
  process.env['TMPDIR'] = folder
  // It reads the end of its input when we are gone; our ending need not wait for it.
  const sweeper = spawn(process.execPath, [join(root, 'tools/sweep.mjs'), folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  sweeper.unref()
  if (sweeper.stdin instanceof Socket) sweeper.stdin.unref()
}

/** For vitest, whose runs of single files have no such folder yet. */
export function setup(): void {
  if (!tmpdir().includes('corridor-run-')) enterScratch()
}

const named = /^corridor-run-(\d+)$/

export function makeScratch(base: string, least = plenty): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(base)
    if (bavail * bsize < least.folder || process.availableMemory() < least.memory) return undefined
    accessSync(base, constants.W_OK)
  } catch {
    // Other systems have no such folder.
    return undefined
  }
  for (const name of readdirSync(base)) {
    // A run that was killed has left its folder.
    const pid = Number(named.exec(name)?.[1])
    if (pid && !isRunning(pid)) rmSync(join(base, name), { recursive: true, force: true })
  }
  const folder = join(base, `corridor-run-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  return openToAll(folder)
}

/** As any folder for temporary files: the database runs under a user of its own. */
function openToAll(folder: string): string {
  chmodSync(folder, 0o1777)
  return folder
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}
