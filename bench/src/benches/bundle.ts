import { join } from 'node:path'
import { runTool } from '../../../tools/process.ts'
import { root } from '../../../tools/stamp.mjs'
import type { Bench } from '../measure/bench.ts'

type Weight = { name: string; size: number; sizeLimit: number }

/** Sizes do not vary between runs, so there is one round. */
export const bundle: Bench = {
  name: 'bundle',
  what: 'gzip size of what each route adds to the shell, in kB of 1000 bytes, against its budget',
  run: async () => {
    const { output } = await runTool('budgets', ['--json'], {
      cwd: join(root, 'apps/web'),
      quiet: true,
    })
    const series = (JSON.parse(output) as Weight[]).map(({ name, size, sizeLimit }) => ({
      contender: name,
      metric: `of ${sizeLimit / 1000} kB`,
      values: [size / 1000],
    }))
    return { series, verdicts: [] }
  },
}
