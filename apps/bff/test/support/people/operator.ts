import { readCommand } from '../../../src/admin/commands.ts'
import type { Site } from '../../../src/admin/base/site.ts'
import { createDecisionService } from '../../../src/modules/kyc/review/decisions.ts'
import { createStatusService } from '../../../src/modules/kyc/status.ts'
import type { AnyBody, Bff } from '../process/bff.ts'

/** Runs a command as the operator types it, on the database of the running server. */
export async function operator(bff: Bff, ...args: string[]): Promise<AnyBody> {
  const asked = readCommand(args)
  if (asked.kind !== 'run' || !('onSite' in asked.command)) throw new Error('no such command')
  const { db, wake, files } = bff.deps
  const kyc = {
    decisions: createDecisionService(bff.deps),
    status: createStatusService(bff.deps),
  }
  const published = () => wake.notify('events')
  const given: Partial<Site> = { db, wake, files, published, kyc }
  return asked.command.onSite(given as Site, asked.options) as Promise<AnyBody>
}

/** What the operator's list has about a record, or about what was refused under a partner's id. */
export async function reviewAbout(bff: Bff, id: string): Promise<AnyBody> {
  const { reviews } = await operator(bff, 'review', 'list', '--decider', 'operator')
  return reviews.find(({ subject, aboutId }: AnyBody) => subject === id || aboutId === id)
}

/** Decides what is in review about it, as the operator; waits until there is such a review. */
export async function decideAbout(
  bff: Bff,
  id: string,
  decision: 'approve' | 'reject' = 'approve',
): Promise<AnyBody> {
  for (;;) {
    const review = await reviewAbout(bff, id)
    const how = ['--decision', decision, '--reason', 'Looked at.']
    if (review) return operator(bff, 'review', 'decide', '--review', review['reviewId'], ...how)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
