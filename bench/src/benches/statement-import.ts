import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runAdmin } from '../../../tools/stack.ts'
import { asAdmin } from '../measure/admin.ts'
import type { Bench } from '../measure/bench.ts'
import { type Figures, alternate, judge } from '../measure/measure.ts'
import { type BenchStack, startBenchStack } from '../setup/partner.ts'
import { processTree } from '../measure/processes.ts'
import { openAccounts, type PaidInto } from '../setup/routed.ts'
import { writeStatement } from '../setup/statement-file.ts'

const many = Number(process.env['BENCH_ENTRIES'] ?? 50_000)
const few = Math.ceil(many / 10)
const held = 8
const lookMs = 20
const deadlineMs = 600_000
/** With room to spare memory is given back late, and its peak means nothing. */
const smallHeap = '--max-old-space-size=64 --max-semi-space-size=2'

/** A day's statement through the real import; its memory must not grow with the file. */
export const statementImport: Bench = {
  name: 'statement-import',
  what: `a camt.054 of ${many} entries imported and taken in; its peak memory, against one of ${few}`,
  run: async ({ rounds }) => {
    const stack = await startBenchStack()
    const folder = mkdtempSync(join(tmpdir(), 'corridor-statements-'))
    const accounts = await openAccounts(stack, held, false)
    let file = 0
    const run = (entries: number) => () =>
      imported(stack, accounts, { folder, entries, id: `BENCH-${(file += 1)}` })
    try {
      const series = await alternate(
        [
          { name: `${many} entries`, run: run(many) },
          { name: `${few} entries`, run: run(few) },
        ],
        rounds,
      )
      return {
        series,
        verdicts: [
          judge(series, {
            ours: `${many} entries`,
            base: `${few} entries`,
            metric: 'peak MiB',
            better: 'less',
            must: 1.25,
            aim: 1.1,
          }),
        ],
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
      await stack.remove()
    }
  },
}

/** The command of the admin line, as an operator gives it; the server takes the entries in. */
async function imported(
  stack: BenchStack,
  accounts: readonly PaidInto[],
  { folder, entries, id }: { folder: string; entries: number; id: string },
): Promise<Figures> {
  const path = join(folder, `${id}.xml`)
  await writeStatement(path, accounts, { id, entries })
  const others = new Set(children())
  const begun = performance.now()
  const settings = { PORT: String(stack.port), DATA_DIR: stack.dataDir, NODE_OPTIONS: smallHeap }
  const over = runAdmin(settings, ['bank', 'import', path]).then(() => true)
  let peakKiB = 0
  do {
    for (const pid of children()) if (!others.has(pid)) peakKiB = Math.max(peakKiB, peakOf(pid))
  } while (!(await Promise.race([over, sleep(lookMs, false)])))
  rmSync(path)
  return asAdmin(stack.dataDir, 'corridor', async (admin) => {
    for (;;) {
      const { rows } = await admin.query("select from bank_entry where state = 'NEW' limit 1")
      if (rows.length === 0) break
      if (performance.now() - begun > deadlineMs) throw new Error('the entries were not taken in')
      await sleep(lookMs)
    }
    const took = performance.now() - begun
    const file = await admin.query<{ booked: number; seconds: number }>(
      `select booked, extract(epoch from imported_at - begun_at)::float8 as seconds
       from bank_file_in where message_id = $1`,
      [id],
    )
    const { booked = 0, seconds = 0 } = file.rows[0] ?? {}
    if (booked !== entries) throw new Error(`Of ${entries} entries ${booked} were booked`)
    return {
      'import s': seconds,
      'imported/s': entries / seconds,
      'taken in/s': (entries * 1000) / took,
      'peak MiB': peakKiB / 1024,
    }
  })
}

const children = (): number[] =>
  processTree(process.pid)
    .filter(({ parent }) => parent === process.pid)
    .map(({ pid }) => pid)

function peakOf(pid: number): number {
  const file = `/proc/${pid}/status`
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return Number(/^VmHWM:\s+(\d+)/m.exec(text)?.[1] ?? 0)
}
