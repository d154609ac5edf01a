import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { defineConfig } from 'vitest/config'

/** Files that take a quarter of a minute and more: begun last, one of them would be waited for alone. */
const long =
  /\/(crash|crash-[a-z]+|several-processes|model|bank-feed|chain-deposits|chain-payout|admin|embedded|seed|seed-crash|jobs|processes|start)\.test\.ts$/

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => long.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    projects: ['packages/*', 'apps/*', 'bench', 'tools'],
    sequence: { sequencer: LongestFirst },
  },
})
