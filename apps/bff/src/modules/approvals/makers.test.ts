// Four eyes are two people: who asked, who agrees, and what becomes of it where one of them is gone.
import { partnerScopes, type Role, scopesOfRole } from '@corridor/domain'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '../../../test/support/money/funding.ts'
import { expectConsistent } from '../../../test/support/money/invariants.ts'
import { aParty, setTerms } from '../../../test/support/money/ordinary.ts'
import { aQuoteOf, readTransfer, takeUp } from '../../../test/support/money/ordinary-flow.ts'
import { openOrdinarySite, type OrdinarySite } from '../../../test/support/money/ordinary-site.ts'
import { transferPath } from '../../../test/support/money/wallets.ts'
import { type Acting, aMember, waitingIn } from '../../../test/support/people/acting.ts'
import { type AnyBody, type Got, ownBff } from '../../../test/support/process/bff.ts'

const bff = ownBff()
const approvalsPath = '/api/v1/approvals'
let site: OrdinarySite
let maker: Acting
let checker: Acting
beforeAll(async () => {
  site = await openOrdinarySite(bff)
  maker = await aMember(bff, 'owner')
  checker = await aMember(bff, 'treasury')
})
afterEach(async () => {
  await setTerms(bff, {})
  await expectConsistent(bff)
})

type Send = (method: string, path: string, body?: unknown) => Promise<Got>
/** Somebody who can ask for something or vote, and what ends them. */
type Someone = { person: string; send: Send; end: () => Promise<unknown> }

const asMember = ({ memberId, send, remove }: Acting): Someone => ({
  person: memberId,
  send,
  end: remove,
})

/** A key of its own; of a member where one is named, else the machine's. */
async function aKey(member?: Acting): Promise<Someone> {
  const issued = await bff.access.issueKey(bff.first.svcPartnerId, {
    name: 'own',
    scopes: partnerScopes,
    ...(member ? { member: member.memberId } : {}),
  })
  if (!issued.ok) throw new Error(issued.failure)
  const { apiToken: token, keyId } = issued.value
  return {
    person: member?.memberId ?? 'machine',
    send: (method, path, body) => bff.send(path, { method, body, token }),
    end: () => bff.access.revokeKey(keyId),
  }
}

let addresses = 0
/** Something that others have to agree to, and that can be asked for as often as one likes. */
async function asks({ send }: Someone): Promise<Got> {
  const answer = await send('PUT', '/api/v1/partner/registerPartnerWebhook', {
    webhookUrl: `https://hooks.example.com/${(addresses += 1)}`,
  })
  expect(codeOf(answer)).toEqual([422, 'APPROVAL_REQUIRED'])
  return answer
}
const votes = ({ send }: Someone, id: string) =>
  send('POST', `${approvalsPath}/${id}/decision`, { decision: 'APPROVED' })
const read = async (id: string): Promise<AnyBody> =>
  (await checker.get(`${approvalsPath}/${id}`)).body.data

const kinds: Record<string, (first: Acting, other: Acting) => Someone | Promise<Someone>> = {
  'a member': (item) => asMember(item),
  'the same member’s key': (item) => aKey(item),
  'another member': (_, other) => asMember(other),
  'another member’s key': (_, other) => aKey(other),
  'a key of nobody': () => aKey(),
}

describe('of every pair of who asked and who votes', () => {
  const pairs = Object.keys(kinds).flatMap((made) =>
    Object.keys(kinds).flatMap((voted) =>
      [false, true].flatMap((makerEnds) =>
        [false, true].map((voterEnds) => ({ made, voted, makerEnds, voterEnds })),
      ),
    ),
  )
  // Who is gone is tried against one other person, of whom nobody is; with FULL=1 in every pair.
  const tried = pairs.filter(
    ({ made, voted, makerEnds, voterEnds }) =>
      process.env['FULL'] ||
      (!makerEnds && !voterEnds) ||
      (!voterEnds && voted === (made === 'another member' ? 'a member' : 'another member')) ||
      (!makerEnds && made === 'a member'),
  )

  test('only another member passes, where neither of them is gone', async () => {
    await setTerms(bff, { approvalAbove: 0 })
    const outcomes: string[] = []
    for (const { made, voted, makerEnds, voterEnds } of tried) {
      const [first, other] = [await aMember(bff, 'owner'), await aMember(bff, 'owner')]
      const by = await kinds[made]?.(first, other)
      const voter = await kinds[voted]?.(first, other)
      if (!by || !voter) throw new Error('nobody')
      const id = waitingIn(await asks(by))
      if (makerEnds) await by.end()
      if (voterEnds) await voter.end()
      const answer = await votes(voter, id)
      const isMember = voted.endsWith('member')
      const isThere = !voterEnds && !(makerEnds && made === voted)
      const isOther = voter.person !== by.person
      const isGone = makerEnds || (voterEnds && made === voted)
      const passes = isMember && isThere && isOther && !isGone
      const got = answer.status === 200 ? answer.body.data.status : codeOf(answer)[1]
      if ((got === 'EXECUTED') !== passes)
        outcomes.push(JSON.stringify({ made, voted, makerEnds, voterEnds, got }))
    }
    expect(outcomes).toEqual([])
  }, 240_000)
})

