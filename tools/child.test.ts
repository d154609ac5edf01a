import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withFixture } from './fixture.ts'
import { root } from './stamp.mjs'

/** Counts the signals it gets; ends a moment after the first with their number as its exit code. */
const server = `let count = 0
process.on('SIGTERM', () => { count += 1; setTimeout(() => process.exit(count), 300) })
process.on('SIGINT', () => { count += 1; setTimeout(() => process.exit(count), 300) })
setInterval(() => undefined, 1000)
process.stdout.write('ready')`

test.for(['SIGTERM', 'SIGINT'] as const)(
  'a %s to the whole group reaches the server once, and its exit code comes back',
  async (signal) => {
    const code = await withFixture({ 'server.mjs': server }, (folder) => {
      const script = `import { handOver } from ${JSON.stringify(join(root, 'tools/child.mjs'))}
process.exitCode = await handOver([${JSON.stringify(join(folder, 'server.mjs'))}], { ownGroup: true })`
      const launcher = spawn(process.execPath, ['--input-type=module', '-e', script], {
        detached: true,
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      return new Promise<number | null>((resolve) => {
        launcher.stdout.once('data', () => {
          const group = -(launcher.pid ?? 0)
          process.kill(group, signal)
          setTimeout(() => process.kill(group, signal), 50)
        })
        launcher.once('exit', resolve)
      })
    })
    expect(code).toBe(1)
  },
)
