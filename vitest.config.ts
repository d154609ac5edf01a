import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { defineConfig } from 'vitest/config'
import { root } from './tools/stamp.mjs'
import { durations } from './tools/turns.ts'

/** Begun last, a long file would be waited for alone. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seconds = ({ moduleId }: TestSpecification) => durations[relative(root, moduleId)] ?? 0
    const sorted = await super.sort(files)
    return [...sorted].sort((a, b) => seconds(b) - seconds(a))
  }
}

export default defineConfig({
  test: {
    projects: ['packages/*', 'apps/*', 'bench', 'tools'],
    sequence: { sequencer: LongestFirst },
  },
})
