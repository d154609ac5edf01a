import type { AuditProof } from '@corridor/contract'
import { parseId, partnerScopes } from '@corridor/domain'
import { verifyAuditExport } from '@corridor/client'
import { type AuditFindings, createAuditVerifier } from '@corridor/signing/audit'
import type { z } from 'zod'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Acting, aMember } from '../../../test/support/people/acting.ts'
import { aPerson } from '../../../test/support/people/samples.ts'
import { type AnyBody, type Got, type Partner, ownBff } from '../../../test/support/process/bff.ts'
import { withClient } from '../../db/server/server.ts'

const bff = ownBff()
const path = '/api/v1/audit'
const codeOf = ({ body }: Got): string | undefined => body.error?.code
const nobody = 'aud_01h455vb4pex5vsknk084sn02q'
/** A partner of its own for what is tampered with. */
let third: Partner
let member: Acting
const ids: string[] = []

beforeAll(async () => {
  third = await bff.makePartner('Third')
  member = await aMember(bff, 'owner')
  for (let n = 0; n < 5; n += 1) {
    const made = await bff.post(
      '/api/v1/xfer/entity/create',
      aPerson({ email: `a${n}@audit.test` }),
    )
    ids.push(made.body.data.entityId)
  }
  for (let n = 0; n < 12; n += 1)
    await bff.post('/api/v1/xfer/entity/create', aPerson({ email: `b${n}@audit.test` }), {}, third)
  await member.post(`/api/v1/xfer/entity/${ids[0]}/reveal`, { reason: 'A question of the bank' })
})

const list = async (query = '', of: Partner = bff.first) => (await bff.get(path + query, of)).body
const unsealed = (rows: AnyBody[]) => rows.map((row) => ({ ...row, sequence: undefined }))
/** Without its place, which an entry gets once it is sealed, whenever that is. */
const rowsOf = async (query: string) => unsealed((await list(query)).data)
const idsOf = ({ data }: AnyBody): string[] => data.map(({ object }: AnyBody) => object.id)

describe('audit.list', () => {
  test('200: newest first, who by name, what with its id, page after page', async () => {
    const all = await list('?limit=200')
    const first = await list('?limit=3')
    // Meanwhile the newest may have been sealed, which gives it its place.
    expect(unsealed(first.data)).toEqual(unsealed(all.data.slice(0, 3)))
    expect(first.data[0]).toMatchObject({
      action: 'entity.reveal',
      object: { kind: 'entity', id: ids[0] },
      actor: { type: 'partner_user', id: member.memberId, name: expect.stringContaining('owner') },
      reason: 'A question of the bank',
      requestId: expect.stringMatching(/^req_/),
    })
    expect(first.data[0].before).toBeUndefined()
    const more = await list(`?limit=3&cursor=${first.pagination.nextCursor}`)
    expect(unsealed(more.data)).toEqual(unsealed(all.data.slice(3, 6)))
    const oldest = await list('?limit=200&sort=createdAt')
    expect(unsealed(oldest.data)).toEqual(unsealed(all.data.toReversed()))
  })

  const filters: [string, () => string][] = [
    ['action', () => 'action=entity.create'],
    ['kind of action', () => 'action=entity&actorType=api_key'],
    ['kind of object', () => 'objectKind=entity&actorType=api_key'],
    ['part of an action', () => 'q=ty.crea'],
  ]
  test.each(filters)('200: narrowed by %s', async (_, query) => {
    expect(idsOf(await list(`?${query()}`))).toEqual(ids.toReversed())
  })

  test('200: narrowed by object, actor, request and time', async () => {
    const of = await rowsOf(`?objectId=${ids[0]}`)
    expect(of.map(({ action }: AnyBody) => action)).toEqual(['entity.reveal', 'entity.create'])
    const [revealed, created] = of as [AnyBody, AnyBody]
    expect(await rowsOf(`?actorId=${member.memberId}`)).toEqual([revealed])
    expect(await rowsOf(`?requestId=${created.requestId}`)).toEqual([created])
    expect(await rowsOf(`?q=${created.requestId}`)).toEqual([created])
    const until = `?createdTo=${created.createdAt}&objectKind=entity`
    expect(await rowsOf(until)).toEqual([created])
    const since = `?createdFrom=${revealed.createdAt}&objectKind=entity`
    expect(await rowsOf(since)).toEqual([revealed])
    expect(await rowsOf('?q=100%25')).toEqual([])
  })

  test('200: another partner sees its own alone', async () => {
    expect(idsOf(await list('', bff.second)).some((id) => ids.includes(id))).toBe(false)
  })

  test('400: a time that is none, a cursor of another list', async () => {
    expect(codeOf(await bff.get(`${path}?createdFrom=yesterday`))).toBe('FIELD_INVALID')
    const { nextCursor } = (await list('?limit=1')).pagination
    expect(codeOf(await bff.get(`${path}?action=entity&cursor=${nextCursor}`))).toBe(
      'CURSOR_INVALID',
    )
  })

  test('403: a viewer, and a key without the scope', async () => {
    const viewer = await aMember(bff, 'viewer')
    const token = await bff.issue(bff.first.svcPartnerId, ['entities:read'])
    for (const at of [path, `${path}/proof`, `${path}/verification`, `${path}/${nobody}`]) {
      expect(codeOf(await viewer.get(at))).toBe('SCOPE_MISSING')
      expect(codeOf(await bff.send(at, { token }))).toBe('SCOPE_MISSING')
    }
  })
})

