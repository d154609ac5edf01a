import { bundleWeights, overweight } from '../../../tools/bundle.ts'
import type { Bench } from '../bench.ts'

/** Sizes do not vary between runs, so there is one round. */
export const bundle: Bench = {
  name: 'bundle',
  what: 'gzip size of what each route loads, in kB, against its budget',
  run: () => {
    const weights = bundleWeights()
    for (const problem of overweight(weights)) console.log(`over budget: ${problem}`)
    const series = weights.flatMap(({ item, kB, budget }) => [
      { contender: item, metric: `of ${budget} kB`, values: [kB] },
    ])
    return Promise.resolve({ series, verdicts: [] })
  },
}
