import type { BackgroundJob } from '../../engine/background-job.ts'
import type { Deps } from '../../ports/deps.ts'
import { mailer } from './mailer.ts'
import { teller } from './teller.ts'

export const jobs = (deps: Deps): BackgroundJob[] => [teller(deps), mailer(deps)]
