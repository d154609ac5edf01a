import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Bench } from '../measure/bench.ts'
import { machineFacts } from '../measure/facts.ts'
import {
  betterOf,
  compare,
  comparedTable,
  isFailed,
  measuredRatios,
  type Ratios,
} from '../goals/kept.ts'
import { gated } from '../goals/order.ts'
import { stepSeries } from '../goals/steps.ts'

const file = join(import.meta.dirname, '../../figures.json')

/** Whether a change has made anything slower than the figures that are kept with the code. */
export const gate: Bench = {
  name: 'gate',
  what: 'the goals with a base in short, against bench/figures.json; code 1 below nine tenths of it; --keep writes it',
  seconds: 2,
  run: async ({ rounds, seconds, isKept }) => {
    const kept = existsSync(file) ? readFigures() : undefined
    if (!kept && !isKept) throw new Error('No figures are kept yet: npm run bench -- gate --keep')
    const measured = () => stepSeries(gated, { rounds, seconds })
    let series = await measured()
    let now = measuredRatios(series)
    if (!isKept && isFailed(compare(now, kept ?? {}))) {
      console.log('Below what is kept: measured once more, and the better of both counts.')
      series = await measured()
      now = betterOf(now, measuredRatios(series))
    }
    const compared = compare(now, isKept ? now : (kept ?? {}))
    if (isKept) {
      const figures = Object.fromEntries(
        Object.entries(now).map(([goal, ratio]) => [goal, Number(ratio.toPrecision(3))]),
      )
      const text = JSON.stringify({ facts: machineFacts(), rounds, seconds, figures }, null, 2)
      writeFileSync(file, `${text}\n`)
    }
    return { series, verdicts: [], text: comparedTable(compared), isFailed: isFailed(compared) }
  },
}

const readFigures = () => (JSON.parse(readFileSync(file, 'utf8')) as { figures: Ratios }).figures
