import { leaderLoop, type LoopJob, whileQuiet } from '../../engine/background-job.ts'
import type { Deps } from '../../ports/deps.ts'
import { readerOf } from './base/audience.ts'
import { unreadOf } from './inbox/inbox-store.ts'
import { kinds } from './base/kinds.ts'
import { channelsOf, quietMinutes, settingsOf } from './base/settings.ts'
import { mailSentence } from './making/sentences.ts'
import * as store from './mail/mail-store.ts'
import { scopesFor } from '@corridor/domain'

const everyMs = 2_000
const batchMax = 20
const minuteMs = 60_000
/** A mail that was claimed and neither sent nor put off is tried again after this, and longer each time. */
const againMinutes = 2
const againMinutesMax = 60

type Parts = Pick<Deps, 'config' | 'db' | 'log' | 'post' | 'realTime' | 'wake'>

/** Sends what members want by mail: one mail of a kind in ten minutes, none in their quiet hours. */
export function mailer(deps: Parts): LoopJob {
  return leaderLoop({
    name: 'notification mails',
    everyMs,
    ...whileQuiet,
    wakeOn: ['notices', 'sweep'],
    mayWait: true,
    run: async () => {
      const count = await mailDue(deps)
      return count === batchMax ? { againInMs: 0 } : undefined
    },
  })
}

/** Sends the mails that are due; how many there were. */
export async function mailDue(deps: Parts): Promise<number> {
  const at = deps.realTime()
  const leased = inMinutes(at, againMinutes)
  const due = await deps.db.asWorker((tx) => store.claimMails(tx, at, leased, batchMax))
  for (const mail of due) await mailOne(deps, mail, at)
  return due.length
}

/** One that cannot be sent holds up no other. */
async function mailOne(deps: Parts, mail: store.DueMail, at: Date): Promise<void> {
  const settings = settingsOf(mail.settings ?? {})
  const quiet = kinds[mail.kind].isFixed ? 0 : quietMinutes(settings, at)
  if (quiet > 0)
    return void (await deps.db.asWorker((tx) => store.putOff(tx, mail, inMinutes(at, quiet))))
  // Read on the page meanwhile, or not theirs any more: then there is nothing to send.
  const unread = await deps.db.asWorker((tx) =>
    unreadOf(tx, {
      partnerId: mail.partner_id,
      reader: readerOf({
        memberId: mail.member_id,
        role: mail.role,
        scopes: scopesFor(mail.role, mail.own_scopes),
      }),
      kind: mail.kind,
      after: mail.mailed_to,
      to: mail.last,
    }),
  )
  const done = { last: mail.last, at }
  if (unread.count === 0 || !unread.newest || !channelsOf(settings, mail.kind).mail)
    return void (await deps.db.asWorker((tx) => store.dropMail(tx, mail, done)))
  const { burst, facts } = unread.newest
  const sentence = mailSentence(mail.kind, unread.count, facts)
  try {
    await deps.post.send(mail.partner_id, {
      channel: 'EMAIL',
      to: mail.email,
      subject: sentence,
      text: bodyOf(deps.config.BASE_URL, sentence, burst),
    })
    await deps.db.asWorker((tx) => store.noteMailed(tx, mail, done))
  } catch (error) {
    deps.log.warn({ err: error, partnerId: mail.partner_id }, 'a notification was not mailed')
    const wait = Math.min(againMinutes * 2 ** mail.attempts, againMinutesMax)
    await deps.db.asWorker((tx) => store.delay(tx, mail, inMinutes(at, wait)))
  }
}

const bodyOf = (baseUrl: string, sentence: string, burst: string): string =>
  [
    `${sentence}.`,
    '',
    `Open it: ${baseUrl}/inbox?open=${burst}`,
    '',
    `You chose to be told by e-mail. Change that: ${baseUrl}/settings/notifications`,
  ].join('\n')

const inMinutes = (at: Date, minutes: number) => new Date(at.getTime() + minutes * minuteMs)
