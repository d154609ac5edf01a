import type { sandbox } from '@corridor/contract'
import { inTwoParts, partOf, success } from '../../api/handlers.ts'
import { answersFor, valueOrThrow } from '../../api/request/refusal.ts'
import { now } from '../../db/open.ts'
import type { Deps } from '../../ports/deps.ts'
import type { ExternalService } from '../accounts/external/service.ts'
import { accountBody } from '../accounts/external/view.ts'
import type { KycService } from '../kyc/service.ts'
import { changedBody, type Touched, wakeAfter } from '../transfers/action-handlers.ts'
import { createTransferControls, type Forced } from '../transfers/actions/sandbox-controls.ts'
import { bankControls } from './bank/handlers.ts'
import { createDeposits } from './deposits.ts'
import { createLiquidityPayments } from './liquidity-payments.ts'
import { createSandboxIssuer } from './oidc.ts'
import { payeeControls } from './payees.ts'
import { travelControls } from './travel-rule.ts'

const arrivedOrThrow = answersFor({
  ILLEGAL_TRANSITION: 'This transfer waits for no deposit.',
})
const paidOrThrow = answersFor({ RECORD_NOT_FOUND: 'Nothing that is paid has this id.' })

/** What banks, payers and the service's own people do, done by a test (operations.md 14). */
export const controls = (deps: Deps, kyc: KycService, accounts: ExternalService) => ({
  ...decisionControls(deps, kyc, accounts),
  ...paymentControls(deps),
  ...transferControls(deps),
  ...bankControls(deps),
  ...payeeControls(deps),
  ...travelControls(deps),
})

function decisionControls(
  deps: Deps,
  { decisions, status }: KycService,
  accounts: ExternalService,
) {
  const issuer = createSandboxIssuer(deps.config, deps.kek)
  return partOf<typeof sandbox>()({
    decideKyc: async (tx, { params, body }, caller) => {
      const { record, isChanged } = valueOrThrow(
        await decisions.decideFreely(tx, caller, params.entityId, body),
      )
      const message = isChanged ? 'Verification decided.' : 'This was decided so already.'
      return success(await status.view(tx, record), message)
    },
    setAccountStatus: async (tx, { params, body }, caller) => {
      const changed = valueOrThrow(await accounts.setStatus(tx, caller, { ...params, ...body }))
      const { row, previous } = changed
      const message =
        row.status === previous ? `The account is already ${row.status}.` : 'Account status set.'
      return success(accountBody(deps, row), message)
    },
    // Identity tokens as a provider would give them after a sign-in.
    oidcToken: async (tx, { body }) => {
      const at = { now: await now(tx), id: deps.ids.secret() }
      return success(await issuer.issue(body, at), 'Identity token issued.')
    },
  })
}

/** Has money arrive as a payer would send it, and pays what a credit line waits for. */
function paymentControls(deps: Deps) {
  const deposits = createDeposits(deps)
  const payments = createLiquidityPayments(deps)
  return partOf<typeof sandbox>()({
    depositForTransfer: inTwoParts({
      before: async ({ params, body }, caller) =>
        arrivedOrThrow(await deposits.forTransfer(caller, params.executionId, body)),
      handle: async (tx, _input, caller, arrived) =>
        success(await deposits.find(tx, caller, arrived), 'The deposit arrived.'),
    }),
    depositForFunding: inTwoParts({
      before: async ({ params, body }, caller) => {
        const { amount, currency, senderName: name, senderAccount: account } = body
        const { ultimateName, reference = '' } = body
        const requested = { amount, currency, name, account, ultimateName, reference }
        return arrivedOrThrow(await deposits.forFunding(caller, params.fundingAccountId, requested))
      },
      handle: async (tx, _input, caller, arrived) =>
        success(await deposits.find(tx, caller, arrived), 'The deposit arrived.'),
    }),
    payLiquidity: inTwoParts({
      before: async ({ body }, caller) => paidOrThrow(await payments.pay(caller, body)),
      handle: async (tx, _input, caller, paid) =>
        success(await payments.find(tx, caller, paid), 'The payment was made.'),
    }),
  })
}

type Failing = Touched & Pick<Forced, 'refused'>

/** Failing steps and deciding reviews as the world and the service would. */
function transferControls(deps: Deps) {
  const forced = createTransferControls(deps)
  const after = wakeAfter(deps)
  return partOf<typeof sandbox>()({
    failTransfer: inTwoParts({
      before: () => Promise.resolve<Failing>({}),
      handle: async (tx, { params, body }, caller, failing) => {
        const { row, refused } = valueOrThrow(
          await forced.failAt(tx, caller, { ...params, ...body }),
        )
        if (refused) failing.refused = refused
        const data = await changedBody(tx, caller, row, failing)
        return success(data, 'The step fails when it is reached.')
      },
      after: async (input, caller, failing) => {
        const { refused } = failing
        if (refused) await deps.bank.sandbox?.refuse(refused.reference, refused.code)
        after(input, caller, failing)
      },
    }),
    reviewTransfer: inTwoParts({
      before: () => Promise.resolve<Touched>({}),
      handle: async (tx, { params, body }, caller, touched) => {
        const row = valueOrThrow(await forced.review(tx, caller, { ...params, ...body }))
        const data = await changedBody(tx, caller, row, touched)
        const isAsked = body.decision === 'INFORMATION_REQUIRED'
        const message = isAsked ? 'The question is asked.' : 'The review is decided.'
        return success(data, message)
      },
      after,
    }),
  })
}
