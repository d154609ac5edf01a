import { randomBytes } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importFile } from '@corridor/banks'
import { createCounterpartBank } from '@corridor/banks/testing'
import { beforeEach, expect, test } from 'vitest'
import { keptLog } from '../../../test/support/database/quiet.ts'
import { sharedDatabase } from '../../../test/support/database/recycled.ts'
import { readOperatorAccounts } from './accounts.ts'
import { createFileBooks } from './files-store.ts'
import { createInbox, type InboxParts } from './inbox.ts'
import { createKek } from '../../db/kek.ts'
import { withClient } from '../../db/server/server.ts'
import { noFaults } from '../../engine/faults.ts'

const accounts = readOperatorAccounts({ ENVIRONMENT: 'sandbox', BANK_FILES_DIR: '/none' })
const counterpart = createCounterpartBank({ accounts })
const db = sharedDatabase()
let folder: string
let parts: InboxParts
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'corridor-inbox-'))
  mkdirSync(join(folder, 'in'))
  const kek = createKek(randomBytes(32), randomBytes)
  parts = {
    bankFiles: { books: createFileBooks({ db, kek, accounts }), accounts },
    config: { BANK_FILES_DIR: folder },
    log: keptLog(),
    faults: noFaults,
  }
  return () => rmSync(folder, { recursive: true, force: true })
})

let serial = 0
/** A notification of so many credits that were not notified before. */
function notification(count: number): string {
  const [account] = accounts
  if (!account) throw new Error('no account')
  for (let i = 0; i < count; i += 1) {
    serial += 1
    counterpart.credit({
      ...account,
      entryId: `credit ${serial}`,
      minor: 100n,
      scale: 2,
      sender: { name: 'Ada', account: '' },
      reference: '',
    })
  }
  return counterpart.notifications()[0] ?? ''
}
const put = (name: string, text: string) => writeFileSync(join(folder, 'in', name), text)
const names = (...path: string[]) => {
  const place = join(folder, 'in', ...path)
  return existsSync(place) ? readdirSync(place).toSorted() : []
}
const booked = () =>
  db.asWorker(
    async (tx) => (await tx.selectFrom('bank_payment').select('position').execute()).length,
  )

test('a file is taken in once it stays as it is, and not while it is written', async () => {
  const before = await booked()
  const text = notification(3)
  const inbox = createInbox(parts)
  put('a.xml', text.slice(0, 100))
  put('b.xml.part', text)
  put('.c.xml', text)
  symlinkSync('/etc/hostname', join(folder, 'in', 'd.xml'))
  expect(await inbox.look()).toEqual({ taken: 0, isWaiting: true, refused: [] })
  appendFileSync(join(folder, 'in', 'a.xml'), text.slice(100))
  expect(await inbox.look()).toEqual({ taken: 0, isWaiting: true, refused: [] })
  expect(await inbox.look()).toEqual({ taken: 1, isWaiting: false, refused: [] })
  expect(names()).toEqual(['.c.xml', 'b.xml.part', 'd.xml', 'done'])
  expect(names('done')).toEqual(['a.xml'])
  expect((await booked()) - before).toBe(3)
})

test('what is no file of the bank is put aside with the reason, and holds up none behind it', async () => {
  put('a.xml', 'no XML at all')
  put('b.xml', notification(1))
  const inbox = createInbox(parts)
  await inbox.look()
  expect((await inbox.look()).taken).toBe(2)
  expect(names()).toEqual(['done', 'refused'])
  expect(names('done')).toEqual(['b.xml'])
  expect(names('refused')).toEqual(['a.xml', 'a.xml.reason.txt'])
  expect(readFileSync(join(folder, 'in', 'refused', 'a.xml.reason.txt'), 'utf8')).toMatch(/\w.*\n$/)
})

test('a name that the bank uses again takes none away, and content that it sends again books nothing', async () => {
  const inbox = createInbox(parts)
  const first = notification(1)
  const before = await booked()
  for (const text of [first, notification(1), first]) {
    put('daily.xml', text)
    await inbox.look()
    await inbox.look()
  }
  expect(names('done')).toEqual(['daily-2.xml', 'daily-3.xml', 'daily.xml'])
  expect((await booked()) - before).toBe(2)
})

test('several that look at the same time, and one cut off before it put the file away, book once', async () => {
  const before = await booked()
  put('a.xml', notification(5))
  const cut = createInbox({
    ...parts,
    faults: {
      reach: () => {
        throw new Error('cut off')
      },
    },
  })
  await cut.look()
  expect(await cut.look()).toEqual({ taken: 0, isWaiting: false, refused: [] })
  expect(names()).toEqual(['a.xml'])
  const inboxes = [createInbox(parts), createInbox(parts), createInbox(parts)]
  await Promise.all(inboxes.map((inbox) => inbox.look()))
  await Promise.all(inboxes.map((inbox) => inbox.look()))
  expect(names()).toEqual(['done'])
  expect(names('done')).toEqual(['a.xml'])
  expect((await booked()) - before).toBe(5)
})

test('a file that cannot be kept now stays, and is taken in later', async () => {
  put('a.xml', notification(1))
  let isAway = true
  const { books } = parts.bankFiles
  const inbox = createInbox({
    ...parts,
    bankFiles: {
      accounts,
      books: {
        ...books,
        keepEvidence: (part, evidence) =>
          isAway ? Promise.reject(new Error('away')) : books.keepEvidence(part, evidence),
      },
    },
  })
  await inbox.look()
  await inbox.look()
  expect(names()).toEqual(['a.xml'])
  isAway = false
  expect((await inbox.look()).taken).toBe(1)
  expect(names('done')).toEqual(['a.xml'])
})

test('an import that the database fails in the middle of ends with that, and repeated takes in the rest once', async () => {
  const before = await booked()
  const [count, kept] = [1_200, 500]
  const text = notification(count)
  const arrive = () =>
    importFile({ ...parts.bankFiles, name: 'a.xml', read: () => [Buffer.from(text)] })
  await withClient(db.adminUrl, (admin) =>
    admin.query(
      `alter table bank_evidence add constraint is_first check (line <= ${kept}) not valid`,
    ),
  )
  try {
    await expect(arrive()).rejects.toThrow('is_first')
  } finally {
    await withClient(db.adminUrl, (admin) =>
      admin.query('alter table bank_evidence drop constraint is_first'),
    )
  }
  expect((await booked()) - before).toBe(kept)
  expect(await arrive()).toMatchObject({
    isKnown: false,
    counts: { entries: count, booked: count - kept, repeated: kept },
  })
  expect(await arrive()).toMatchObject({ isKnown: true })
  expect((await booked()) - before).toBe(count)
})
