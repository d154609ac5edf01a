import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bench } from '../measure/bench.ts'
import { alternate, judged } from '../measure/measure.ts'
import { startBenchStack } from '../setup/partner.ts'
import { openAccounts } from '../setup/routed.ts'
import { imported, writeMessage } from '../setup/statements.ts'

const many = Number(process.env['BENCH_ENTRIES'] ?? 50_000)
const few = Math.ceil(many / 10)
const held = 8

/** A day's statement through the real import; its memory must not grow with the file. */
export const statementImport: Bench = {
  name: 'statement-import',
  what: `a camt.054 of ${many} entries imported and taken in; its peak memory, against one of ${few}`,
  run: async ({ rounds }) => {
    const stack = await startBenchStack()
    const folder = mkdtempSync(join(tmpdir(), 'corridor-statements-'))
    const accounts = await openAccounts(stack, held, false)
    let file = 0
    const run = (entries: number) => () => {
      const id = `BENCH-${(file += 1)}`
      const message = writeMessage('camt.054', id, entries)
      return imported({ stack, accounts, folder }, { message, id, booked: entries })
    }
    try {
      const series = await alternate(
        [
          { name: `${many} entries`, run: run(many) },
          { name: `${few} entries`, run: run(few) },
        ],
        rounds,
      )
      return judged(series, [
        {
          ours: `${many} entries`,
          base: `${few} entries`,
          metric: 'peak MiB',
          better: 'less',
          must: 1.25,
          aim: 1.1,
        },
      ])
    } finally {
      rmSync(folder, { recursive: true, force: true })
      await stack.remove()
    }
  },
}
