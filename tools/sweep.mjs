// Started beside a test run with the folder of its temporary files. Once the run is over, however it
// ended, it ends whatever still works there (databases, chains, services, browsers) and removes it.
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'

const [folder = ''] = process.argv.slice(2)
if (folder === '') throw new Error('Which folder?')
/** So long they may end in good order. */
const patienceMs = 5_000

// The run holds the other end.
for await (const _ of process.stdin);
const until = performance.now() + patienceMs
for (let left = working(); left.length > 0; left = working()) {
  for (const pid of left) end(pid, performance.now() < until ? 'SIGTERM' : 'SIGKILL')
  await sleep(200)
}
rmSync(folder, { recursive: true, force: true })

/** Processes whose command or environment names the folder, or what is in it. */
function working() {
  const [all, env] = [
    process.platform === 'darwin' ? '-axEww' : 'axeww',
    { PATH: process.env['PATH'] },
  ]
  const options = /** @type {const} */ ({ encoding: 'utf8', env, maxBuffer: Infinity })
  const table = execFileSync('ps', [all, '-o', 'pid=,command='], options)
  const names = (/** @type {string} */ line) =>
    line
      .split(folder)
      .slice(1)
      .some((rest) => !/^[\w-]/.test(rest))
  return table
    .split('\n')
    .filter(names)
    .map((line) => Number.parseInt(line, 10))
    .filter((pid) => pid !== process.pid)
}

/**
 * @param {number} pid
 * @param {NodeJS.Signals} signal
 */
function end(pid, signal) {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended meanwhile.
  }
}
