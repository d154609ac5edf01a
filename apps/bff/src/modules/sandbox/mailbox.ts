import { sql } from 'kysely'
import { keyset, type Page, type SortKey } from '../../api/request/paging.ts'
import type { Tx } from '../../db/open.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Post } from '../../ports/mail.ts'

const sorts: Record<string, SortKey> = {
  createdAt: { expression: sql`created_at`, type: 'timestamptz' },
}

/** Mail and SMS of the sandbox: kept in a mailbox that tests and people can read. */
export function createMailbox(deps: Pick<Deps, 'db' | 'ids'>): Post {
  return {
    send: (partnerId, message) =>
      deps.db.withPartner(partnerId, async (tx) => {
        await tx
          .insertInto('sandbox_message')
          .values({
            partner_id: partnerId,
            id: deps.ids.uuid(),
            channel: message.channel,
            recipient: message.to,
            subject: message.subject,
            body: message.text,
            code: message.code ?? null,
            otp_id: message.otpId ?? null,
            entity_id: message.entityId ?? null,
            created_at: sql<Date>`service_now()`,
          })
          .execute()
      }),
  }
}

/** The partner's messages; addresses compare without case. */
export function listMessages(
  tx: Tx,
  partnerId: string,
  { channel, to }: { channel?: 'EMAIL' | 'SMS' | undefined; to?: string | undefined },
  page: Page,
) {
  const { sortKey, after, order, limit } = keyset(page, sorts)
  let query = tx
    .selectFrom('sandbox_message')
    .selectAll()
    .select(sortKey)
    .where('partner_id', '=', partnerId)
  if (channel) query = query.where('channel', '=', channel)
  if (to) query = query.where(sql<boolean>`lower(recipient) = lower(${to})`)
  return query.where(after).orderBy(order).limit(limit).execute()
}
