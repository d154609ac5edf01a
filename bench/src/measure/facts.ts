import { execFileSync } from 'node:child_process'
import { cpus, loadavg, release, totalmem } from 'node:os'

export type Facts = {
  at: string
  commit: string
  node: string
  kernel: string
  cpu: string
  cores: number
  memoryMiB: number
  load: number[]
}

/** What a figure means nothing without. */
export function machineFacts(): Facts {
  return {
    at: new Date().toISOString(),
    commit: execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim(),
    node: process.version,
    kernel: release(),
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryMiB: Math.round(totalmem() / 2 ** 20),
    load: loadavg().map((value) => Math.round(value * 100) / 100),
  }
}
