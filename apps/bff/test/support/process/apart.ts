import { execFileSync } from 'node:child_process'
import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Attack, Outcomes } from './intruder.ts'

const intruder = fileURLToPath(new URL('./intruder.ts', import.meta.url))

export type Process = { pid: number; uid: number; command: string }

/** The processes that a process has started itself. */
export function childrenOf(parent: number): Process[] {
  const table = execFileSync('ps', ['-eo', 'pid=,ppid=,uid=,args='], { encoding: 'utf8' })
  return table.split('\n').flatMap((line) => {
    const [, pid, ppid, uid, command] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    return Number(ppid) === parent && command !== undefined
      ? [{ pid: Number(pid), uid: Number(uid), command }]
      : []
  })
}

/** Runs the intruder as a user, with what it is given. */
export function intrude(attack: Attack, uid: number): Outcomes {
  const user = process.getuid?.() === 0 ? { uid, gid: uid } : {}
  const options = { ...user, cwd: '/', input: JSON.stringify(attack), encoding: 'utf8' as const }
  const { PATH } = process.env
  const output = execFileSync(process.execPath, [intruder], { ...options, env: { PATH } })
  return JSON.parse(output) as Outcomes
}

/** Whether the memory of a process holds these bytes. Linux. */
export function memoryHolds(pid: number, bytes: Uint8Array): boolean {
  const needle = Buffer.from(bytes)
  const memory = openSync(`/proc/${pid}/mem`, 'r')
  const chunk = Buffer.alloc(4 * 1024 * 1024)
  try {
    for (const line of readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n')) {
      const [, from, to, rights] = /^([0-9a-f]+)-([0-9a-f]+) (\S+)/.exec(line) ?? []
      // Only what the process itself may have written.
      if (from === undefined || to === undefined || !rights?.startsWith('rw')) continue
      const end = Number.parseInt(to, 16)
      for (let at = Number.parseInt(from, 16); at < end; at += chunk.length - needle.length) {
        let read = 0
        try {
          read = readSync(memory, chunk, 0, Math.min(chunk.length, end - at), at)
        } catch {
          // Set aside and never written: there is nothing there.
          break
        }
        if (chunk.subarray(0, read).includes(needle)) return true
        if (read < chunk.length) break
      }
    }
    return false
  } finally {
    closeSync(memory)
  }
}
