import { z } from 'zod'
import { actorMembers, calendarDate, Money, timestamp } from './base/common.ts'
import { DepositAccountInfo, returnStrategies } from './accounts/funding-accounts.ts'
import { fundingStatuses } from './accounts/members.ts'
import { JurisdictionRef } from './accounts/jurisdictions.ts'
import { Owner, PayinDeposit } from './payin-routes/deposits.ts'
import { heldReasons, routeStatuses } from './payin-routes/members.ts'
import { OrdinaryQuote, RateDetails } from './transfers/quotes.ts'

/** Why a route is inactive (operations.md 11.5); '' while it is active. */
export const routeReasons = [
  '',
  'PENDING_ACTIVATION',
  'BY_PARTNER',
  'DESTINATION_DISABLED',
  'FUNDING_DEACTIVATED',
  'COMPLIANCE_HOLD',
] as const
const routeFacts = {
  routeId: z.string().describe('Id of the route, `tele_…`.'),
  fundingAccountId: z
    .string()
    .describe('Id of the funding account that takes the deposits, `fund_…`.'),
  sourceJurisdiction: JurisdictionRef.describe('Where the deposits come in.'),
  destinationJurisdiction: JurisdictionRef.describe('Where they are paid out.'),
  externalAccountId: z.string().describe('Id of the account that is paid, `acc_…`.'),
  destinationEntity: Owner.describe('The customer whose account is paid.'),
  destination: z
    .object({ walletAddress: z.string().describe('Its address on its chain.') })
    .optional()
    .describe('The wallet that is paid; only where the destination is a wallet.'),
  routeStatus: z.enum(routeStatuses).describe('Whether deposits are forwarded now.'),
  statusReason: z
    .enum(routeReasons)
    .describe('Why the route is inactive; empty while it is active.'),
  totalTransactions: z.int().describe('How many deposits it has taken.'),
}

/** The pay-in route of interface-specification.md 2, with the additions of operations.md 6. */
export const PayinRoute = z
  .object({
    ...routeFacts,
    accountOwner: Owner.describe('The customer whose funding account takes the deposits.'),
    depositAccountInfo: DepositAccountInfo.describe('Where payers pay in.'),
    history: z.array(PayinDeposit).describe('The newest deposits of the route, the newest first.'),
    destinationVersion: z
      .int()
      .describe(
        'Rises each time that the destination changes; deposits name the version that they followed.',
      ),
    destinationAccount: z
      .object({
        kind: z.string().describe('BANK or a kind of wallet.'),
        nickname: z.string().describe('Your own name of the account; empty where it has none.'),
        holderName: z.string().describe('Name of its holder.'),
        bankName: z.string().describe('Name of its bank; empty of a wallet.'),
        numberMasked: z.string().describe('The end of its number or address.'),
        status: z.string().describe('State of the account.'),
      })
      .describe('The account that is paid, as it may be shown.'),
    fundingStatus: z.enum(fundingStatuses).describe('State of the funding account.'),
    limits: z
      .object({
        minDeposit: z.number().describe('The least that is forwarded.'),
        maxDeposit: z.number().describe('The most that is forwarded at once.'),
        dailyLimit: z.number().describe('The most that is forwarded in a day (UTC).'),
      })
      .describe('What a deposit may be, in the source currency.'),
    returnPolicy: z
      .object({
        strategy: z
          .enum(returnStrategies)
          .describe('To a fixed place, to the account that paid, or nowhere until it is decided.'),
        target: z
          .string()
          .optional()
          .describe('The fixed place: an external account, or an address of the chain.'),
      })
      .describe('Where deposits go that are sent back.'),
    inFlight: z.int().describe('Deposits that are on their way now.'),
    held: z.int().describe('Deposits that wait for a decision.'),
    allowedActions: z
      .array(z.enum(['activate', 'deactivate', 'update']))
      .describe('What may be asked of the route now.'),
    createdAt: timestamp().describe('When the route was made.'),
    createdBy: z.object(actorMembers).describe('Who made it.'),
    updatedAt: timestamp().describe('When it was last changed.'),
    version: z.int().describe('Rises with each change of the route; `If-Match` names it.'),
  })
  .meta({ id: 'PayinRoute' })

