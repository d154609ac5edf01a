import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { freePort } from '../../../tools/stack.ts'

export type BaseServer = { port: number; pid: number; readyMs: number; stop: () => Promise<void> }

/** Starts a base server and waits until it listens. */
export async function startHono(kind: 'json' | 'pg' | 'customers' | 'transfers', databaseUrl = '') {
  const port = await freePort()
  const started = performance.now()
  const script = join(import.meta.dirname, 'hono-server.ts')
  const child = spawn(process.execPath, [script, kind, String(port), databaseUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve())
    child.once('exit', () => reject(new Error(`The base server ${kind} did not start`)))
  })
  const readyMs = performance.now() - started
  return { port, pid: child.pid ?? 0, readyMs, stop: () => stop(child) }
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}
