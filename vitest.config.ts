import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { defineConfig } from 'vitest/config'
import { turns } from './tools/turns.ts'

/** Begun last, a long file would be waited for alone. */
export const long = [
  ...turns.processes,
  ...turns.unit,
  ...turns.modules,
  'apps/bff/src/seed/seed.test.ts',
  'apps/bff/test/several-processes.test.ts',
  'apps/bff/test/crash-transfers.test.ts',
  'packages/client/test/packed.test.ts',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) =>
      long.some((file) => moduleId.endsWith(`/${file}`))
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    projects: ['packages/*', 'apps/*', 'bench', 'tools'],
    sequence: { sequencer: LongestFirst },
  },
})
