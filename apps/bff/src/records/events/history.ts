import type { Caller } from '../../api/request/caller.ts'
import { type Page, pageOf } from '../../api/request/paging.ts'
import type { Tx } from '../../db/open.ts'
import * as store from './store.ts'

export type WebhookService = ReturnType<typeof createWebhookService>

/** The history of a partner's events. */
export function createWebhookService() {
  return { list }

  async function list(tx: Tx, caller: Caller, filter: store.EventFilter, page: Page) {
    return pageOf(page, await store.listEvents(tx, caller.partnerId, filter, page))
  }
}