test('of every pair of roles, nobody approves what they asked for: in the role that asked, or in another', async () => {
  const roles = Object.keys(scopesOfRole) as Role[]
  const wrong: string[] = []
  for (const asking of roles) {
    await setTerms(bff, { approvalAbove: 0 })
    const member = await aMember(bff, asking)
    const quoted = await aQuoteOf(bff, site.germany, site.spain)
    const executed = await member.post(transferPath, takeUp(quoted))
    const webhookUrl = `https://pairs.example.com/${asking}`
    const changed = await member.send('PUT', '/api/v1/partner/registerPartnerWebhook', {
      webhookUrl,
    })
    const { executionId } = executed.body.data ?? {}
    const requests: AnyBody[] =
      executionId === undefined
        ? []
        : (await checker.get(`${approvalsPath}?subjectId=${executionId}`)).body.data
    const ids = [...requests.map(({ approvalId }) => approvalId as string), waitingIn(changed)]
    for (const voting of roles) {
      await member.change({ role: voting })
      // With the scopes of the role, and with all of them, as a session from before would have.
      for (const scopes of [scopesOfRole[voting], scopesOfRole.owner]) {
        const headers = { 'x-acting-scopes': scopes.join(' ') }
        const approve = { decision: 'APPROVED', comment: '' }
        const cast = [
          ...ids
            .filter((id) => id !== '')
            .map((id) => member.send('POST', `${approvalsPath}/${id}/decision`, approve, headers)),
          ...(executionId === undefined
            ? []
            : [{ executionId, ...approve }].map((body) =>
                member.send('POST', '/api/v1/xfer/transaction/approval', body, headers),
              )),
        ]
        for (const [status, code] of (await Promise.all(cast)).map(codeOf))
          if (status !== 403 || !['SCOPE_MISSING', 'MAKER_CANNOT_APPROVE'].includes(String(code)))
            wrong.push(`${asking} ${voting} ${status} ${code}`)
      }
    }
    const left = await Promise.all(ids.filter((id) => id !== '').map((id) => read(id)))
    for (const { status, votes: given } of left)
      if (status !== 'REQUESTED' || given.length > 0) wrong.push(`${asking}: ${status}`)
    const mayAsk = scopesOfRole[asking].some((scope) =>
      ['transfers:write', 'webhooks:write'].includes(scope),
    )
    if (left.length === 0 && mayAsk) wrong.push(`${asking} asked for nothing`)
  }
  expect(wrong).toEqual([])
}, 120_000)

