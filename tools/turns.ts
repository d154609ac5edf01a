// Test files that take turns: of each kind the ordinary run tries some, the long one (`FULL=1`) all.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { dirname } from 'node:path'
import { root } from './stamp.mjs'

/** Takes some of all by the run's seed, and those that belong to what was changed before any other. */
export function chosen<T>(all: readonly T[], count: number, nameOf: (item: T) => string): T[] {
  const seed = process.env['FIRST_SEED'] ?? '1'
  const changed = changedFolders()
  const rank = (item: T) => {
    const name = nameOf(item)
    const place = createHash('sha256').update(`${seed} ${name}`).digest('hex')
    return `${changed.has(moduleOf(name)) ? 0 : 1} ${place}`
  }
  return all.toSorted((a, b) => rank(a).localeCompare(rank(b), 'en')).slice(0, count)
}

/** The folder of a module, as `apps/bff/src/modules/transfers` and `apps/web/src/pages/wallets`. */
const moduleOf = (path: string) => dirname(path).split('/').slice(0, 5).join('/')

/** Modules that differ from the last commit but one; without a history there are none. */
function changedFolders(): Set<string> {
  try {
    const changed = execFileSync('git', ['diff', '--name-only', 'HEAD~1'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return new Set(changed.split('\n').map(moduleOf))
  } catch {
    return new Set()
  }
}

export type Kind = keyof typeof turns

/** The files of a kind whose turn it is not. */
export function waiting(kind: Kind): string[] {
  if (process.env['FULL']) return []
  const files: readonly string[] = turns[kind]
  const now = new Set(chosen(files, Math.ceil(files.length / sharesOf[kind]), (file) => file))
  return files.filter((file) => !now.has(file))
}

/** Each run tries one of so many. */
const sharesOf: Record<Kind, number> = { unit: 4, modules: 4, processes: 7, journeys: 4 }

/**
 * Files that take ten seconds and more, but for those that docs/specification/guarantees.md names:
 * each run holds each guarantee.
 */
export const turns = {
  unit: [
    'packages/chains/src/dev/start.test.ts',
    'packages/chains/src/watch/watcher.property.test.ts',
    'packages/client/src/webhooks/diagnosis.test.ts',
    'packages/domain/src/policy/decide.test.ts',
    'packages/signer/src/rotation/rotate.test.ts',
    'packages/signer/test/crash-signer.test.ts',
    'packages/signer/test/guesses.test.ts',
    'tools/child.test.ts',
    'tools/flaky.test.ts',
    'tools/planted-boundaries.test.ts',
    'tools/planted.test.ts',
  ],
  modules: [
    'apps/bff/src/admin/liquidity.test.ts',
    'apps/bff/src/admin/reviews/reviews.test.ts',
    'apps/bff/src/admin/treasury/cover.test.ts',
    'apps/bff/src/api/limits/credential-throttle.test.ts',
    'apps/bff/src/dashboard/forward.test.ts',
    'apps/bff/src/modules/accounts/external/changes.test.ts',
    'apps/bff/src/modules/accounts/funding/changes.test.ts',
    'apps/bff/src/modules/accounts/funding/funding.test.ts',
    'apps/bff/src/modules/accounts/linking/link.test.ts',
    'apps/bff/src/modules/approvals/facts.test.ts',
    'apps/bff/src/modules/approvals/kept-operations.test.ts',
    'apps/bff/src/modules/approvals/makers.test.ts',
    'apps/bff/src/modules/approvals/policy.test.ts',
    'apps/bff/src/modules/approvals/questions.test.ts',
    'apps/bff/src/modules/approvals/together.test.ts',
    'apps/bff/src/modules/audit/audit.test.ts',
    'apps/bff/src/modules/exports/exports.test.ts',
    'apps/bff/src/modules/intake/bank-feed.test.ts',
    'apps/bff/src/modules/intake/bank-intake.test.ts',
    'apps/bff/src/modules/intake/unlisted/take.test.ts',
    'apps/bff/src/modules/kyc/review/decisions.test.ts',
    'apps/bff/src/modules/liquidity/drawing-limits.test.ts',
    'apps/bff/src/modules/liquidity/drawing-outcomes.test.ts',
    'apps/bff/src/modules/liquidity/drawings.test.ts',
    'apps/bff/src/modules/liquidity/finality.test.ts',
    'apps/bff/src/modules/liquidity/fulfilment.test.ts',
    'apps/bff/src/modules/liquidity/held-payments.test.ts',
    'apps/bff/src/modules/liquidity/replenish-batch.test.ts',
    'apps/bff/src/modules/liquidity/replenish.test.ts',
    'apps/bff/src/modules/liquidity/reserve-fees.test.ts',
    'apps/bff/src/modules/liquidity/reserves.test.ts',
    'apps/bff/src/modules/partners/payments.test.ts',
    'apps/bff/src/modules/partners/prepaid.test.ts',
    'apps/bff/src/modules/payin-routes/deposits/deposits.test.ts',
    'apps/bff/src/modules/payin-routes/resolve/assign.test.ts',
    'apps/bff/src/modules/payin-routes/resolve/forward-many.test.ts',
    'apps/bff/src/modules/payin-routes/resolve/resolve.test.ts',
    'apps/bff/src/modules/payin-routes/routes/changes.test.ts',
    'apps/bff/src/modules/payin-routes/routes/reads.test.ts',
    'apps/bff/src/modules/sandbox/deposits.test.ts',
    'apps/bff/src/modules/sandbox/liquidity.test.ts',
    'apps/bff/src/modules/sandbox/reorg.test.ts',
    'apps/bff/src/modules/screening/entries.test.ts',
    'apps/bff/src/modules/screening/listed-payees.test.ts',
    'apps/bff/src/modules/screening/listed-senders.test.ts',
    'apps/bff/src/modules/screening/new-list.test.ts',
    'apps/bff/src/modules/transfers/actions/actions.test.ts',
    'apps/bff/src/modules/transfers/actions/refunds.test.ts',
    'apps/bff/src/modules/transfers/actions/reviews.test.ts',
    'apps/bff/src/modules/transfers/execution/held-orders.test.ts',
    'apps/bff/src/modules/transfers/execution/submit.test.ts',
    'apps/bff/src/modules/transfers/execution/wallet-flow.test.ts',
    'apps/bff/src/modules/transfers/funding/deadlines.test.ts',
    'apps/bff/src/modules/transfers/funding/from-deposit.test.ts',
    'apps/bff/src/modules/transfers/ordinary-sandbox.test.ts',
    'apps/bff/src/modules/transfers/payouts/bank-answer.test.ts',
    'apps/bff/src/modules/transfers/payouts/bank-rail.test.ts',
    'apps/bff/src/modules/transfers/prices.test.ts',
    'apps/bff/src/modules/transfers/quotes/ordinary-simulate.test.ts',
    'apps/bff/src/modules/transfers/quotes/quote-limits.test.ts',
    'apps/bff/src/modules/transfers/quotes/wallet-simulate.test.ts',
    'apps/bff/src/modules/transfers/reads/explanation/explain.test.ts',
    'apps/bff/src/modules/transfers/reads/freshness.test.ts',
    'apps/bff/src/modules/transfers/reads/lists.test.ts',
    'apps/bff/src/modules/transfers/reads/ordinary-reads.test.ts',
    'apps/bff/src/modules/transfers/refunds/taken-back.test.ts',
    'apps/bff/src/modules/transfers/shared-calls.test.ts',
    'apps/bff/src/modules/transfers/tracking/tracking.test.ts',
    'apps/bff/src/modules/wallets/issuers/issuers.test.ts',
    'apps/bff/src/modules/wallets/sign-in/codes.test.ts',
    'apps/bff/src/modules/wallets/sign-in/guesses.test.ts',
    'apps/bff/src/modules/wallets/wallets.test.ts',
    'apps/bff/src/modules/webhooks/delivery/deliverer-schedule.test.ts',
    'apps/bff/src/modules/webhooks/delivery/recovery.test.ts',
    'apps/bff/src/modules/webhooks/delivery/retention.test.ts',
    'apps/bff/src/modules/webhooks/delivery/several-endpoints.test.ts',
    'apps/bff/src/modules/webhooks/endpoints.test.ts',
    'apps/bff/src/outside/bank/open.test.ts',
    'apps/bff/src/records/ledger/amounts.test.ts',
    'apps/bff/src/records/ledger/audit-witness.test.ts',
    'apps/bff/src/records/payin-routes/dependencies.test.ts',
    'apps/bff/test/bank-day.test.ts',
    'apps/bff/test/notification-mails.test.ts',
    'apps/bff/test/notifications.test.ts',
    'apps/bff/test/payin-race.test.ts',
  ],
  // What starts programs and servers anew slows down all that runs beside it.
  processes: [
    'apps/bff/src/admin/admin.test.ts',
    'apps/bff/src/admin/kyc.test.ts',
    'apps/bff/src/admin/sandbox/clock.test.ts',
    'apps/bff/src/db/schema/functions.test.ts',
    'apps/bff/src/db/schema/key-versions.test.ts',
    'apps/bff/src/db/schema/migrate.test.ts',
    'apps/bff/src/db/server/embedded.test.ts',
    'apps/bff/src/db/server/pooler.test.ts',
    'apps/bff/src/db/server/server.test.ts',
    'apps/bff/src/engine/processes.test.ts',
    'apps/bff/src/modules/approvals/crash.test.ts',
    'apps/bff/src/modules/kyc/crash.test.ts',
    'apps/bff/src/modules/liquidity/crash.test.ts',
    'apps/bff/src/modules/partners/crash.test.ts',
    'apps/bff/test/apart-signer.test.ts',
    'apps/bff/test/crash-deposits.test.ts',
    'apps/bff/test/crash-files.test.ts',
    'apps/bff/test/crash.test.ts',
    'apps/bff/test/web-and-worker.test.ts',
    'apps/bff/test/webhook-crash.test.ts',
    'apps/bff/test/webhook-rotation.test.ts',
  ],
  journeys: [
    'e2e/tests/access.spec.ts',
    'e2e/tests/approvals.spec.ts',
    'e2e/tests/bank-transfers.spec.ts',
    'e2e/tests/console/drafts.spec.ts',
    'e2e/tests/kyc.spec.ts',
    'e2e/tests/liquidity.spec.ts',
    'e2e/tests/lists.spec.ts',
    'e2e/tests/payin-routes.spec.ts',
    'e2e/tests/recovery.spec.ts',
    'e2e/tests/reviews.spec.ts',
    'e2e/tests/team.spec.ts',
    'e2e/tests/wallets.spec.ts',
  ],
}
