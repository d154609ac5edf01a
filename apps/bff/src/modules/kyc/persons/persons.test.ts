import { parseId } from '@corridor/domain'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { codeOf } from '../../../../test/support/money/funding.ts'
import { expectConsistent } from '../../../../test/support/money/invariants.ts'
import {
  accountIn,
  aParty,
  quote,
  setTerms,
  aQuote,
} from '../../../../test/support/money/ordinary.ts'
import { aQuoteOf, started, takeUp } from '../../../../test/support/money/ordinary-flow.ts'
import { transferPath } from '../../../../test/support/money/wallets.ts'
import { decide, makePerson, makeVerified } from '../../../../test/support/people/customers.ts'
import { asOperator, kycPath, until, wholeSubmission } from '../../../../test/support/people/kyc.ts'
import { aBusiness, aPerson } from '../../../../test/support/people/samples.ts'
import { type AnyBody, type Got, ownBff } from '../../../../test/support/process/bff.ts'
import { createDecisionService, type DecisionService } from '../review/decisions.ts'
import { createPersonService } from './service.ts'
import { compareCustomer } from '../../../records/persons/compare.ts'
import { holdLikenesses, listDue } from '../../../records/persons/store.ts'

const bff = ownBff()
const root = '/api/v1/xfer/entity'

let made = 0
/** Somebody whom nobody here is like. */
const somebody = (change: Record<string, unknown> = {}) => {
  made += 1
  const [first = '', last = ''] =
    ['Quentin Abara', 'Rosalind Okafor', 'Ulrike Dzhabrailova'][made % 3]?.split(' ') ?? []
  return {
    firstName: first,
    lastName: `${last}${'xyzwv'.charAt(made % 5)}`,
    dateOfBirth: new Date(Date.UTC(1960, 0, 1 + made * 13)).toISOString().slice(0, 10),
    phoneNumber: `+44207183${String(8_000 + made)}`,
    permanentAddress: { ...aPerson().permanentAddress, addressLine1: `${made} Long Lane` },
    ...change,
  }
}
/** What the job does with the next pass, at once. */
async function compared(): Promise<void> {
  for (const customer of await bff.deps.db.readingAll((tx) => listDue(tx, 50)))
    await bff.deps.db.asWorker((tx) => compareCustomer(tx, bff.deps, customer))
}
const read = async (entityId: string): Promise<AnyBody> =>
  (await bff.get(`${root}/${entityId}/likenesses`)).body.data
const foundOf = async (entityId: string) => {
  await compared()
  const { likenesses } = await read(entityId)
  return likenesses.map(({ entityId: id, strength, same }: AnyBody) => [id, strength, same])
}
const update = async (entityId: string, body: object): Promise<void> => {
  const got = await bff.send(`${root}/${entityId}`, { method: 'PUT', body })
  expect(got.status).toBe(200)
}
const rule = (entityId: string, other: string, decision: string): Promise<Got> =>
  bff.post(`${root}/${entityId}/likenesses/${other}`, { decision, reason: 'Seen.' })
/** Submits everything, with the number of the passport. */
async function submit(entityId: string, number: string): Promise<void> {
  const { documents, ...rest } = await wholeSubmission(bff, entityId)
  const numbered = documents.map((document) => ({ ...document, number }))
  const got = await bff.post(kycPath(entityId, '/submit'), { ...rest, documents: numbered })
  expect(got.status).toBe(200)
}
const twins = async (change: Record<string, unknown> = {}): Promise<[string, string]> => {
  const who = somebody(change)
  const both = await Promise.all([makeVerified(bff, who), makeVerified(bff, who)])
  await compared()
  return both
}

