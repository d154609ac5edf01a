import { fail, ok } from '@corridor/domain'
import type { Deps } from '../../../ports/deps.ts'
import { readerOf } from '../base/audience.ts'
import { kinds, kindNames } from '../base/kinds.ts'
import { channelsOf, hiddenKinds, type Settings, settingsOf } from '../base/settings.ts'
import { burstSentence } from '../making/sentences.ts'
import * as store from './inbox-store.ts'

export type Visitor = Parameters<typeof readerOf>[0] & { partnerId: string }
export type Asked = { kind?: string | undefined; unread?: boolean; before?: number | undefined }

const pageSize = 50

export type Inbox = ReturnType<typeof createInbox>

/** The notifications of a member, by what their role may read now. */
export function createInbox({ db }: Pick<Deps, 'db'>) {
  return { list, count, read, readAll, settings, saveSettings }

  async function list(visitor: Visitor, { kind, unread = false, before }: Asked) {
    const of = ofVisitor(visitor)
    return db.withPartner(visitor.partnerId, async (tx) => {
      const hidden = hiddenKinds(settingsOf(await store.readSettings(tx, of)))
      const asked = { ...of, hidden, kind, unreadOnly: unread, before, limit: pageSize + 1 }
      const rows = await store.listBursts(tx, asked)
      const shown = rows.slice(0, pageSize)
      return {
        data: shown.map(shape),
        next: rows.length > pageSize ? (shown.at(-1)?.place ?? null) : null,
        unread: await store.countUnread(tx, { ...of, hidden }),
      }
    })
  }

  async function count(visitor: Visitor) {
    const of = ofVisitor(visitor)
    return db.withPartner(visitor.partnerId, async (tx) => {
      const hidden = hiddenKinds(settingsOf(await store.readSettings(tx, of)))
      return { unread: await store.countUnread(tx, { ...of, hidden }) }
    })
  }

  /** Marks a line as read and shows it, as a link of a mail leads to it. */
  async function read(visitor: Visitor, burst: string) {
    const of = ofVisitor(visitor)
    return db.withPartner(visitor.partnerId, async (tx) => {
      if (!(await store.readBursts(tx, of, [burst]))) return fail('RECORD_NOT_FOUND')
      const row = await store.findBurst(tx, of, burst)
      return row ? ok(shape(row)) : fail('RECORD_NOT_FOUND')
    })
  }

  /** Marks everything as read that the member had before them; what came since stays unread. */
  async function readAll(visitor: Visitor, to: number): Promise<void> {
    await db.withPartner(visitor.partnerId, (tx) => store.readAll(tx, ofVisitor(visitor), to))
  }

  async function settings(visitor: Visitor) {
    const of = ofVisitor(visitor)
    const chosen = await db.withPartner(visitor.partnerId, async (tx) => ({
      settings: settingsOf(await store.readSettings(tx, of)),
      email: await store.emailOf(tx, of),
    }))
    return shapeSettings(visitor, chosen.settings, chosen.email)
  }

  async function saveSettings(visitor: Visitor, changed: Settings) {
    const of = ofVisitor(visitor)
    await db.withPartner(visitor.partnerId, (tx) => store.saveSettings(tx, of, changed))
    return settings(visitor)
  }
}

const ofVisitor = (visitor: Visitor) => ({
  partnerId: visitor.partnerId,
  reader: readerOf(visitor),
})

const shape = ({ burst, kind, place, count, unread, ...row }: store.BurstRow) => ({
  id: burst,
  kind,
  label: kinds[kind].label,
  text: burstSentence(kind, count, row.facts),
  count,
  unread,
  place,
  at: row.happened_at.toISOString(),
  subject: { kind: row.subject_kind, id: row.subject_id },
})

/** Each kind that the role may be notified of, with its channels. */
function shapeSettings(visitor: Visitor, chosen: Settings, email: string) {
  const { scopes } = readerOf(visitor)
  return {
    hasEmail: email !== '',
    quiet: chosen.quiet,
    kinds: kindNames
      .filter((kind) => scopes.includes(kinds[kind].scope))
      .map((kind) => ({
        kind,
        label: kinds[kind].label,
        text: kinds[kind].text,
        isFixed: kinds[kind].isFixed ?? false,
        ...channelsOf(chosen, kind),
      })),
  }
}
