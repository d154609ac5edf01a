import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withFixture } from './fixture.ts'
import { root } from './stamp.mjs'

/** Counts the signals it gets; ends a moment after the first with their number as its exit code. */
const server = `let count = 0
const end = () => {
  count += 1
  process.stdout.write('signalled')
  setTimeout(() => process.exit(count), 300)
}
process.on('SIGTERM', end)
process.on('SIGINT', end)
setInterval(() => undefined, 1000)
process.on('exit', () => process.stdout.write('stopped'))
process.stdout.write('ready')`

/** Starts a launcher, in a group of its own, that hands over to the server. */
function launch(folder: string, options = '{ ownGroup: true }') {
  const script = `import { handOver } from ${JSON.stringify(join(root, 'tools/child.mjs'))}
process.exitCode = await handOver([${JSON.stringify(join(folder, 'server.mjs'))}], ${options})`
  return spawn(process.execPath, ['--input-type=module', '-e', script], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** A group that has ended already is nothing to signal. */
function signalGroup({ pid = 0 }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

test.for(['SIGTERM', 'SIGINT'] as const)(
  'a %s to the whole group reaches the server once, and its exit code comes back',
  async (signal) => {
    const code = await withFixture({ 'server.mjs': server }, (folder) => {
      const launcher = launch(folder)
      return new Promise<number | null>((resolve) => {
        let output = ''
        launcher.stdout.on('data', (chunk: Buffer) => {
          output += chunk.toString('utf8')
          // Once when it is ready, and once more while it is ending.
          if (output === 'ready' || output === 'readysignalled') signalGroup(launcher, signal)
        })
        launcher.once('exit', resolve)
      })
    })
    expect(code).toBe(1)
  },
)

test.for(['{ ownGroup: true }', '{ isTestRun: true }'])(
  'with %s it stops in good order when its launcher is killed',
  async (options) => {
    const output = await withFixture({ 'server.mjs': server }, (folder) => {
      const launcher = launch(folder, options)
      let text = ''
      return new Promise<string>((resolve) => {
        launcher.stdout.on('data', (chunk: Buffer) => {
          text += chunk.toString('utf8')
          if (text === 'ready') launcher.kill('SIGKILL')
        })
        // The server holds the same output: it closes once the server has ended too.
        launcher.stdout.once('close', () => resolve(text))
      })
    })
    expect(output).toBe('readysignalledstopped')
  },
)
