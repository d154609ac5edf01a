import { type ChildProcess, spawn } from 'node:child_process'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { StartRefused } from '../../config/start-refused.ts'
import type { SignerOrder, SignerReport } from './order.ts'

export type SignerProcess = {
  /** Lets it finish the calls under way, and ends it. */
  stop: () => Promise<void>
}

type Options = {
  /** The file that is run. */
  program: string
  order: SignerOrder
  /** Whom it runs as, where that is somebody else. */
  user: { uid: number; gid: number } | undefined
  log: Logger
}

const pauseMs = { first: 100, most: 5_000 }
/** Whoever ran so long did not fail at the start: the next pause is short again. */
const steadyMs = 60_000
const stopMs = 10_000

/** Starts the signer's process, and starts it again whenever it dies. @throws StartRefused */
export async function superviseSigner(options: Options): Promise<SignerProcess> {
  const stopping = new AbortController()
  let child = await start(options)
  const keeping = keep()
  return {
    stop: async () => {
      stopping.abort()
      const ended = exited(child)
      child.stdin?.end()
      await Promise.race([ended, sleep(stopMs, undefined, { ref: false })])
      child.kill('SIGKILL')
      await keeping
    },
  }

  async function keep(): Promise<void> {
    for (let failures = 0; ; failures += 1) {
      const startedAt = performance.now()
      const how = await exited(child)
      if (stopping.signal.aborted) return
      options.log.error({ how }, 'the signer’s process died; starting it again')
      if (performance.now() - startedAt > steadyMs) failures = 0
      await sleep(Math.min(pauseMs.first * 2 ** failures, pauseMs.most))
      try {
        if (!stopping.signal.aborted) child = await start(options)
        // Whoever stops us meanwhile has waited for the former one.
        if (stopping.signal.aborted) child.kill('SIGKILL')
      } catch (error) {
        // The child that ended at once is the one that the next round finds ended.
        options.log.error({ err: error }, 'the signer’s process does not start')
      }
    }
  }
}

async function start({ program, order, user, log }: Options): Promise<ChildProcess> {
  const { PATH, TZ } = process.env
  // Of a group of its own: an interrupt typed at our terminal must not end it before the service.
  const child = spawn(process.execPath, [program], {
    ...user,
    cwd: '/',
    env: { PATH, TZ },
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  // It learns of the end of a child by `exit` alone.
  child.on('error', (error) => log.error({ err: error }, 'the signer’s process could not be run'))
  child.stdin.on('error', () => undefined)
  child.stdin.write(`${JSON.stringify(order)}\n`)
  const report = await Promise.race([
    new Promise<SignerReport>((resolve) => {
      const lines = createInterface({ input: child.stdout })
      lines.once('line', (line) => resolve(JSON.parse(line) as SignerReport))
    }),
    exited(child).then(() => ({ ready: false as const, known: false, text: 'It ended at once.' })),
  ])
  if (report.ready) return child
  child.kill('SIGKILL')
  if (report.known) throw new StartRefused(report.text)
  throw new Error(`The signer’s process does not start: ${report.text}`)
}

function exited(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    const how = () => String(child.signalCode ?? child.exitCode)
    if (child.exitCode !== null || child.signalCode !== null) resolve(how())
    else child.once('exit', () => resolve(how()))
  })
}
