import { randomBytes, randomUUID } from 'node:crypto'
import type { FileBooks } from '@corridor/banks'
import { beforeEach, describe, expect, test } from 'vitest'
import { sharedDatabase } from '../../../test/support/database/recycled.ts'
import { fileOf, order } from '../../../test/support/money/files/payment-files.ts'
import { createKek } from '../../db/kek.ts'
import { listAttention, statusesOf } from './files-attention-store.ts'
import { listFiles } from './files-lists-store.ts'
import { createFileBooks } from './files-store.ts'

const db = sharedDatabase()
const kek = createKek(randomBytes(32), randomBytes)
const books: FileBooks = createFileBooks({ db, kek, accounts: [] })
// Nothing waits from the test before.
beforeEach(async () => {
  await books.writeFile(1_000, fileOf)
})

/** Keeps so many orders, in this order. */
async function orders(count: number): Promise<string[]> {
  const references: string[] = []
  for (let i = 0; i < count; i += 1) {
    const { instruction } = await books.keepPayment(order())
    references.push(instruction.reference)
  }
  return references
}

describe('what the bank says of payments', () => {
  const report = (reference: string, status: 'ACCEPTED' | 'CONFIRMED' | 'REJECTED', code = '') => ({
    reference,
    status,
    bankReference: status === 'ACCEPTED' ? '' : `B ${status}`,
    code,
  })
  const states = (references: readonly string[]) =>
    Promise.all(references.map(async (reference) => (await books.findPayment(reference))?.status))

  test('the first final status of a payment stays, and one that is in no file gets none', async () => {
    const [a = '', b = '', c = '', d = ''] = await orders(4)
    await books.writeFile(3, fileOf)
    const reports = [
      report(a, 'ACCEPTED'),
      report(a, 'CONFIRMED'),
      report(a, 'REJECTED', 'RAIL_REJECTED'),
      report(b, 'REJECTED', 'RAIL_REJECTED'),
      report(c, 'ACCEPTED'),
      report(d, 'CONFIRMED'),
      report(randomUUID(), 'CONFIRMED'),
    ]
    expect(await books.recordStatuses('', reports)).toEqual({ known: 6 })
    expect(await states([a, b, c, d])).toEqual(['CONFIRMED', 'REJECTED', 'ACCEPTED', 'QUEUED'])
    expect(
      await books.recordStatuses('', [
        report(a, 'REJECTED'),
        report(b, 'CONFIRMED'),
        report(c, 'ACCEPTED'),
      ]),
    ).toEqual({ known: 3 })
    expect(await states([a, b, c])).toEqual(['CONFIRMED', 'REJECTED', 'ACCEPTED'])
    const { contradicted } = await db.asWorker((tx) => listFiles(tx, 10))
    expect(contradicted).toMatchObject([
      { reference: b, status: 'REJECTED', contradiction: 'CONFIRMED' },
      { reference: a, status: 'CONFIRMED', contradiction: 'REJECTED' },
    ])
    expect(await books.findPayment(b)).toMatchObject({
      code: 'RAIL_REJECTED',
      bankReference: 'B REJECTED',
    })
  })

  test('a status of a file or a batch applies to the payments in it', async () => {
    const references = await orders(3)
    const file = await books.writeFile(3, fileOf)
    const [first] = file?.batches ?? []
    const { messageId = '' } = file ?? {}
    const answer = { status: 'REJECTED', bankReference: '', code: 'RAIL_REJECTED' } as const
    const { batchId = '', references: inFirst = [] } = first ?? {}
    expect(await books.recordFileStatus('', { ...answer, messageId, batchId })).toEqual({
      known: 1,
    })
    expect(await states(inFirst)).toEqual(['REJECTED'])
    expect(await books.recordFileStatus('', { ...answer, messageId, batchId: 'other' })).toEqual({
      known: 0,
    })
    expect(await books.recordFileStatus('', { ...answer, messageId: '', batchId: '' })).toEqual({
      known: 0,
    })
    expect(await books.recordFileStatus('', { ...answer, messageId, batchId: '' })).toEqual({
      known: 3,
    })
    expect(await states(references)).toEqual(['REJECTED', 'REJECTED', 'REJECTED'])
  })
})

