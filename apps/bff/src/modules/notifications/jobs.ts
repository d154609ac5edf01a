import type { BackgroundJob } from '../../engine/background-job.ts'
import type { Deps } from '../../ports/deps.ts'
import { mailer } from './mailer.ts'
import { notifier } from './notifier.ts'

export const jobs = (deps: Deps): BackgroundJob[] => [notifier(deps), mailer(deps)]
