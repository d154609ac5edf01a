import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Lab } from './webhooks.ts'

const program = fileURLToPath(new URL('webhook-worker.ts', import.meta.url))

export type WorkerTask = {
  dataDir: string
  /** By the full name of the role. */
  urls: Record<string, string>
  leaseMs: number
  crashAt?: string
}

export type WorkerProcess = {
  /** Resolves when it works, or has ended. */
  ready: Promise<unknown>
  exited: Promise<NodeJS.Signals | number | null>
  kill: () => Promise<unknown>
  errors: () => string
}

/** A worker as a process of its own, which can be killed. */
export function startWorkerProcess(
  { deps }: Lab,
  given: { leaseMs: number; crashAt?: string },
): WorkerProcess {
  const { owner, app, worker, signer } = deps.db.urls
  const task: WorkerTask = {
    dataDir: deps.config.DATA_DIR,
    urls: {
      corridor_owner: owner,
      corridor_app: app,
      corridor_worker: worker,
      corridor_signer: signer,
    },
    ...given,
  }
  const child = spawn(process.execPath, [program, JSON.stringify(task)], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const exited = new Promise<NodeJS.Signals | number | null>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? code))
  })
  const ready = Promise.race([exited, new Promise((resolve) => child.stdout.once('data', resolve))])
  return {
    ready,
    exited,
    kill: () => {
      child.kill('SIGKILL')
      return exited
    },
    errors: () => errors,
  }
}
