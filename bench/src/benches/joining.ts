import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bench } from '../measure/bench.ts'
import { alternate, judged } from '../measure/measure.ts'
import { startBenchStack } from '../setup/partner.ts'
import { openAccounts } from '../setup/routed.ts'
import { imported, writeMessage } from '../setup/statements.ts'

const open = Number(process.env['BENCH_OPEN'] ?? 100_000)
const days = ['05', '06', '07', '08', '09', '10', '11', '12', '13', '14'] as const
const lines = Math.ceil(open / days.length)
const held = 8

/**
 * The statement of a day against many payments that notifications have already, of this day and those after;
 * memory must not grow with them. All are of one amount and payer.
 */
export const joining: Bench = {
  name: 'joining',
  what: `a camt.053 of ${lines} lines imported beside ${open} payments that wait for their statement, against one beside none`,
  run: async () => {
    const stack = await startBenchStack()
    const folder = mkdtempSync(join(tmpdir(), 'corridor-joining-'))
    const accounts = await openAccounts(stack, held, false)
    const into = { stack, accounts, folder }
    try {
      const alone = await imported(into, {
        message: writeMessage('camt.053', 'ALONE', lines, { day: '2026-01-02' }),
        id: 'ALONE',
        booked: lines,
      })
      for (const day of days)
        await imported(into, {
          message: writeMessage('camt.054', `OPEN-${day}`, lines, { day: `2026-01-${day}` }),
          id: `OPEN-${day}`,
          booked: lines,
        })
      const beside = await imported(into, {
        message: writeMessage('camt.053', 'CLOSING', lines, { day: '2026-01-05', of: 'OPEN-05' }),
        id: 'CLOSING',
        booked: 0,
      })
      const series = await alternate(
        [
          { name: `beside ${open}`, run: () => Promise.resolve(beside) },
          { name: 'beside none', run: () => Promise.resolve(alone) },
        ],
        1,
      )
      return judged(series, [
        {
          ours: `beside ${open}`,
          base: 'beside none',
          metric: 'import s',
          better: 'less',
          must: 2,
          aim: 1,
        },
      ])
    } finally {
      rmSync(folder, { recursive: true, force: true })
      await stack.remove()
    }
  },
}
