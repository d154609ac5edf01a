import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { availableParallelism, getPriority, setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { createTurns, NoTurn } from '../../../db/connections/turns.ts'
import type { DocumentKind, DocumentOpener } from '../../../ports/files.ts'
import { type Answer, limits, type Order, type Outcome, ready } from './protocol.ts'

/**
 * No process could be started, too many documents wait for theirs, or the machine is too busy: nothing
 * is wrong with this one.
 */
export class OpenerUnavailable extends Error {
  override readonly name = 'OpenerUnavailable'
}

/**
 * Opens documents in processes with limits, each a document at a time; they are started when they are
 * needed, and used again until they have become large or old.
 */
export function createOpener(
  log: Logger,
  {
    documentMs = limits.documentMs,
    shell = '/bin/sh',
  }: { documentMs?: number; shell?: string } = {},
): DocumentOpener & { close: () => Promise<void> } {
  const atOnce = Math.min(2, availableParallelism())
  const turns = createTurns({
    underWay: atOnce,
    // However many documents a partner sends, the other process is there for others.
    underWayEach: 1,
    waiting: 200,
    waitingEach: 50,
    stillMs: 3 * documentMs,
  })
  const all = new Set<ChildProcess>()
  const idle = new Set<ChildProcess>()
  let isClosed = false
  return { open, close }

  async function open(partnerId: string, kind: DocumentKind, bytes: Uint8Array): Promise<Outcome> {
    const leave = await turns.take(partnerId).catch((error: unknown) => {
      if (error instanceof NoTurn) throw new OpenerUnavailable(error.message, { cause: error })
      throw error
    })
    try {
      // What ended the first process may have had nothing to do with the document.
      const outcome = (await ask({ kind, bytes })) ?? (await ask({ kind, bytes }))
      return outcome ?? { ok: false, reason: 'TOO_COSTLY' }
    } finally {
      leave()
    }
  }

  /** What becomes of a document; nothing where the process died of it. */
  async function ask(order: Order): Promise<Outcome | undefined> {
    const child = first(idle) ?? (await start())
    idle.delete(child)
    const cpuMs = cpuMsOf(child)
    const answer = await messageOf<Answer>(child, documentMs, () => child.send(order))
    // The time that the document had, not what went by: others may have the processor.
    const isStarved = answer === 'slow' && cpuMsOf(child) - cpuMs < documentMs / 2
    if (typeof answer === 'object' && !isSpent(answer)) idle.add(child)
    else child.kill('SIGKILL')
    if (typeof answer === 'object') return answer.outcome
    const facts = { kind: order.kind, bytes: order.bytes.byteLength, answer }
    log.warn(facts, 'a document was not opened')
    if (isStarved)
      throw new OpenerUnavailable('the process that opens documents had too little time')
    return answer === 'died' ? undefined : { ok: false, reason: 'TOO_COSTLY' }
  }

  async function start(): Promise<ChildProcess> {
    if (isClosed) throw new OpenerUnavailable('the opener is closed')
    const child = spawn(shell, ['-c', limited, process.execPath, ...flags(), program], {
      // None of this process's settings, and no folder of its own.
      env: {},
      cwd: '/',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    })
    all.add(child)
    child.once('exit', () => idle.delete(child))
    // One that could not be started has no exit.
    child.once('close', () => all.delete(child))
    // The server goes first.
    if (child.pid !== undefined) setPriority(child.pid, Math.min(19, getPriority() + 10))
    if ((await messageOf(child, limits.startMs)) !== ready) {
      child.kill('SIGKILL')
      throw new OpenerUnavailable('the process that opens documents does not start')
    }
    // Who waits for work keeps nobody from ending.
    child.unref()
    child.channel?.unref()
    return child
  }

  async function close(): Promise<void> {
    isClosed = true
    const ends = [...all].map((child) => {
      const end = new Promise((resolve) => child.once('close', resolve))
      child.ref()
      child.channel?.ref()
      child.kill('SIGKILL')
      return end
    })
    await Promise.all(ends)
  }
}

const first = <T>(set: ReadonlySet<T>): T | undefined => set.values().next().value

/** One that has become large or old, or whose reader was aborted, opens no other document. */
const isSpent = ({ outcome, cpuMs, rssBytes }: Answer) =>
  cpuMs > limits.cpuSeconds * 250 ||
  rssBytes > limits.processBytes / 2 ||
  (!outcome.ok && outcome.reason === 'TOO_COSTLY')

/** The processor's time that a process has used; where the system does not say it, without end. */
function cpuMsOf({ pid }: ChildProcess): number {
  try {
    // Behind its name, which may have spaces, and its state are ten fields, then ticks of 10 ms.
    const [, fields = ''] = /.*\) (.*)/s.exec(readFileSync(`/proc/${pid}/stat`, 'latin1')) ?? []
    const [user, system] = fields.split(' ').slice(11, 13).map(Number)
    return ((user ?? 0) + (system ?? 0)) * 10
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/** What a process sends next, or that it died, or was too slow. */
function messageOf<T>(
  child: ChildProcess,
  withinMs: number,
  send?: () => unknown,
): Promise<T | 'died' | 'slow'> {
  return new Promise((resolve) => {
    const end = (answer: T | 'died' | 'slow') => {
      clearTimeout(timer)
      child.off('message', onMessage).off('exit', onDeath).off('error', onDeath)
      resolve(answer)
    }
    const onMessage = (message: unknown) => end(message as T)
    const onDeath = () => end('died')
    const timer = setTimeout(() => end('slow'), withinMs)
    child.on('message', onMessage).on('exit', onDeath).on('error', onDeath)
    send?.()
  })
}

/** The kernel bounds memory and processor's time, even where whoever started the process is gone. */
const limited = `ulimit -d ${limits.processBytes / 1_024}; ulimit -t ${limits.cpuSeconds}; exec "$0" "$@"`

const program = fileURLToPath(new URL('program.ts', import.meta.url))

/** It reads its own folder and the two libraries, and writes, starts and loads nothing. */
function flags(): string[] {
  const { resolve } = createRequire(import.meta.url)
  const bff = fileURLToPath(new URL('../../../../', import.meta.url))
  const readable = [
    dirname(program),
    join(bff, 'package.json'),
    join(bff, 'node_modules/@hyzyla'),
    join(bff, 'node_modules/@imagemagick'),
    join(dirname(resolve('@hyzyla/pdfium/pdfium.wasm')), '..'),
    join(dirname(resolve('@imagemagick/magick-wasm/magick.wasm')), '../..'),
  ]
  return [
    '--permission',
    ...readable.map((path) => `--allow-fs-read=${path}`),
    '--disallow-code-generation-from-strings',
    '--max-old-space-size=256',
    `--wasm-max-mem-pages=${limits.wasmBytes / 65_536}`,
  ]
}
