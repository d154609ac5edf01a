import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseId } from '@corridor/domain'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { fileInput, sampleFiles } from '../../../test/support/process/files.ts'
import { codeOf } from '../../../test/support/money/funding.ts'
import { expectConsistent } from '../../../test/support/money/invariants.ts'
import {
  eventsOfDeposit,
  findDeposit,
  payTo,
  untilDeposit,
} from '../../../test/support/money/payin-deposits.ts'
import {
  aRoute,
  type MadeRoute,
  payinPath,
  toggleRoute,
} from '../../../test/support/money/payin-routes.ts'
import { type AnyBody, ownBff } from '../../../test/support/process/bff.ts'
import { operator } from '../../../test/support/people/operator.ts'

const bff = ownBff()
let dir = ''
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'corridor-review-'))
})
afterAll(() => rm(dir, { recursive: true }))
afterEach(() => expectConsistent(bff))

const run = (...args: string[]) => operator(bff, ...args)
const decide = (depositId: string, decision: string, ...more: string[]) =>
  run('deposit', 'review', '--deposit', depositId, '--decision', decision, ...more)
const listed = async (depositId: string) =>
  (await run('deposit', 'reviews')).reviews.find(({ subject }: AnyBody) => subject === depositId)

const setKyc = ({ entityId }: MadeRoute, status: string) =>
  bff.deps.db.asWorker((tx) =>
    sql`update kyc_capability set status = ${status}
      where entity_id = ${parseId('ent', entityId)}`.execute(tx),
  )
/** Held because its customer is not verified any more. */
async function unverified(): Promise<MadeRoute & { depositId: string }> {
  const route = await aRoute(bff, { from: 'DE', to: 'ES' })
  await setKyc(route, 'PAUSED')
  const sent = { currency: 'EUR', senderAccount: 'DE89370400440532013000' }
  const { depositId } = await payTo(bff, route.fundingAccountId, sent)
  return { ...route, depositId }
}

describe('deposits that compliance holds', () => {
  test('are listed, sent back or let go by the operator, who cannot go round a verification', async () => {
    const [first, other] = [await unverified(), await unverified()]
    expect(await listed(first.depositId)).toMatchObject({
      kind: 'deposit',
      reason: 'COMPLIANCE',
      decider: 'operator',
      amount: '100',
      currency: 'EUR',
      owner: first.entityId,
      questions: [],
    })
    await expect(decide(first.depositId, 'approve')).rejects.toThrow('--reason is missing')
    const refused = await decide(first.depositId, 'approve', '--reason', 'Known')
    expect(refused).toMatchObject({ status: 'HELD', decided: false, refused: true })
    expect(await decide(first.depositId, 'reject', '--reason', 'Left us')).toMatchObject({
      decided: true,
    })
    await untilDeposit(bff, first.depositId, 'RETURNED')
    await setKyc(other, 'APPROVED')
    expect(await decide(other.depositId, 'approve', '--reason', 'Back')).toMatchObject({
      decided: true,
    })
    await untilDeposit(bff, other.depositId, 'FORWARDED')
    expect(await listed(other.depositId)).toBeUndefined()
    await expect(decide(other.depositId, 'reject', '--reason', 'x')).rejects.toThrow('no decision')
  })

  test('are not those that their partner decides about, or their transfer', async () => {
    const route = await aRoute(bff, { from: 'DE', to: 'ES' })
    const listedName = { currency: 'EUR', senderName: 'Osama bin Laden', senderAccount: 'DE89' }
    const carried = await payTo(bff, route.fundingAccountId, listedName)
    await untilDeposit(bff, carried.depositId, 'HELD')
    await expect(decide(carried.depositId, 'approve', '--reason', 'x')).rejects.toThrow(
      'Decide about its transfer, exec_',
    )
    await toggleRoute(bff, route.teleportId, 'inactive')
    const { depositId } = await payTo(bff, route.fundingAccountId, { currency: 'EUR' })
    await expect(decide(depositId, 'reject', '--reason', 'x')).rejects.toThrow(
      'Its partner decides',
    )
  })
})