describe('audit.read', () => {
  test('200: with before and after, and its place once it is sealed', async () => {
    const [{ auditId }] = (await list(`?objectId=${ids[1]}`)).data
    await expect
      .poll(async () => (await bff.get(`${path}/${auditId}`)).body.data)
      .toMatchObject({
        auditId,
        action: 'entity.create',
        before: null,
        after: expect.any(Object),
        sequence: expect.any(Number),
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      })
  })

  test('404: an entry of another partner, one that does not exist, an id that is none', async () => {
    const [{ auditId }] = (await list(`?objectId=${ids[1]}`)).data
    expect(codeOf(await bff.get(`${path}/${auditId}`, bff.second))).toBe('RECORD_NOT_FOUND')
    expect(codeOf(await bff.get(`${path}/${nobody}`))).toBe('RECORD_NOT_FOUND')
    expect(codeOf(await bff.get(`${path}/x`))).toBe('RECORD_NOT_FOUND')
  })
})

type Proof = z.output<typeof AuditProof>
const proofAfter = async (after: number, of: Partner, limit = 4): Promise<Proof> =>
  (await bff.get(`${path}/proof?after=${after}&limit=${limit}`, of)).body.data

/** The log of a partner as its own program verifies it. */
async function verified(of: Partner): Promise<AuditFindings & { pages: Proof[] }> {
  const first = await proofAfter(0, of)
  const verifier = createAuditVerifier(first)
  const pages = [first]
  for (let page = first; ; page = pages.at(-1) ?? page) {
    verifier.add(page.lines, page.heads)
    if (!page.hasMore) break
    pages.push(await proofAfter(page.lines.at(-1)?.sequence ?? 0, of))
  }
  return { ...verifier.end(pages.at(-1)?.newest), pages }
}

/** Everything is sealed and under a checkpoint, which reading the proof asks for. */
const covered = (of: Partner) =>
  expect
    .poll(
      async () => {
        const { newest, last } = await proofAfter(0, of)
        return newest !== undefined && newest.sequence === last && last > 0
      },
      { timeout: 15_000 },
    )
    .toBe(true)

const asSuperuser = (statement: string) =>
  withClient(bff.adminUrl, async (admin) => {
    await admin.query('set session_replication_role = replica')
    return admin.query(statement)
  })

describe('audit.proof', () => {
  test('200: proves every entry of the list against a checkpoint signed for this partner alone', async () => {
    await covered(third)
    const found = await verified(third)
    expect(found).toMatchObject({ isSound: true, uncovered: 0 })
    const all = (await list('?limit=200&sort=createdAt', third)).data
    expect(found.entries).toBe(all.length)
    const proven = found.pages.flatMap(({ lines }) => lines.map(({ entry }) => entry?.auditId))
    expect(proven).toEqual(all.map(({ auditId }: AnyBody) => auditId))
    expect(found.pages.flatMap(({ heads }) => heads)).not.toEqual([])
    const text = JSON.stringify(found.pages)
    expect(text).not.toContain(bff.first.svcPartnerId)
  })

  test('400: a place that is none, too many at once', async () => {
    for (const query of ['after=-1', 'after=1.5', 'limit=0', 'limit=1001'])
      expect([query, codeOf(await bff.get(`${path}/proof?${query}`))]).toEqual([
        query,
        'FIELD_INVALID',
      ])
  })
})

