// Child processes of the launcher. Plain JavaScript: it runs before anything is installed.
import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { root } from './stamp.mjs'

/** The Node that every script of this repository runs on, whatever the machine itself carries. */
export const pinnedNode = join(root, 'node_modules', 'node', 'bin', 'node')

/** Compiled code is kept between starts: reading the sources anew is most of a start. */
export const compileCache = join(root, 'node_modules', '.cache', 'corridor', 'compiled')

/**
 * How the server keeps its memory small: V8's young generation in 32 MiB instead of 128, and
 * buffers of network and database given back to the system once they are free.
 */
export const memoryBounds = {
  NODE_OPTIONS: '--max-semi-space-size=16',
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

/** What whoever starts the server has set goes before. */
function serverEnvironment() {
  const options = `${memoryBounds.NODE_OPTIONS} ${process.env['NODE_OPTIONS'] ?? ''}`
  return { ...memoryBounds, ...environment(), NODE_OPTIONS: options }
}

/** @param {NodeJS.ProcessEnv} [extra] */
function environment(extra = {}) {
  const path = [join(root, 'node_modules', 'node', 'bin'), process.env['PATH'] ?? ''].join(
    delimiter,
  )
  return { NODE_COMPILE_CACHE: compileCache, ...process.env, PATH: path, ...extra }
}

/**
 * Run a preparing step to its end. Its output goes to standard error: standard output belongs to
 * the command that the user asked for (`admin` prints JSON there).
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<void>} rejects when the step fails
 */
export function step(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? root,
      env: environment(options.env),
      stdio: ['ignore', 2, 2],
    })
    child.once('error', reject)
    child.once('exit', (code, signal) =>
      code === 0
        ? resolve()
        : reject(new Error(`${[command, ...args].join(' ')} ended with ${signal ?? code}`)),
    )
  })
}

const echoMs = 1000

/**
 * Hand over to a program on the pinned Node: same output, signals passed on, its exit code ours.
 *
 * The server takes a second signal as impatience and ends at once. Ctrl-C, though, reaches the
 * whole group of processes, and npm passes it on once more. So the server runs in a group of its
 * own, an echo of a signal is not passed on, and it stops automatically when we are gone
 * (follow-parent.mjs). Everything else stays in our group; a test run stops in the same way, and also
 * when whoever started us is gone.
 * @param {string[]} args
 * @param {{ ownGroup?: boolean, isTestRun?: boolean }} [options]
 * @returns {Promise<number>} the exit code
 */
export function handOver(args, { ownGroup = false, isTestRun = false } = {}) {
  const follows = ownGroup || isTestRun
  return new Promise((resolve, reject) => {
    const follow = follows ? ['--import', join(root, 'tools', 'follow-parent.mjs')] : []
    const child = spawn(pinnedNode, [...follow, ...args], {
      cwd: root,
      env: ownGroup ? serverEnvironment() : environment(),
      stdio: ['inherit', 'inherit', 'inherit', follows ? 'pipe' : 'ignore'],
      detached: ownGroup,
    })
    child.once('error', reject)
    let lastMs = -echoMs
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
      process.on(signal, () => {
        const isEcho = performance.now() - lastMs < echoMs
        const hasIt = !ownGroup && signal === 'SIGINT' && process.stdin.isTTY
        if (isEcho || hasIt) return
        lastMs = performance.now()
        child.kill(signal)
      })
    }
    const parent = process.ppid
    const orphaned = () => isTestRun && process.ppid !== parent && child.kill('SIGTERM')
    setInterval(orphaned, echoMs).unref()
    child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 143)))
  })
}
