import type { CodeNotice, OpenedSession } from '@corridor/signer'
import type { Caller } from '../../../api/request/caller.ts'
import type { Deps } from '../../../ports/deps.ts'
import { recordEvent } from '../../../records/events/outbox.ts'
import { walletEvent } from '../base/event.ts'
import { sendNotice, type Notice } from '../base/notices.ts'

export type CodeNotices = ReturnType<typeof createCodeNotices>
type Owner = { entityId: string; email: string }

const names = { EMAIL: 'e-mail', SMS: 'SMS' } as const

/** Who is notified of what about one-time codes. Nothing of it makes a request fail, or wait for a mail server. */
export function createCodeNotices(deps: Deps) {
  return { sessionOpened, notify }

  /** Whoever reads the mail or the SMS of another can open a session: the owner learns of each. */
  function sessionOpened(
    caller: Caller,
    owner: Owner,
    { createdAt }: Pick<OpenedSession, 'createdAt'>,
  ): Promise<void> {
    const at = `${createdAt.slice(0, 10)} at ${createdAt.slice(11, 16)} UTC`
    return send(caller, owner, {
      subject: 'A session was opened for your wallets',
      text: `A session was opened with a one-time code on ${at}. It can sign for 15 minutes. If this was not you, end it and revoke the method it was opened with.`,
    })
  }

  /** What a refusal asks to be notified, if anything. */
  async function notify(caller: Caller, owner: Owner, notice?: CodeNotice): Promise<void> {
    if (notice?.kind === 'OTP_BLOCKED') await channelBlocked(caller, owner, notice.channel)
    if (notice?.kind === 'SMS_LIMIT') await smsUsedUp(caller, owner)
  }

  async function channelBlocked(caller: Caller, owner: Owner, channel: 'EMAIL' | 'SMS') {
    await publish(caller, owner, { eventStatus: 'otp_blocked', status: '', channel })
    await send(
      caller,
      owner,
      {
        subject: 'Codes for your wallets are blocked',
        text: `Ten wrong codes were entered within a day. Codes by ${names[channel]} are refused for 24 hours from the first of them; your other ways to sign in work. If this was not you, somebody is guessing: tell whoever runs your account.`,
      },
      { alsoBySms: true },
    )
  }

  /** Many codes by SMS in an hour may be somebody who earns from them (guarantees.md 3.13). */
  async function smsUsedUp(caller: Caller, owner: Owner): Promise<void> {
    const { svcPartnerId } = caller
    deps.log.error({ svcPartnerId }, 'the SMS of an hour are used up: codes by SMS are refused')
    await publish(caller, owner, { eventStatus: 'sms_limit_reached', status: '' })
  }

  async function publish(
    { partnerId }: Caller,
    { entityId }: Owner,
    change: Parameters<typeof walletEvent>[2],
  ): Promise<void> {
    try {
      await deps.db.withPartner(partnerId, (tx) =>
        recordEvent(tx, {
          ...walletEvent(partnerId, entityId, change),
          category: 'wallet',
          type: 'action_required',
        }),
      )
      deps.wake.notify('events')
    } catch (error) {
      deps.log.warn({ err: error, entityId }, 'a notice about codes was not published')
    }
  }

  async function send(
    { partnerId }: Caller,
    owner: Owner,
    notice: Notice,
    by: { alsoBySms?: boolean } = {},
  ): Promise<void> {
    const sent = sendNotice(deps, partnerId, owner, notice, by)
    // The sandbox's mailbox has its messages in the order of the answers; a mail server may be slow.
    if (deps.config.ENVIRONMENT === 'sandbox') await sent
  }
}