export const RouteItem = z
  .object({
    ...routeFacts,
    accountOwner: Owner.describe('The customer whose funding account takes the deposits.'),
    depositAccountInfo: DepositAccountInfo.describe('Where payers pay in.'),
    destinationAccount: PayinRoute.shape.destinationAccount.describe(
      'The account that is paid, as it may be shown.',
    ),
    held: z.int().describe('Deposits that wait for a decision.'),
    lastDepositAt: timestamp()
      .optional()
      .describe('When the newest deposit came; absent where none did.'),
    volume: z
      .array(z.number())
      .describe(
        'What came in on each of the last 30 days, the oldest first, in the source currency.',
      ),
    createdAt: timestamp().describe('When the route was made.'),
    version: z.int().describe('Rises with each change of the route; `If-Match` names it.'),
  })
  .meta({ id: 'RouteItem' })

export const RoutesOfEntity = z.object({
  entityId: z.string().describe('Id of the customer, `ent_…`.'),
  totalRoutes: z.int().describe('How many routes the customer has, whatever page this is.'),
  routes: z.array(RouteItem).describe('The routes of this page.'),
})

/** Something that a person or a dependency did to a route. */
export const RouteChange = z
  .object({
    kind: z
      .enum(['created', 'destination', 'status'])
      .describe('What changed: the route was made, leads elsewhere, or was switched on or off.'),
    destinationVersion: z.int().describe('Version of the destination from here on.'),
    previousExternalAccountId: z
      .string()
      .describe('Account that was paid before; empty where nothing was.'),
    newExternalAccountId: z.string().describe('Account that is paid from here on.'),
    previousStatus: z
      .enum(['', ...routeStatuses])
      .describe('State before; empty where the route was made.'),
    routeStatus: z.enum(routeStatuses).describe('State from here on.'),
    reason: z.string().describe('Why; empty where nothing was given.'),
    ...actorMembers,
    at: timestamp().describe('When it was done.'),
  })
  .meta({ id: 'RouteChange' })

/** A decimal amount of the source currency, for what it would come to. */
export const previewAmount = z.string().regex(/^[0-9]{1,15}(\.[0-9]{1,18})?$/)

/** What a deposit of this amount would come to if it arrived now. */
export const RoutePreview = z
  .object({
    teleportId: z
      .string()
      .describe(
        'Id of the route, `tele_…`; empty where it was asked of two accounts that no route connects.',
      ),
    outcome: z.enum(['FORWARD', 'HOLD']).describe('FORWARD, or HOLD where it would wait.'),
    heldReason: z.enum(heldReasons).describe('Why it would wait; empty where it would not.'),
    amountIn: Money.describe('Amount of the deposit.'),
    amountOut: Money.describe('What the destination would be paid.'),
    exchangeRate: z
      .number()
      .describe('Units of the target currency for one unit of the source currency.'),
    ...RateDetails.pick({ midRate: true, spreadBps: true }).shape,
    fees: PayinDeposit.shape.fees.describe('All fees in the source currency.'),
    etaMinutes: z
      .number()
      .describe('Minutes until the destination would have the money, on a banking day.'),
    ...OrdinaryQuote.pick({ leavesAt: true, bankTimeZone: true, isEstimated: true }).shape,
    estimatedArrival: timestamp()
      .optional()
      .describe('When a bank would have paid the destination; absent on a chain.'),
    at: timestamp().describe('When this was calculated.'),
  })
  .meta({ id: 'RoutePreview' })

export const RouteVolume = z
  .object({
    teleportId: z.string().describe('Id of the route, `tele_…`.'),
    currency: z.string().describe('Code of the source currency.'),
    medianSeconds: z
      .number()
      .nullable()
      .describe(
        'Seconds from a deposit to its payout, half of those forwarded in these days being quicker; null where none was forwarded.',
      ),
    days: z
      .array(
        z.object({
          date: calendarDate().describe('The day, in UTC.'),
          deposits: z.int().describe('How many deposits came.'),
          received: z.number().describe('What came in, in the source currency.'),
          forwarded: z.number().describe('What of it was forwarded.'),
          held: z.number().describe('What of it is held.'),
          returned: z.number().describe('What of it was returned.'),
        }),
      )
      .describe('Days in UTC, the oldest first; days without a deposit are there, too.'),
  })
  .meta({ id: 'RouteVolume' })