describe('payinRoutes.answer and payinRoutes.answerDocuments', () => {
  const documents = [fileInput('application/pdf', 'letter', 'letter.pdf')]
  const pdf = sampleFiles['application/pdf']('letter')
  const rfiPath = (depositId: string, rfiId: string) =>
    `${payinPath}/deposit/${depositId}/rfi/${rfiId}`

  test('200: the partner sees the question and answers; both open the paper, on record', async () => {
    const { depositId } = await unverified()
    const ask = ['--question', 'Whose money is it?', '--due']
    await expect(decide(depositId, 'ask', ...ask, '2000-01-01T00:00:00Z')).rejects.toThrow(
      'to come',
    )
    const asked = await decide(depositId, 'ask', ...ask, '2999-01-01T00:00:00Z')
    expect(asked.questions).toMatchObject([{ status: 'OPEN', text: 'Whose money is it?' }])
    const { review } = await findDeposit(bff, depositId)
    expect(review).toMatchObject({
      reason: 'COMPLIANCE',
      decider: 'operator',
      questions: [{ text: 'Whose money is it?', dueAt: '2999-01-01T00:00:00.000Z' }],
    })
    expect(await eventsOfDeposit(bff, depositId)).toContain(
      'action_required in_review (COMPLIANCE)',
    )
    const { rfiId } = review.questions[0]
    const path = rfiPath(depositId, rfiId)
    const answered = await bff.post(path, { answer: 'My uncle’s.', documents })
    expect(answered.body.data).toMatchObject({
      message: 'Answer received.',
      data: { status: 'ANSWERED', answer: 'My uncle’s.', documents: [{ fileName: 'letter.pdf' }] },
    })
    expect(codeOf(await bff.post(path, { answer: 'Again.' }))).toEqual([422, 'ILLEGAL_TRANSITION'])

    const [paper] = (await bff.get(`${path}/documents`)).body.data.data
    expect(paper).toMatchObject({ fileName: 'letter.pdf', bytes: pdf.byteLength })
    const link = new URL(paper.downloadUrl)
    const opened = await bff.instance.app.all.fetch(new Request(link))
    expect(Buffer.from(await opened.arrayBuffer())).toEqual(pdf)

    const to = join(dir, 'letter.pdf')
    const written = await run('review', 'document', '--rfi', rfiId, '--to', to)
    expect([written.fileName, await readFile(to)]).toEqual(['letter.pdf', pdf])
    await expect(run('review', 'document', '--rfi', rfiId, '--to', to)).rejects.toThrow(
      'not written',
    )
    await expect(
      run('review', 'document', '--rfi', rfiId, '--number', '2', '--to', to),
    ).rejects.toThrow('no such document')
    const audited = await bff.deps.db.asWorker((tx) =>
      tx
        .selectFrom('audit')
        .select(['actor_id'])
        .where('action', '=', 'review_document.open')
        .where('object_id', '=', review.reviewId)
        .execute(),
    )
    // What could not be written was asked for all the same.
    expect(audited).toEqual([{ actor_id: 'operator' }, { actor_id: 'operator' }])
  })

  test('400 and 404: another deposit, another partner, a file that is none', async () => {
    const [first, other] = [await unverified(), await unverified()]
    const asked = await decide(first.depositId, 'ask', '--question', 'Whose?')
    const { rfiId } = asked.questions[0]
    const path = rfiPath(first.depositId, rfiId)
    const answer = { answer: 'Mine.' }
    const none = [404, 'RECORD_NOT_FOUND']
    const wrong = rfiPath(other.depositId, rfiId)
    expect(codeOf(await bff.post(wrong, answer))).toEqual(none)
    expect(codeOf(await bff.post(path, answer, {}, bff.second))).toEqual(none)
    expect(codeOf(await bff.get(`${path}/documents`, bff.second))).toEqual(none)
    expect(codeOf(await bff.post(rfiPath(`dep_${'0'.repeat(26)}`, rfiId), answer))).toEqual(none)
    const text = [{ ...documents[0], contentBase64: Buffer.from('hello').toString('base64') }]
    const refused = await bff.post(path, { ...answer, documents: text })
    expect(codeOf(refused)).toEqual([400, 'FIELD_INVALID'])
  })
})