describe('the history of statuses', () => {
  type Report = Parameters<FileBooks['recordStatuses']>[1][number]
  const details = (status: string, change: object = {}) => ({
    status,
    scope: 'PAYMENT' as const,
    line: 1,
    reasons: [{ code: 'NARR', texts: ['as the bank wrote it'] }],
    terms: {},
    ...change,
  })
  const report = (reference: string, status: Report['status'], code: string, line = 1): Report => ({
    reference,
    status,
    bankReference: '',
    code: status === 'REJECTED' ? 'RAIL_REJECTED' : '',
    ...(status === 'REJECTED' ? { isRetryable: false } : {}),
    details: details(code, { line }),
  })
  /** Begins a file of the bank that it wrote at this hour. */
  async function from(hour: number): Promise<string> {
    const sha256 = randomBytes(32).toString('hex')
    const createdAt = new Date(Date.UTC(2026, 0, 5, hour))
    await books.beginImport({
      name: 'a',
      sha256,
      kind: 'pain.002',
      messageId: `S${hour}`,
      createdAt,
    })
    return sha256
  }
  const historyOf = async (reference: string) => {
    const rows = await db.asWorker((tx) => statusesOf(tx, reference))
    return rows.map(
      ({ status, effect, message_id: messageId }) => `${messageId} ${status} ${effect}`,
    )
  }
  const needsPerson = async (reference: string) => {
    const rows = await db.asWorker((tx) => listAttention(tx, 1_000))
    return rows.some(({ payment }) => payment === reference)
  }

  test('has each status once, in the order in which the bank wrote them', async () => {
    const [a = ''] = await orders(1)
    await books.writeFile(1, fileOf)
    const [late, early] = [await from(12), await from(9)]
    await books.recordStatuses(late, [report(a, 'REJECTED', 'RJCT')])
    await books.recordStatuses(early, [
      report(a, 'ACCEPTED', 'ACSP'),
      report(a, 'WAITING', 'PDNG', 2),
    ])
    // An import that was interrupted goes on, and comes to the same again.
    await books.recordStatuses(late, [report(a, 'REJECTED', 'RJCT')])
    expect(await historyOf(a)).toEqual(['S9 ACSP ACCEPTED', 'S9 PDNG WAITING', 'S12 RJCT REJECTED'])
    expect(await books.findPayment(a)).toMatchObject({
      status: 'REJECTED',
      isRetryable: false,
      last: { status: 'RJCT', effect: 'REJECTED', reasons: [{ code: 'NARR' }] },
    })
  })

  test('what a person has to look into is listed until the bank says more than that it waits', async () => {
    const [a = '', b = '', c = ''] = await orders(3)
    await books.writeFile(2, fileOf)
    await books.recordStatuses(await from(9), [
      report(a, 'ATTENTION', 'PATC'),
      report(b, 'ATTENTION', 'BLCK', 2),
      report(c, 'ACCEPTED', 'ACSP', 3),
    ])
    // The bank knows a payment that was never sent.
    expect(await Promise.all([a, b, c].map(needsPerson))).toEqual([true, true, true])
    await books.recordStatuses(await from(10), [
      report(a, 'WAITING', 'PDNG'),
      report(b, 'CONFIRMED', 'ACCC', 2),
    ])
    expect(await Promise.all([a, b].map(needsPerson))).toEqual([true, false])
    // It was written before what was read already.
    await books.recordStatuses(await from(8), [report(a, 'ACCEPTED', 'ACTC')])
    expect(await needsPerson(a)).toBe(true)
    await books.recordStatuses(await from(11), [report(a, 'ACCEPTED', 'ACSP')])
    expect(await needsPerson(a)).toBe(false)
    expect(await books.findPayment(c)).toMatchObject({ status: 'QUEUED' })
  })

  test('a status of a file is not of payments that it has one of in particular', async () => {
    await orders(3)
    const file = await books.writeFile(3, fileOf)
    const { messageId = '', batches: [first, second] = [] } = file ?? {}
    const [a = ''] = first?.references ?? []
    const [b = '', c = ''] = second?.references ?? []
    const sha256 = await from(9)
    const all = (status: Report['status'], code: string, batchId: string, line: number) => ({
      messageId,
      batchId,
      status,
      bankReference: '',
      code: status === 'REJECTED' ? 'RAIL_REJECTED' : '',
      details: details(code, { line, scope: batchId === '' ? 'FILE' : 'BATCH' }),
    })
    await books.recordStatuses(sha256, [report(b, 'ACCEPTED', 'ACSP')])
    const ofBatch = all('WAITING', 'PART', second?.batchId ?? '', 2)
    expect(await books.recordFileStatus(sha256, ofBatch)).toEqual({ known: 2 })
    expect(await books.recordFileStatus(sha256, all('REJECTED', 'RJCT', '', 3))).toEqual({
      known: 3,
    })
    expect(await Promise.all([a, b, c].map(historyOf))).toEqual([
      ['S9 RJCT REJECTED'],
      ['S9 ACSP ACCEPTED'],
      ['S9 PART WAITING'],
    ])
    const found = await Promise.all([a, b, c].map((reference) => books.findPayment(reference)))
    expect(found.map((payment) => payment?.status)).toEqual(['REJECTED', 'ACCEPTED', 'WRITTEN'])
  })

  test('payments are found by file, batch and amount, too', async () => {
    const { reference: a } = (await books.keepPayment(order())).instruction
    const { reference: b } = (await books.keepPayment(order())).instruction
    const { reference: c } = (await books.keepPayment(order({ minor: 700n }))).instruction
    const { messageId = '', batches: [first, second] = [] } =
      (await books.writeFile(3, fileOf)) ?? {}
    const none = { messageId, batchId: '', endToEndId: '', instructionId: '', uetr: '' }
    const amount = { currency: 'EUR', minor: 700n, scale: 2 }
    const found = await books.findReported([
      { ...none, endToEndId: b.replaceAll('-', ''), amount: undefined },
      { ...none, batchId: first?.batchId ?? '', endToEndId: 'THEIRS', amount: undefined },
      { ...none, messageId: '', batchId: second?.batchId ?? '', amount },
      { ...none, amount },
      { ...none, amount: undefined },
      { ...none, messageId: 'another', batchId: 'another', amount: undefined },
    ])
    expect(found.map((payment) => payment?.reference)).toEqual([b, a, c, c, undefined, undefined])
  })
})