describe('entities.likenesses', () => {
  test('200: two who are submitted at once find each other; another partner finds neither', async () => {
    const who = somebody()
    const ids = await Promise.all([makePerson(bff, who), makePerson(bff, who)])
    const [first, other] = ids
    expect(await foundOf(first)).toEqual([])
    const theirs = await makeVerified(bff, who, bff.second)
    await Promise.all(ids.map((id) => submit(id, id === first ? 'AB 12-3' : 'ab123')))
    const same = ['DOCUMENT', 'NAME', 'BIRTH', 'ADDRESS', 'PHONE']
    // The job finds them, too.
    await expect
      .poll(async () => (await read(first)).likenesses.length, { timeout: 15_000 })
      .toBe(1)
    expect(await foundOf(first)).toEqual([[other, 'SURE', same]])
    expect(await foundOf(other)).toEqual([[first, 'SURE', same]])
    const elsewhere = await bff.get(`${root}/${theirs}/likenesses`, bff.second)
    expect(elsewhere.body.data).toEqual({ person: [theirs], likenesses: [] })
    const foreign = await bff.get(`${root}/${first}/likenesses`, bff.second)
    expect(codeOf(foreign)).toEqual([404, 'ENTITY_NOT_FOUND'])
    const listed = await bff.get(`${root}?isLike=true&limit=200`)
    const marked = listed.body.data.filter(({ entityId }: AnyBody) => ids.includes(entityId))
    expect(marked.map(({ likenesses }: AnyBody) => likenesses)).toEqual([1, 1])
    const others = await bff.get(`${root}?isLike=false&limit=200`)
    expect(others.body.data.some(({ entityId }: AnyBody) => ids.includes(entityId))).toBe(false)
  })

  test('200: in another script and order, by address, by number alone; a change takes it away', async () => {
    const born = { dateOfBirth: '1971-03-09' }
    const latin = await makeVerified(
      bff,
      somebody({ firstName: 'Natalya', lastName: 'Sokolova', ...born }),
    )
    const cyrillic = await makeVerified(
      bff,
      somebody({ firstName: 'Соколова', lastName: 'Наталья', ...born }),
    )
    const other = await makeVerified(
      bff,
      somebody({ firstName: 'Igor', lastName: 'Brandt', ...born }),
    )
    expect(await foundOf(cyrillic)).toEqual([[latin, 'SURE', ['NAME', 'BIRTH']]])
    expect(await foundOf(other)).toEqual([])

    const home = { firstName: 'Hanna', lastName: 'Lindqvist', phoneNumber: '+46 8 403 00 200' }
    const at = somebody(home)
    const [younger, older, flatmate] = [
      await makeVerified(bff, at),
      await makeVerified(bff, { ...at, dateOfBirth: '1949-01-01', phoneNumber: '+442071838999' }),
      await makeVerified(bff, somebody({ phoneNumber: '+4684030 0200' })),
    ]
    expect(await foundOf(younger)).toEqual([
      [older, 'PROBABLE', ['NAME', 'ADDRESS']],
      [flatmate, 'WEAK', ['PHONE']],
    ])
    await update(flatmate, { phoneNumber: '+442071838998' })
    expect(await foundOf(younger)).toEqual([[older, 'PROBABLE', ['NAME', 'ADDRESS']]])
  })

  test('200: businesses by their register, and by name and country', async () => {
    const business = async (change: object) => {
      made += 1
      const email = `business${made}@example.com`
      const phoneNumber = `+65676541${String(10 + made)}`
      const permanentAddress = {
        ...aBusiness().permanentAddress,
        addressLine1: `${made} Marina View`,
      }
      const body = aBusiness({ email, phoneNumber, permanentAddress, ...change })
      const { entityId } = (await bff.post(`${root}/create`, body)).body.data
      await decide(bff, entityId, 'APPROVED')
      return entityId as string
    }
    const first = await business({ registrationNumber: '2018 12345-K', taxId: '201812345K' })
    const registered = await business({
      businessName: 'Tulip Dental',
      registrationNumber: '201812345k',
    })
    const named = await business({
      businessName: 'ORCHID CLINICS Private Limited',
      registrationNumber: '200099999Z',
    })
    expect(await foundOf(first)).toEqual([
      [registered, 'SURE', ['REGISTRATION', 'COUNTRY']],
      [named, 'PROBABLE', ['NAME', 'COUNTRY']],
    ])
  })
})

