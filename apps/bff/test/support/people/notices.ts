import { formatId, parseId, type Role } from '@corridor/domain'
import { v7 as uuidV7 } from 'uuid'
import { withClient } from '../../../src/db/server/server.ts'
import { notifyWindow } from '../../../src/modules/notifications/notifier.ts'
import { type NewEvent, recordEvent } from '../../../src/records/events/outbox.ts'
import { publishBatch } from '../../../src/records/events/publisher.ts'
import type { Bff } from '../process/bff.ts'
import { type Person, teamOf } from './team.ts'

type Line = {
  id: string
  kind: string
  text: string
  count: number
  unread: number
  place: number
  subject: { kind: string; id: string }
}
type Inbox = { data: Line[]; next: number | null; unread: number }

/** Makes partners of their own, so that nobody else's notices come between; notified when a test says so. */
export function noticeSites(bff: Bff) {
  const { join } = teamOf(bff)
  return async function site() {
    const partner = await bff.makePartner('Told')
    const partnerId = parseId('par', partner.svcPartnerId) ?? ''
    const person = (role: Role, email = '') => join(role, { partner, email })
    return { partner, partnerId, person, happen, notify, failed, mails, mailedTo }

    async function mails(to: string): Promise<{ subject: string; text: string }[]> {
      return (await bff.get(`/api/v1/sandbox/outbox?to=${to}`, partner)).body.data
    }

    /** What was mailed of failures, in the order of their words. */
    async function mailedTo(to: string): Promise<string[]> {
      const subjects = (await mails(to)).map(({ subject }) => subject)
      return subjects.filter((subject) => subject.includes('fail')).toSorted()
    }

    async function happen(...events: Omit<NewEvent, 'partnerId'>[]): Promise<void> {
      await bff.deps.db.asWorker(async (tx) => {
        for (const event of events) await recordEvent(tx, { partnerId, ...event } as NewEvent)
      })
    }

    async function notify(): Promise<void> {
      await withClient(bff.deps.db.urls.worker, publishBatch)
      await notifyWindow(bff.deps, partnerId)
    }

    /** A transfer that failed, and that somebody was notified of. */
    async function failed(): Promise<string> {
      const event = aFailure()
      await happen(event)
      await notify()
      return event.subject.id
    }
  }
}

export function aFailure() {
  const id = formatId('exec', uuidV7())
  return {
    category: 'transfer',
    type: 'transitioned',
    status: 'error',
    object: {
      executionId: id,
      transactionId: 'REF-1',
      status: 'FAILED',
      previousStatus: 'PROCESSING',
      amountOut: { amount: 242.32, currency: 'GBP' },
    },
    subject: { kind: 'transfer', id, version: 3 },
  } as const
}

export const heldDeposit = () => {
  const id = formatId('dep', uuidV7())
  return {
    category: 'payin_deposit',
    type: 'action_required',
    status: 'held',
    object: { depositId: id, heldReason: 'LIMIT', amount: 10, currency: 'EUR' },
    subject: { kind: 'deposit', id, version: 1 },
  } as const
}

export const inbox = async ({ browser }: Pick<Person, 'browser'>, query = ''): Promise<Inbox> =>
  (await browser.get(`/bff/notifications${query}`)).json()
export const unread = async ({ browser }: Pick<Person, 'browser'>): Promise<number> =>
  ((await browser.get('/bff/notifications/unread')).json() as { unread: number }).unread
