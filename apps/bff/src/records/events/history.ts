import type { Caller } from '../../api/request/caller.ts'
import { type Page, pageOf, shownAs } from '../../api/request/paging.ts'
import type { Tx } from '../../db/open.ts'
import type { Deps } from '../../ports/deps.ts'
import { eventBody } from './event-body.ts'
import * as store from './store.ts'

export type WebhookService = ReturnType<typeof createWebhookService>

/** The history of a partner's events. */
export function createWebhookService(deps: Pick<Deps, 'config'>) {
  return { list }

  async function list(tx: Tx, caller: Caller, filter: store.EventFilter, page: Page) {
    const rows = await store.listEvents(tx, caller.partnerId, filter, page)
    return shownAs(pageOf(page, rows), (row) => eventBody(deps, row))
  }
}