describe('an export with its proof', () => {
  const exports = '/api/v1/xfer/utility/exports'
  const asked = (body: object, of: Partner) => bff.post(exports, { list: 'audit', ...body }, {}, of)

  async function fileOf(body: object, of: Partner): Promise<string> {
    const answer = await asked({ format: 'proof', ...body }, of)
    expect([answer.status, codeOf(answer)]).toEqual([200, undefined])
    const at = `${exports}/${answer.body.data.exportId}`
    const read = async () => (await bff.get(at, of)).body.data
    await expect.poll(async () => (await read()).status).toBe('READY')
    const reply = await bff.instance.app.all.fetch(new Request((await read()).url))
    expect(reply.headers.get('content-disposition')).toContain('.jsonl')
    return reply.text()
  }

  test('200: verified by the published function, refused after a change; opening the file is an entry', async () => {
    await covered(third)
    const all = (await list('?limit=200', third)).data
    const file = await fileOf({ filters: { action: 'entity.create' } }, third)
    const lines = file.trimEnd().split('\n')
    const { publicKey } = await proofAfter(0, third)
    const found = await verifyAuditExport(lines, { publicKey })
    expect(found).toMatchObject({ isSound: true, exported: 12, omitted: all.length - 12 })
    expect(found.svcPartnerId).toBe(third.svcPartnerId)
    // What does not match is not shown.
    expect(file).not.toContain('"action":"partner')
    const at = lines.findIndex((line) => line.includes('entity.create'))
    const changed = lines.with(at, (lines[at] ?? '').replace('entity.create', 'entity.delete'))
    const refused = await verifyAuditExport(changed)
    expect(refused.problems[0]).toMatchObject({ kind: 'changed', from: at })
    const [opened] = (await list('?action=export.download', third)).data
    expect(opened.actor.type).toBe('api_key')
  })

  test('400: another list, chosen columns', async () => {
    expect(codeOf(await asked({ list: 'entities', format: 'proof' }, third))).toBe('FIELD_INVALID')
    expect(codeOf(await asked({ format: 'proof', columns: ['action'] }, third))).toBe(
      'FIELD_INVALID',
    )
  })

  test('403: a key that may not read the log', async () => {
    const scopes = partnerScopes.filter((scope) => scope !== 'audit:read')
    const apiToken = await bff.issue(third.svcPartnerId, scopes)
    const refused = await asked({ format: 'proof' }, { ...third, apiToken })
    expect(codeOf(refused)).toBe('SCOPE_MISSING')
  })
})

describe('audit.verify', () => {
  const checked = async (of: Partner, after = 0) =>
    (await bff.get(`${path}/verification?after=${after}`, of)).body.data

  test('200: sound from the beginning and from any place on', async () => {
    await covered(third)
    const whole = await checked(third)
    expect(whole).toMatchObject({ isSound: true, hasMore: false, accepted: [] })
    // What was done by the service meanwhile may have been sealed.
    const later = await checked(third, 5)
    expect(later.isSound).toBe(true)
    expect(later.last).toBeGreaterThanOrEqual(whole.last)
  })

  test('200: an entry that a superuser changed, or slipped in, is named by service and partner alike', async () => {
    const [entry] = (await list(`?action=entity.create`, third)).data
    const row = `partner_id = '${parseId('par', third.svcPartnerId)}' and
      id = '${parseId('aud', entry.auditId)}'`
    await asSuperuser(`update audit set reason = 'because' where ${row}`)
    expect(await checked(third)).toMatchObject({
      isSound: false,
      problem: { kind: 'changed', auditId: entry.auditId, sequence: entry.sequence },
    })
    expect((await verified(third)).problems).toEqual([
      { kind: 'changed', from: entry.sequence, to: entry.sequence, auditId: entry.auditId },
    ])
    await asSuperuser(`update audit set reason = '' where ${row}`)
    expect((await checked(third)).isSound).toBe(true)

    await asSuperuser(
      `insert into audit select partner_id, '00000000-0000-7000-8000-000000000001', xid, actor_type,
         actor_id, action, object_kind, object_id, before, after, reason, request_id, created_at
       from audit where ${row}`,
    )
    const slipped = await checked(third)
    expect(slipped.problem).toMatchObject({ kind: 'slipped_in' })
    expect(parseId('aud', slipped.problem.auditId)).toBe('00000000-0000-7000-8000-000000000001')
    await asSuperuser(`delete from audit where id = '00000000-0000-7000-8000-000000000001'`)
    expect((await checked(third)).isSound).toBe(true)
  })

  test('200: hashes that were computed anew over a changed entry do not fit the signed checkpoint', async () => {
    await covered(third)
    const partnerId = parseId('par', third.svcPartnerId)
    await asSuperuser(
      `update audit_seal set public_hash = sha256(public_hash)
       where partner_id = '${partnerId}' and sequence = (
         select sequence from audit_head where partner_id = '${partnerId}'
         order by sequence desc limit 1)`,
    )
    const { kind, sequence } = (await checked(third)).problem
    expect(kind).toBe('public_hash')
    const { isSound, problems } = await verified(third)
    expect([isSound, problems.map(({ kind: what }) => what)]).toEqual([
      false,
      expect.arrayContaining(['rewritten']),
    ])
    expect(problems.some(({ to }) => to === sequence)).toBe(true)
  })
})
