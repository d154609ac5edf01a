import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { defineConfig } from 'vitest/config'

const processesOfTheirOwn =
  'admin crash crash-deposits crash-files crash-transfers embedded processes seed seed-crash several-processes start webhook-crash'
const manyRounds =
  'bank-feed chain-deposits chain-payout flaky funding jobs model ordinary-quote packed planted update'

/** Files that take a quarter of a minute and more: begun last, one of them would be waited for alone. */
export const long = `${processesOfTheirOwn} ${manyRounds}`.split(' ')

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) =>
      long.includes(basename(moduleId, '.test.ts'))
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    projects: ['packages/*', 'apps/*', 'bench', 'tools'],
    sequence: { sequencer: LongestFirst },
  },
})