describe('what was asked for by somebody who is gone', () => {
  test.each(['a member', 'the same member’s key', 'a key of nobody'])(
    'of %s is void at once, reports it, and runs for nobody',
    async (kind) => {
      await setTerms(bff, { approvalAbove: 0 })
      const member = await aMember(bff, 'owner')
      const by = await kinds[kind]?.(member, member)
      if (!by) throw new Error('nobody')
      const id = waitingIn(await asks(by))
      expect(await read(id)).toMatchObject({ status: 'REQUESTED', mayDecide: true })
      const before = await counts(checker)
      await by.end()
      expect(await read(id)).toMatchObject({ status: 'VOID', mayDecide: false, approvalsNeeded: 0 })
      expect(await counts(checker)).toEqual({
        waiting: before.waiting - 1,
        mayDecide: before.mayDecide - 1,
      })
      const list = await checker.get(`${approvalsPath}?status=VOID`)
      expect(list.body.data.map((item: AnyBody) => item.approvalId)).toContain(id)
      expect(codeOf(await votes(asMember(checker), id))).toEqual([422, 'ILLEGAL_TRANSITION'])
      // The sweeper writes it down, and publishes it once.
      await expect.poll(() => eventsOf(id)).toEqual(['REQUESTED', 'VOID'])
      expect((await read(id)).version).toBe(2)
    },
  )

  test('an execution that waits is cancelled', async () => {
    const payee = await aParty(bff, 'ES')
    await setTerms(bff, { approvalAbove: 0 })
    const leaving = await aMember(bff, 'treasury')
    const quoted = await aQuoteOf(bff, site.germany, payee)
    const { executionId, status } = (await leaving.post(transferPath, takeUp(quoted))).body.data
    expect(status).toBe('AWAITING_APPROVAL')
    await leaving.remove()
    const approve = { executionId, decision: 'APPROVED' }
    const answer = await checker.post('/api/v1/xfer/transaction/approval', approve)
    expect(codeOf(answer)).toEqual([422, 'ILLEGAL_TRANSITION'])
    await expect.poll(async () => (await readTransfer(bff, executionId)).status).toBe('CANCELLED')
  })

  test('of a member who may not ask for it any more fails when it is to be done', async () => {
    await setTerms(bff, { approvalAbove: 0 })
    const member = await aMember(bff, 'owner')
    const id = waitingIn(await asks(asMember(member)))
    await member.change({ role: 'viewer' })
    expect((await votes(asMember(checker), id)).body.data).toMatchObject({
      status: 'FAILED',
      failure: { code: 'SCOPE_MISSING' },
    })
  })
})

test('two members with one e-mail address are one person: neither agrees to what the other asked for', async () => {
  await setTerms(bff, { approvalAbove: 0 })
  const [first, again] = [await aMember(bff, 'owner'), await aMember(bff, 'treasury')]
  await first.change({ email: 'Nora@Example.com' })
  await again.change({ email: 'nora@example.com' })
  const before = (await counts(again)).mayDecide
  const id = waitingIn(await asks(asMember(first)))
  expect((await again.get(`${approvalsPath}/${id}`)).body.data.mayDecide).toBe(false)
  expect((await counts(again)).mayDecide).toBe(before)
  expect(codeOf(await votes(asMember(again), id))[1]).toBe('MAKER_CANNOT_APPROVE')
  const byKey = waitingIn(await asks(await aKey(first)))
  expect(codeOf(await votes(asMember(again), byKey))[1]).toBe('MAKER_CANNOT_APPROVE')
  expect((await votes(asMember(checker), id)).body.data.status).toBe('EXECUTED')
})

test('approvals.counts: what waits, and what a member may decide about, beyond any page of a list', async () => {
  await setTerms(bff, { approvalAbove: 0 })
  const before = await counts(maker)
  const own = await aMember(bff, 'owner')
  const mine = waitingIn(await asks(asMember(own)))
  const byMachine = await aKey()
  for (let made = 0; made < 105; made += 5)
    await Promise.all(Array.from({ length: 5 }, () => asks(byMachine)))
  const waiting = before.waiting + 106
  expect(await counts(own)).toEqual({ waiting, mayDecide: before.mayDecide + 105 })
  expect(await counts(maker)).toEqual({ waiting, mayDecide: before.mayDecide + 106 })
  expect(await counts(await aMember(bff, 'viewer'))).toEqual({ waiting, mayDecide: 0 })
  expect((await byMachine.send('GET', `${approvalsPath}/counts`)).body.data.mayDecide).toBe(0)
  expect(await counts(checker)).toEqual({ waiting, mayDecide: waiting })
  await votes(asMember(checker), mine)
  expect(await counts(checker)).toEqual({ waiting: waiting - 1, mayDecide: waiting - 1 })
}, 120_000)

const counts = async (who: Acting): Promise<{ waiting: number; mayDecide: number }> =>
  (await who.get(`${approvalsPath}/counts`)).body.data

const eventsOf = async (approvalId: string): Promise<string[]> => {
  const rows = await bff.deps.db.asWorker((tx) =>
    tx
      .selectFrom('event')
      .select('object')
      .where('category', '=', 'approval')
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  )
  return rows.flatMap(({ object }) => {
    const { approvalId: id, status } = object as Record<string, string>
    return id === approvalId && status !== undefined ? [status] : []
  })
}
