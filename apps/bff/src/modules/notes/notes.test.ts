import { type NoteSubjectKind, noteScope } from '@corridor/contract'
import { formatId, parseId } from '@corridor/domain'
import { beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '../../../test/support/money/funding.ts'
import { started } from '../../../test/support/money/ordinary-flow.ts'
import { aParty } from '../../../test/support/money/ordinary.ts'
import { payTo } from '../../../test/support/money/payin-deposits.ts'
import { aRoute } from '../../../test/support/money/payin-routes.ts'
import { aMember } from '../../../test/support/people/acting.ts'
import { type AnyBody, sharedBff } from '../../../test/support/process/bff.ts'

const bff = sharedBff()
const path = '/api/v1/notes'
type Subject = { kind: NoteSubjectKind; id: string }
/** One record of each kind. */
const subjects: Subject[] = []
let transfer: Subject

beforeAll(async () => {
  const route = await aRoute(bff)
  const { depositId } = await payTo(bff, route.fundingAccountId)
  const payer = await aParty(bff, 'DE')
  const { executionId } = await started(bff, payer, await aParty(bff, 'ES'))
  transfer = { kind: 'transfer', id: executionId }
  subjects.push(
    transfer,
    { kind: 'deposit', id: depositId },
    { kind: 'entity', id: route.entityId },
    { kind: 'external_account', id: route.externalAccountId },
    { kind: 'funding_account', id: route.fundingAccountId },
    { kind: 'payin_route', id: route.teleportId },
  )
})

const listOf = ({ kind, id }: Subject, more = '') =>
  `${path}?subjectKind=${kind}&subjectId=${id}${more}`
const textsOf = (body: AnyBody): string[] => body.data.map(({ text }: AnyBody) => text)

describe('notes.add', () => {
  test('200: one note on a record of each kind, by its author’s name, audited without its words', async () => {
    const member = await aMember(bff)
    const added = await member.post(path, { subjects, text: ' Asked the bank.\nThey call back. ' })
    expect([added.status, added.body.message]).toEqual([200, 'Note added to 6 records.'])
    expect(added.body.data.map(({ subject }: AnyBody) => subject)).toEqual(subjects)
    const [{ author, text }] = added.body.data
    expect(author).toEqual({
      type: 'member',
      id: member.memberId,
      name: `owner ${member.memberId.slice(-4)}`,
    })
    expect(text).toBe('Asked the bank.\nThey call back.')
    for (const subject of subjects) {
      const { status, body } = await bff.get(listOf(subject))
      expect([status, body.data[0].subject, textsOf(body)]).toEqual([200, subject, [text]])
    }
    const audited = await bff.deps.db.asWorker((tx) =>
      tx
        .selectFrom('audit')
        .select(['object_kind', 'object_id', 'after', 'reason'])
        .where('action', '=', 'note.add')
        .where('actor_id', '=', member.memberId)
        .execute(),
    )
    expect(audited).toHaveLength(subjects.length)
    for (const { kind, id } of subjects)
      expect(audited).toContainEqual({ object_kind: kind, object_id: id, after: null, reason: '' })
  })

  test('200: a record that is named twice gets it once; its author who leaves keeps the name', async () => {
    const member = await aMember(bff, 'operations')
    const { body } = await member.post(path, { subjects: [transfer, transfer], text: 'Twice' })
    expect(body.data).toHaveLength(1)
    await member.remove()
    const listed = await bff.get(listOf(transfer))
    expect(listed.body.data[0].author.name).toBe(`operations ${member.memberId.slice(-4)}`)
  })

  test('200: a note on a verification is none on the customer', async () => {
    const [, , entity] = subjects
    if (!entity) throw new Error('no customer')
    const before = textsOf((await bff.get(listOf(entity))).body)
    await bff.post(`/api/v1/xfer/entity/kyc/${entity.id}/notes`, { text: 'Of the verification' })
    expect(textsOf((await bff.get(listOf(entity))).body)).toEqual(before)
  })

  test('nothing of the service changes or deletes a note', async () => {
    await bff.post(path, { subjects: [transfer], text: 'Kept' })
    for (const change of [
      (tx: AnyBody) => tx.updateTable('record_note').set({ body: 'x' }).execute(),
      (tx: AnyBody) => tx.deleteFrom('record_note').execute(),
    ])
      await expect(bff.deps.db.asWorker(change)).rejects.toThrow('permission denied')
  })

  test('400: no words, too many words, no record, more than 200, an unknown kind', async () => {
    for (const body of [
      { subjects: [transfer], text: ' ' },
      { subjects: [transfer], text: 'x'.repeat(2_001) },
      { subjects: [], text: 'x' },
      { subjects: Array.from({ length: 201 }, () => transfer), text: 'x' },
      { subjects: [{ kind: 'member', id: 'mem_1' }], text: 'x' },
    ])
      expect(codeOf(await bff.post(path, body))).toEqual([400, 'FIELD_INVALID'])
    expect(codeOf(await bff.post(path, { text: 'x' }))).toEqual([400, 'FIELD_REQUIRED'])
  })

  test('403: the scope of each record, whatever others the caller has', async () => {
    for (const subject of subjects) {
      const scope = noteScope(subject.kind, 'write')
      const others = subjects.map(({ kind }) => noteScope(kind, 'write'))
      const without = others.filter((other) => other !== scope)
      const token = await bff.issue(bff.first.svcPartnerId, without)
      const send = (all: Subject[], text: string, by: string) =>
        bff.send(path, { method: 'POST', body: { subjects: all, text }, token: by })
      const refused = await send([subject], 'Not mine', token)
      expect(codeOf(refused)).toEqual([403, 'SCOPE_MISSING'])
      expect(refused.body.error.details[0].allowed).toEqual([scope])
      expect(codeOf(await send(subjects, 'Not mine', token))).toEqual([403, 'SCOPE_MISSING'])
      const only = await bff.issue(bff.first.svcPartnerId, [scope])
      const added = await send([subject], 'Mine', only)
      expect([added.status, added.body.data[0].author.type]).toEqual([200, 'api_key'])
      expect(textsOf((await bff.get(listOf(subject))).body)).not.toContain('Not mine')
    }
    const viewer = await aMember(bff, 'viewer')
    expect(codeOf(await viewer.post(path, { subjects: [transfer], text: 'x' }))).toEqual([
      403,
      'SCOPE_MISSING',
    ])
    expect((await viewer.get(listOf(transfer))).status).toBe(200)
  })

  test('404: of one that is not there, or another partner’s, none gets the note', async () => {
    const wrongKind = { kind: 'deposit' as const, id: transfer.id }
    const uuid = parseId('exec', transfer.id) ?? ''
    const wrongForm = { kind: 'transfer' as const, id: formatId('cexec', uuid) }
    for (const missing of [wrongKind, wrongForm, { kind: 'entity' as const, id: 'ent_nobody' }]) {
      const refused = await bff.post(path, { subjects: [transfer, missing], text: 'Half' })
      expect(codeOf(refused)).toEqual([404, 'RECORD_NOT_FOUND'])
      expect(refused.body.error.details).toMatchObject([{ path: 'subjects.1.id' }])
    }
    for (const subject of subjects) {
      const body = { subjects: [subject], text: 'Half' }
      const refused = await bff.post(path, body, {}, bff.second)
      expect(codeOf(refused)).toEqual([404, 'RECORD_NOT_FOUND'])
      expect(textsOf((await bff.get(listOf(subject))).body)).not.toContain('Half')
    }
  })
})

describe('notes.list', () => {
  test('200: newest first, in pages', async () => {
    const [, , , account] = subjects
    if (!account) throw new Error('no account')
    for (const text of ['One', 'Two', 'Three']) await bff.post(path, { subjects: [account], text })
    const first = await bff.get(listOf(account, '&limit=2'))
    expect(textsOf(first.body)).toEqual(['Three', 'Two'])
    const { nextCursor } = first.body.pagination
    const second = await bff.get(listOf(account, `&limit=2&cursor=${nextCursor}`))
    expect(textsOf(second.body)[0]).toBe('One')
    expect(codeOf(await bff.get(listOf(transfer, `&cursor=${nextCursor}`)))).toEqual([
      400,
      'CURSOR_INVALID',
    ])
  })

  test('400, 403, 404: no record named, without its scope, another partner’s', async () => {
    expect(codeOf(await bff.get(`${path}?subjectKind=transfer`))).toEqual([400, 'FIELD_REQUIRED'])
    const token = await bff.issue(bff.first.svcPartnerId, ['entities:read'])
    expect(codeOf(await bff.send(listOf(transfer), { token }))).toEqual([403, 'SCOPE_MISSING'])
    for (const subject of subjects)
      expect(codeOf(await bff.get(listOf(subject), bff.second))).toEqual([404, 'RECORD_NOT_FOUND'])
    expect(codeOf(await bff.get(listOf({ kind: 'transfer', id: 'exec_x' })))).toEqual([
      404,
      'RECORD_NOT_FOUND',
    ])
  })
})
