import type { Tx } from '../../db/open.ts'
import { leaderLoop, type LoopJob, whileQuiet } from '../../engine/background-job.ts'
import type { Deps } from '../../ports/deps.ts'
import { isFor, readerOf } from './base/audience.ts'
import { queueMails } from './mail/mail-store.ts'
import { channelsOf, settingsOf } from './base/settings.ts'
import { type Burst, continues } from './making/bursts.ts'
import { isMailed, type Notice, noticeOf } from './making/notices.ts'
import * as store from './making/notice-store.ts'

const partnersMax = 50
const everyMs = 1_000
/** Under load the events of a while are looked through together. */
const restMs = 250
const dueEveryMs = 30_000
const keptDays = 90
const deletedMax = 500

type Parts = Pick<Deps, 'db' | 'ids' | 'realTime' | 'wake'>

/**
 * Makes notices of published events. The notices of a window, the mails that they cause and how far
 * the events were looked through are one transaction, and a cause is notified once: a process that dies in
 * between loses nothing and sends nothing twice.
 */
export function notifier(deps: Parts): LoopJob {
  let lastPass = 0
  let lastDue = 0
  // A sweep that comes while we rest is looked after in the next pass.
  let isSwept = false
  return leaderLoop({
    name: 'notifications',
    everyMs,
    ...whileQuiet,
    wakeOn: ['published', 'sweep'],
    mayWait: true,
    run: async ({ woken }) => {
      const at = deps.realTime().getTime()
      isSwept ||= woken.has('sweep')
      if (at - lastPass < restMs) return { againInMs: restMs }
      lastPass = at
      const partners = await deps.db.readingAll((tx) => store.partnersBehind(tx, partnersMax))
      const more = await Promise.all(partners.map((partnerId) => notifyWindow(deps, partnerId)))
      if (isSwept || at - lastDue > dueEveryMs) {
        lastDue = at
        isSwept = false
        await notifyDue(deps)
      }
      return more.includes(true) || partners.length === partnersMax ? { againInMs: 0 } : undefined
    },
  })
}

/** Looks through the next events of a partner; true where there are more. */
export async function notifyWindow(deps: Parts, partnerId: string): Promise<boolean> {
  const { isFull, notified } = await deps.db.asWorker(async (tx) => {
    const window = await store.lockCursor(tx, partnerId)
    const notices = await noticesBetween(tx, partnerId, window)
    const count = await notify(deps, tx, partnerId, notices)
    if (window.to > window.from) await store.moveCursor(tx, partnerId, window.to)
    return { isFull: window.to - window.from === store.windowSize, notified: count }
  })
  if (notified > 0) deps.wake.notify('notices')
  return isFull
}

async function noticesBetween(tx: Tx, partnerId: string, window: { from: number; to: number }) {
  const events = await store.eventsBetween(tx, partnerId, window)
  if (events.length === 0) return []
  const about = (category: string) => events.filter((event) => event.category === category)
  const approvals = about('approval').flatMap(({ object, subject_id: id }) => {
    const approvalId = object['approvalId']
    return [id, ...(typeof approvalId === 'string' ? [approvalId] : [])]
  })
  const asked = await store.approvalPeople(tx, partnerId, approvals)
  const askers = await store.questionAskers(
    tx,
    partnerId,
    about('approval').flatMap(({ changes }) => {
      const questionId = changes?.['questionId']
      return typeof questionId === 'string' ? [questionId] : []
    }),
  )
  const makers = await store.exportMakers(
    tx,
    partnerId,
    about('export').map(({ subject_id: id }) => id),
  )
  const people = {
    approval: (id: string) => asked.get(id),
    asker: (id: string) => askers.get(id),
    export: (id: string) => makers.get(id),
  }
  return events.flatMap((event) => noticeOf(event, people) ?? [])
}

/** Writes notices in their bursts, and notes the mails that members want of them. */
async function notify(deps: Parts, tx: Tx, partnerId: string, notices: readonly Notice[]) {
  if (notices.length === 0) return 0
  const bursts = await store.lastBursts(tx, partnerId)
  const placed = notices.map((notice) => {
    const before = bursts.get(notice.kind)
    const burst: Burst =
      before && continues(notice.kind, before, notice.at)
        ? { ...before, lastAt: notice.at }
        : { id: deps.ids.uuid(), firstAt: notice.at, lastAt: notice.at }
    bursts.set(notice.kind, burst)
    return { notice, burst }
  })
  const at = deps.realTime()
  const inserted = await store.insertNotices(tx, partnerId, placed, at)
  if (inserted.length === 0) return 0
  const mailed = inserted.filter(isMailed)
  const members = mailed.length > 0 ? await store.listeners(tx, partnerId) : []
  const wanted = members
    .filter(({ email }) => email !== '')
    .flatMap((member) => {
      const reader = readerOf(member)
      const settings = settingsOf(member.settings ?? {})
      return mailed
        .filter((notice) => isFor(reader, notice) && channelsOf(settings, notice.kind).mail)
        .map(({ kind, place }) => ({ memberId: member.memberId, kind, place }))
    })
  await queueMails(tx, partnerId, wanted, at)
  return inserted.length
}

/** What is due by the clock, and what is kept no longer. */
async function notifyDue(deps: Parts): Promise<void> {
  const due = await deps.db.readingAll(store.findDue)
  for (const { partnerId, notice } of due)
    await deps.db.asWorker((tx) => notify(deps, tx, partnerId, [notice]))
  if (due.length > 0) deps.wake.notify('notices')
  const before = new Date(deps.realTime().getTime() - keptDays * 86_400_000)
  await deps.db.asWorker((tx) => store.deleteBefore(tx, before, deletedMax))
}
