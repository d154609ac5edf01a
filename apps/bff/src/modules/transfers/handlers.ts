import type { InputOf, transfers } from '@corridor/contract'
import { type Handlers, inTwoParts, reading, writtenBody, success } from '../../api/handlers.ts'
import type { Caller } from '../../api/request/caller.ts'
import { readPage } from '../../api/request/paging.ts'
import { answersFor } from '../../api/request/refusal.ts'
import { readSelection } from '../../api/request/selection.ts'
import type { Deps } from '../../ports/deps.ts'
import { readTimeline } from './reads/timeline.ts'
import { actionHandlers } from './action-handlers.ts'
import { trackingHandlers } from './tracking-handlers.ts'
import { reviewHandlers } from './review-handlers.ts'
import { executeHandler } from './execute-handler.ts'
import { explainTransfer } from './reads/explanation/explain.ts'
import { readFilter } from './reads/filters.ts'
import { quoteBody, walletQuoteBody } from './quotes/quote-view.ts'
import { recordLimitRefusal } from '../../records/partners/limit-alerts.ts'
import type { TransferService } from './service.ts'
import { allShownTo, shownTo } from './reads/masking.ts'
import { summaryBody } from './reads/view.ts'

// One line per failure. A failure without a line does not compile.
const valueOrThrow = answersFor({
  ACCOUNT_NOT_FOUND: 'This entity has no such account.',
  FUNDING_ACCOUNT_NOT_FOUND: 'This entity has no such funding account.',
  POLICY_BLOCKED: 'The policy of the wallet does not allow this transfer.',
})

type ListQuery = InputOf<typeof transfers.list>['query']

/** All but the decision about what waits, and exports, which modules above them do. */
export function transferHandlers(
  service: TransferService,
  deps: Deps,
): Omit<Handlers<typeof transfers>, 'approve' | 'export' | 'readExport'> {
  const { simulation } = service
  const shownBy = (caller: Caller, list: string, query: ListQuery) => ({
    page: readPage(deps, caller, list, query),
    selection: readSelection(query.fields),
  })
  return {
    timeline: async (tx, { params }, caller) =>
      success(valueOrThrow(await readTimeline(tx, caller, params.executionId))),
    ...trackingHandlers(deps),
    simulate: inTwoParts({
      before: async ({ body }, caller) => valueOrThrow(await simulation.prepare(body, caller)),
      refused: (refusal, caller) => recordLimitRefusal(deps, caller, refusal),
      shares: (prepared) => prepared.variant === 'ordinary' || prepared.quote.kind === 'new',
      handle: async (tx, { body }, caller, prepared) => {
        const recorded = await simulation.record(tx, caller, body, prepared)
        const quote = valueOrThrow(recorded)
        if (quote.variant === 'wallet') return walletQuoteBody(quote.row)
        return success(quoteBody(quote.row), 'Transfer quoted.')
      },
      after: (_input, _caller, prepared) => simulation.follow(prepared),
    }),
    ...actionHandlers(service.actions, deps),
    ...reviewHandlers(service.reviews, deps),
    execute: executeHandler(service, deps),
    read: reading(async (tx, { params }, caller) => {
      const text = valueOrThrow(await service.read(tx, caller, params.executionId))
      return writtenBody({ success: true }, 'data', shownTo(caller, text))
    }),
    readByTransactionId: reading(async (tx, { params }, caller) => {
      const text = valueOrThrow(await service.readByTransactionId(tx, caller, params.transactionId))
      return writtenBody({ success: true }, 'data', shownTo(caller, text))
    }),
    explain: async (tx, { params }, caller) =>
      success(valueOrThrow(await explainTransfer(tx, caller, params.executionId))),
    list: reading(async (tx, { query }, caller) => {
      const shown = shownBy(caller, 'transfers', query)
      const { texts, pagination } = await service.list(tx, caller, readFilter(query), shown)
      return writtenBody({ success: true, pagination }, 'data', allShownTo(caller, texts))
    }),
    listOfPartner: reading(async (tx, { query }, caller) => {
      const shown = shownBy(caller, 'transfers:partner', query)
      const filter = readFilter(query)
      const { texts, pagination } = await service.list(tx, caller, filter, shown)
      const summary = summaryBody(await service.summarise(tx, caller, filter))
      return writtenBody({ success: true, pagination, summary }, 'data', allShownTo(caller, texts))
    }),
    listOfEntity: reading(async (tx, { params, query }, caller) => {
      const shown = shownBy(caller, `transfers:${params.entityId}`, query)
      const filter = readFilter(query)
      const { texts, pagination } = valueOrThrow(
        await service.listOfEntity(tx, caller, params.entityId, filter, shown),
      )
      return writtenBody({ success: true, pagination }, 'data', allShownTo(caller, texts))
    }),
  }
}
