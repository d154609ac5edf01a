import { existsSync, readFileSync, readdirSync } from 'node:fs'

type Process = { pid: number; parent: number; command: string }

/** The process and everything it has started, directly or not. Linux only. */
export function processTree(pid: number): Process[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)))
  const below = (parent: number): Process[] =>
    all
      .filter((process) => process.parent === parent)
      .flatMap((process) => [process, ...below(process.pid)])
  return [...all.filter((process) => process.pid === pid), ...below(pid)]
}

/** Resident memory in MiB; pages shared between processes are counted once, in equal parts. */
export function residentMiB(pids: number[]): number {
  const kib = pids.map((pid) => {
    const file = `/proc/${pid}/smaps_rollup`
    const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
    return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0)
  })
  return kib.reduce((sum, value) => sum + value, 0) / 1024
}

function readProcess(pid: number): Process[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The command is in parentheses and may hold anything; the fields count from its end.
    const end = stat.lastIndexOf(')')
    const parent = Number(stat.slice(end + 2).split(' ')[1])
    return [{ pid, parent, command: stat.slice(stat.indexOf('(') + 1, end) }]
  } catch {
    return []
  }
}
