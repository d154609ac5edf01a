import type { Deps } from '../../ports/deps.ts'
import type { Post } from '../../ports/mail.ts'
import { insertMessage } from './store.ts'

/** Mail and SMS of the sandbox: kept in a mailbox that tests and people can read. */
export const createMailbox = (deps: Pick<Deps, 'db' | 'ids'>): Post => ({
  send: (partnerId, message) =>
    deps.db.withPartner(partnerId, async (tx) => {
      await insertMessage(tx, {
        partner_id: partnerId,
        id: deps.ids.uuid(),
        channel: message.channel,
        recipient: message.to,
        subject: message.subject,
        body: message.text,
        code: message.code ?? null,
        otp_id: message.otpId ?? null,
        entity_id: message.entityId ?? null,
      })
    }),
})