describe('entities.decideLikeness', () => {
  test('200 and 422: joined, parted, decided anew where more is known; no contradictions', async () => {
    const [a, b] = await twins()
    const joined = await rule(a, b, 'SAME_PERSON')
    expect([joined.status, joined.body.data.person.toSorted()]).toEqual([200, [a, b].toSorted()])
    expect(joined.body.data.likenesses[0]).toMatchObject({
      status: 'SAME',
      reason: 'Seen.',
      decidedBy: { type: 'api_key', id: expect.stringMatching(/^key_/), name: expect.any(String) },
    })
    expect((await rule(b, a, 'SAME_PERSON')).body.message).toMatch(/already/)
    const body = (await bff.get(`${root}/${a}`)).body.data
    const { firstName, lastName, dateOfBirth } = body
    const c = await makeVerified(bff, somebody({ firstName, lastName, dateOfBirth }))
    await compared()
    expect((await rule(c, b, 'SAME_PERSON')).body.data.person).toHaveLength(3)
    const torn = await rule(a, c, 'CONFIRM_DIFFERENT')
    expect([codeOf(torn), torn.body.error.details[0].message]).toEqual([
      [422, 'ILLEGAL_TRANSITION'],
      expect.stringContaining(a),
    ])
    expect((await rule(b, a, 'CONFIRM_DIFFERENT')).body.data.person.toSorted()).toEqual(
      [b, c].toSorted(),
    )
    expect((await read(a)).person).toEqual([a])
    expect(codeOf(await rule(a, await makePerson(bff), 'SAME_PERSON'))).toEqual([
      404,
      'RECORD_NOT_FOUND',
    ])
    expect(codeOf(await rule('ent_none', b, 'SAME_PERSON'))).toEqual([404, 'ENTITY_NOT_FOUND'])
    const audit = await bff.deps.db.asWorker((tx) =>
      tx
        .selectFrom('audit')
        .select(['action', 'reason'])
        .where('object_id', 'in', [a, b, c])
        .where('action', 'in', ['entity.join', 'entity.part'])
        .orderBy('created_at')
        .execute(),
    )
    expect(audit.map(({ action }) => action)).toEqual(['entity.join', 'entity.join', 'entity.part'])

    const who = somebody()
    const [d, e] = [await makePerson(bff, who), await makePerson(bff, somebody())]
    await submit(d, 'D1')
    await submit(e, 'E1')
    const change = async (members: object) => {
      await update(e, members)
      await compared()
      const [{ strength, status }] = (await read(d)).likenesses
      return [strength, status]
    }
    expect(await change({ phoneNumber: who.phoneNumber })).toEqual(['WEAK', 'OPEN'])
    await rule(d, e, 'CONFIRM_DIFFERENT')
    const { permanentAddress } = who
    expect(await change({ permanentAddress })).toEqual(['WEAK', 'DIFFERENT'])
    const { firstName: first, lastName: last, dateOfBirth: born } = who
    expect(await change({ firstName: first, lastName: last, dateOfBirth: born })).toEqual([
      'SURE',
      'OPEN',
    ])
  })

  test('422: what the operator decided, and who share a number, only the operator parts', async () => {
    const byOperator = (id: string, other: string, decision: 'SAME_PERSON' | 'CONFIRM_DIFFERENT') =>
      asOperator(bff, id, (_, tx, by) =>
        createPersonService(bff.deps).decide(tx, by, id, other, { decision, reason: 'Seen.' }),
      )
    const refused = [422, 'ILLEGAL_TRANSITION']
    const [a, b] = await twins()
    await byOperator(a, b, 'SAME_PERSON')
    expect(codeOf(await rule(b, a, 'CONFIRM_DIFFERENT'))).toEqual(refused)
    await byOperator(a, b, 'CONFIRM_DIFFERENT')
    expect(codeOf(await rule(b, a, 'SAME_PERSON'))).toEqual(refused)

    const [c, d] = [await makePerson(bff, somebody()), await makePerson(bff, somebody())]
    await Promise.all([submit(c, 'C 77'), submit(d, 'c77')])
    await compared()
    expect((await rule(c, d, 'SAME_PERSON')).status).toBe(200)
    // What they were joined by stays, also where the document is another one later.
    await bff.deps.db.asWorker((tx) =>
      sql`update kyc_document set sealed_number = null where entity_id = ${parseId('ent', c)}`.execute(
        tx,
      ),
    )
    await update(d, { phoneNumber: (await bff.get(`${root}/${c}`)).body.data.phoneNumber })
    expect(await foundOf(c)).toEqual([[d, 'SURE', expect.arrayContaining(['DOCUMENT', 'PHONE'])]])
    expect(codeOf(await rule(c, d, 'CONFIRM_DIFFERENT'))).toEqual(refused)
    expect((await byOperator(c, d, 'CONFIRM_DIFFERENT')).ok).toBe(true)
  })

  test('limits count over a person, whatever comes at once, from the moment it is joined', async () => {
    await setTerms(bff, { customerLimits: { STANDARD: { dailyLimit: 500 } } })
    const who = somebody()
    const payers = await Promise.all(['', ''].map(() => aPayer(who)))
    const [first, other] = payers as [Payer, Payer]
    const payee = await aParty(bff, 'ES')
    await compared()
    await started(bff, first, payee)
    // 115.20 dollars each; alone, each may make four.
    const later = await aQuoteOf(bff, other, payee, { exactAmountIn: 400 })
    expect((await rule(first.entityId, other.entityId, 'SAME_PERSON')).status).toBe(200)
    const refused = await bff.post(transferPath, takeUp(later))
    expect(codeOf(refused)).toEqual([422, 'LIMIT_DAILY'])
    const { limits } = (await bff.get(kycPath(other.entityId))).body.data
    expect(limits.daily.used).toBe(115.2)
    const quotes = await Promise.all(
      Array.from({ length: 20 }, (_, i) => aQuoteOf(bff, payers[i % 2] ?? first, payee)),
    )
    const answers = await Promise.all(quotes.map((item) => bff.post(transferPath, takeUp(item))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(codeOf(await quote(bff, aQuote(other, payee)))).toEqual([422, 'LIMIT_DAILY'])
    await rule(first.entityId, other.entityId, 'CONFIRM_DIFFERENT')
    expect((await quote(bff, aQuote(other, payee))).status).toBe(200)
    await setTerms(bff, {})
    await expectConsistent(bff)
  })

  type Payer = { entityId: string; accountId: string }
  async function aPayer(who: Record<string, unknown>): Promise<Payer> {
    const entityId = await makeVerified(bff, who)
    await bff.deps.db.asWorker((tx) =>
      sql`update kyc_file set level = 'STANDARD' where entity_id = ${parseId('ent', entityId)}`.execute(
        tx,
      ),
    )
    return { entityId, accountId: await accountIn(bff, entityId, 'DE') }
  }

  test('a pause is about the person: who is joined is paused with it, now and later', async () => {
    const statusOf = async (id: string) => (await bff.get(`${root}/${id}`)).body.data.kycStatus
    const pause = (id: string) =>
      asOperator(bff, id, (service, tx, by) =>
        service.hold(tx, by, id, { event: 'pause', reason: 'Asked.' }),
      )
    const [a, b] = await twins()
    await rule(a, b, 'SAME_PERSON')
    await pause(b)
    expect([await statusOf(a), await statusOf(b)]).toEqual(['PAUSED', 'PAUSED'])
    const [c, d] = await twins()
    await pause(d)
    expect(await statusOf(c)).toBe('APPROVED')
    await rule(c, d, 'SAME_PERSON')
    expect(await statusOf(c)).toBe('PAUSED')
  })

  test('a pause waits for who decides about likenesses before it locks the customer', async () => {
    const [a, b] = await twins()
    await rule(a, b, 'SAME_PERSON')
    const id = parseId('ent', a)
    const partnerId = parseId('par', bff.first.svcPartnerId) ?? ''
    const { pausing } = await bff.deps.db.asWorker(async (tx) => {
      await holdLikenesses(tx, partnerId)
      const begun = asOperator(bff, a, (service, other, by) =>
        service.hold(other, by, a, { event: 'pause', reason: 'Seen.' }),
      )
      const waiting = () =>
        bff.deps.db.asWorker(async (other) => {
          const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_locks
            where locktype = 'advisory' and not granted`.execute(other)
          return rows[0]?.n ?? 0
        })
      await expect.poll(waiting).toBeGreaterThan(0)
      const { rows } = await sql`select kyc_status from entity where id = ${id}
        for update skip locked`.execute(tx)
      expect(rows).toEqual([{ kyc_status: 'APPROVED' }])
      return { pausing: begun }
    })
    expect((await pausing).ok).toBe(true)
  })

  test('who is joined with a held record is not approved; a final refusal pauses the others', async () => {
    const statusOf = async (id: string) => (await bff.get(`${root}/${id}`)).body.data.kycStatus
    const inReview = async () => {
      const who = somebody()
      const [first, later] = [await makeVerified(bff, who), await makePerson(bff, who)]
      await submit(later, `R${String(made)}`)
      await until(bff, later, 'UNDER_REVIEW')
      await compared()
      return [first, later] as const
    }
    const ruled = (id: string, ruling: Parameters<DecisionService['decide']>[3]) =>
      asOperator(bff, id, (service, tx, by) => service.decide(tx, by, id, ruling))
    const [a, b] = await inReview()
    await rule(a, b, 'SAME_PERSON')
    const held = (event: 'pause' | 'resume') =>
      asOperator(bff, a, (service, tx, by) => service.hold(tx, by, a, { event, reason: 'Seen.' }))
    await held('pause')
    expect(await ruled(b, { decision: 'APPROVED' })).toMatchObject({
      ok: false,
      failure: { code: 'POLICY_BLOCKED', details: [{ path: 'person', entityId: a }] },
    })
    await held('resume')
    expect((await ruled(b, { decision: 'APPROVED' })).ok).toBe(true)

    const [c, d] = await inReview()
    await rule(c, d, 'SAME_PERSON')
    await ruled(d, { decision: 'REJECTED', isFinal: true, reasons: ['FRAUD'] })
    expect(await statusOf(c)).toBe('PAUSED')
  })

  test('where it is set, an approval waits for the decision about a sure likeness', async () => {
    const who = somebody()
    const [a, b] = [await makePerson(bff, who), await makePerson(bff, who)]
    await Promise.all([submit(a, 'A2'), submit(b, 'B2')])
    await until(bff, a, 'UNDER_REVIEW')
    await compared()
    const deps = { ...bff.deps, config: { ...bff.deps.config, LIKENESS_HOLDS: 'on' as const } }
    const { decide: approve } = createDecisionService(deps)
    const approval = () =>
      asOperator(bff, a, (_, tx, by) => approve(tx, by, a, { decision: 'APPROVED' }))
    const held = await approval()
    expect(held).toMatchObject({
      ok: false,
      failure: { code: 'POLICY_BLOCKED', details: [{ path: 'likenesses', entityId: b }] },
    })
    await rule(b, a, 'CONFIRM_DIFFERENT')
    const altered = (salt: string) =>
      bff.deps.db.asWorker((tx) =>
        sql`update kyc_document set sealed_number = ${salt}::bytea || sealed_number
          where entity_id = ${parseId('ent', a)} and sealed_number is not null`.execute(tx),
      )
    await altered('x')
    expect(await approval()).toMatchObject({
      ok: false,
      failure: { code: 'POLICY_BLOCKED', details: [{ path: 'documents' }] },
    })
    // It holds up nobody: the job goes on to whoever comes after it.
    await update(a, { phoneNumber: '+442071838997' })
    const other = await makeVerified(bff, somebody({ phoneNumber: '+442071838996' }))
    const third = await makeVerified(bff, somebody({ phoneNumber: '+442071838996' }))
    await expect
      .poll(async () => (await read(other)).likenesses.length, { timeout: 15_000 })
      .toBe(1)
    expect((await read(third)).likenesses[0]).toMatchObject({ entityId: other })
  })
})
