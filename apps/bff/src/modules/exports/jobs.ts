import type { BackgroundJob } from '../../engine/background-job.ts'
import type { Deps } from '../../ports/deps.ts'
import { exporter } from './exporter.ts'
import { exportSweeper } from './sweeper.ts'
import type { FindServed } from './walk.ts'

export const jobs = (deps: Deps, find: FindServed): BackgroundJob[] => [
  exporter(deps, find),
  exportSweeper(deps),
]
