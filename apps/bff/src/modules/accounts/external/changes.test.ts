import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { parseId } from '@corridor/domain'
import {
  anAccount,
  addAccount,
  externalBase as base,
} from '../../../../test/support/money/accounts.ts'
import { createAuthenticator } from '../../../../test/support/people/authenticator.ts'
import { confirm, createBrowser, enrol } from '../../../../test/support/people/browser.ts'
import { origin } from '../../../../test/support/people/staff.ts'
import { type AnyBody, sharedBff } from '../../../../test/support/process/bff.ts'
import { disableForReturnedPayout } from './service.ts'

const bff = sharedBff()

const states = [
  'PENDING_VERIFICATION',
  'VERIFICATION_FAILED',
  'ENABLED',
  'DISABLED',
  'NEEDS_RELINK',
  'DELETED',
] as const
type State = (typeof states)[number]

const enable = (accountId: string) => bff.post(`${base}/enable`, { accountId })
const disable = (accountId: string, reason = '') =>
  bff.post(`${base}/disable`, { accountId, reason })
const remove = (accountId: string, headers = {}) =>
  bff.send(`${base}/${accountId}`, { method: 'DELETE', headers })
const setStatus = (accountId: string, status: string, reason = '') =>
  bff.post(`/api/v1/sandbox/external-account/${accountId}/status`, { status, reason })
const read = async (accountId: string) => (await bff.get(`${base}/${accountId}`)).body.data
const unknownId = 'acc_01h455vb4pex5vsknk084sn02q'

/** Puts an account where the sandbox itself never brings one: its own verification does not wait. */
const plant = (accountId: string, status: State) =>
  bff.deps.db.asWorker((tx) =>
    sql`update external_account set status = ${status}
      where id = ${parseId('acc', accountId)}`.execute(tx),
  )
async function accountIn(status: State): Promise<string> {
  const { accountId } = await anAccount(bff)
  await plant(accountId, status)
  return accountId
}

describe('every state by every way to change it (operations.md 11.7)', () => {
  /** What each way answers: the state afterwards, the same state for "already", or the refusal. */
  const ways = {
    enable: {
      PENDING_VERIFICATION: 422,
      VERIFICATION_FAILED: 422,
      ENABLED: 'ENABLED',
      DISABLED: 'ENABLED',
      NEEDS_RELINK: 422,
      DELETED: 404,
    },
    disable: {
      PENDING_VERIFICATION: 422,
      VERIFICATION_FAILED: 422,
      ENABLED: 'DISABLED',
      DISABLED: 'DISABLED',
      NEEDS_RELINK: 'DISABLED',
      DELETED: 404,
    },
  } as const

  describe.each(Object.entries(ways))('accounts.%s', (way, row) => {
    test.each(states)('of an account that is %s', async (state) => {
      const expected = row[state]
      const accountId = await accountIn(state)
      const { status, body } = await (way === 'enable' ? enable : disable)(accountId)
      if (expected === 404) {
        expect([status, body.error.code]).toEqual([404, 'ACCOUNT_NOT_FOUND'])
        return
      }
      if (expected === 422) {
        expect([status, body.error.code]).toEqual([422, 'ILLEGAL_TRANSITION'])
        const to = way === 'enable' ? 'ENABLED' : 'DISABLED'
        expect(body.error.details[0]).toMatchObject({ from: state, to, allowed: expect.any(Array) })
        expect(body.error.details[0].allowed).not.toContain(to)
        expect((await read(accountId)).status).toBe(state)
        return
      }
      expect(status).toBe(200)
      const data = { accountId, status: expected, previousStatus: state, affectedRoutes: [] }
      expect(body.data).toEqual(data)
      expect(body.message.includes('already')).toBe(expected === state)
    })
  })

  test.each(states)('accounts.deleteExternal of an account that is %s', async (state) => {
    const accountId = await accountIn(state)
    const { status, body } = await remove(accountId)
    expect(status).toBe(state === 'DELETED' ? 404 : 200)
    if (state !== 'DELETED')
      expect(body.data).toMatchObject({ status: 'DELETED', previousStatus: state })
  })

  /** The states that sandbox.setAccountStatus can walk to; all others are illegal from there. */
  const reachable: Record<State, readonly State[]> = {
    PENDING_VERIFICATION: states,
    VERIFICATION_FAILED: states,
    ENABLED: ['ENABLED', 'DISABLED', 'NEEDS_RELINK', 'DELETED'],
    DISABLED: ['ENABLED', 'DISABLED', 'NEEDS_RELINK', 'DELETED'],
    NEEDS_RELINK: ['ENABLED', 'DISABLED', 'NEEDS_RELINK', 'DELETED'],
    DELETED: [],
  }
  const pairs = states.flatMap((from) => states.map((to) => [from, to] as const))
  test.each(pairs)('sandbox.setAccountStatus from %s to %s', async (from, to) => {
    const accountId = await accountIn(from)
    const { status, body } = await setStatus(accountId, to, 'INVALID_ACCOUNT')
    if (from === 'DELETED') {
      expect([status, body.error.code]).toEqual([404, 'ACCOUNT_NOT_FOUND'])
    } else if (reachable[from].includes(to)) {
      expect([status, body.data.status]).toEqual([200, to])
      expect(body.message.includes('already')).toBe(from === to)
      expect(body.data.statusReason).toBe(from === to ? '' : 'INVALID_ACCOUNT')
    } else {
      expect([status, body.error.code]).toEqual([422, 'ILLEGAL_TRANSITION'])
      expect(body.error.details[0]).toMatchObject({ from, to })
    }
  })
})

describe('accounts.enable and accounts.disable', () => {
  test('200: the reason is stored and published, and the account is masked in the event', async () => {
    const { accountId, entityId } = await anAccount(bff)
    await disable(accountId, 'Payee left')
    expect(await read(accountId)).toMatchObject({
      status: 'DISABLED',
      statusReason: 'Payee left',
      version: 3,
    })
    const event = await bff.deps.db.asWorker((tx) =>
      tx
        .selectFrom('event')
        .select(['category', 'type', 'status', 'object'])
        .where('subject_id', '=', accountId)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow(),
    )
    expect(event).toMatchObject({
      category: 'external_account',
      type: 'transitioned',
      status: 'disabled',
      object: { entityId, reason: 'Payee left', status: 'DISABLED', previousStatus: 'ENABLED' },
    })
    await enable(accountId)
    expect(await read(accountId)).toMatchObject({ status: 'ENABLED', statusReason: '' })
  })

  test('200: of many at once one changes it, the others find it there already', async () => {
    const { accountId } = await anAccount(bff)
    const answers = await Promise.all(Array.from({ length: 6 }, () => disable(accountId)))
    expect(answers.filter(({ body }) => body.message === 'Account disabled.')).toHaveLength(1)
    expect(answers.filter(({ body }) => body.message.includes('already'))).toHaveLength(5)
    expect((await read(accountId)).version).toBe(3)
  })

  test('200: the same key gives the same answer though the account is elsewhere by then', async () => {
    const { accountId } = await anAccount(bff)
    const key = { 'idempotency-key': `off-${accountId}` }
    const first = await bff.post(`${base}/disable`, { accountId }, key)
    await enable(accountId)
    const again = await bff.post(`${base}/disable`, { accountId }, key)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.body).toEqual(first.body)
    expect((await read(accountId)).status).toBe('ENABLED')
  })

  test('400: no id, and a reason that is too long', async () => {
    for (const body of [{}, { accountId: unknownId, reason: 'x'.repeat(201) }]) {
      const refused = await bff.post(`${base}/enable`, body)
      expect(refused.status).toBe(400)
    }
  })

  test('404: unknown and foreign alike', async () => {
    const foreign = await anAccount(bff, {}, bff.second)
    for (const change of [enable, disable]) {
      const answers = [await change(unknownId), await change(foreign.accountId)]
      for (const { status, body } of answers)
        expect([status, body.error.code]).toEqual([404, 'ACCOUNT_NOT_FOUND'])
    }
  })

  test('409: another version than the one that was read', async () => {
    const { accountId, version } = await anAccount(bff)
    const off = (match: string) => bff.post(`${base}/disable`, { accountId }, { 'if-match': match })
    const stale = await off(`"${version - 1}"`)
    expect([stale.status, stale.body.error.code]).toEqual([409, 'VERSION_CONFLICT'])
    expect((await off(`"${version}"`)).status).toBe(200)
  })
})

describe('accounts.deleteExternal and accounts.deleteExternalByPost', () => {
  test('200: it is found no more, its fingerprint is free, and the record says so', async () => {
    const { accountId, entityId, fingerprint } = await anAccount(bff)
    const gone = await remove(accountId)
    expect(gone.body).toEqual({
      success: true,
      message: 'Account deleted.',
      data: { accountId, status: 'DELETED', previousStatus: 'ENABLED', affectedRoutes: [] },
    })
    expect((await bff.get(`${base}/${accountId}`)).status).toBe(404)
    const listed = await bff.get(`${base}/entity/${entityId}`)
    expect(listed.body.data).toEqual([])
    const again = await anAccount(bff, { entityId })
    expect(again.accountId).not.toBe(accountId)
    expect(again.fingerprint).toBe(fingerprint)
    const event = await bff.deps.db.asWorker((tx) =>
      tx
        .selectFrom('event')
        .select(['type', 'status'])
        .where('subject_id', '=', accountId)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow(),
    )
    expect(event).toEqual({ type: 'deleted', status: 'deleted' })
  })

  test('200: by POST too, with a reason; twice is not found', async () => {
    const { accountId } = await anAccount(bff)
    const gone = await bff.post(`${base}/delete`, { accountId, reason: 'Closed' })
    expect([gone.status, gone.body.data.status]).toEqual([200, 'DELETED'])
    const twice = await bff.post(`${base}/delete`, { accountId })
    expect([twice.status, twice.body.error.code]).toEqual([404, 'ACCOUNT_NOT_FOUND'])
  })

  test('404: a foreign one', async () => {
    const { accountId } = await anAccount(bff, {}, bff.second)
    for (const refused of [await remove(accountId), await remove(unknownId)])
      expect([refused.status, refused.body.error.code]).toEqual([404, 'ACCOUNT_NOT_FOUND'])
  })

  test('409: another version than the one that was read', async () => {
    const { accountId } = await anAccount(bff)
    const stale = await remove(accountId, { 'if-match': '"9"' })
    expect([stale.status, stale.body.error.code]).toEqual([409, 'VERSION_CONFLICT'])
  })
})

describe('a payout that came back', () => {
  test('disables the account with the reason, as the service; one that is not enabled stays', async () => {
    const { accountId } = await anAccount(bff)
    const partnerId = parseId('par', bff.first.svcPartnerId) ?? ''
    const by = { partnerId, actor: { type: 'service', id: 'payouts' }, requestId: '' } as const
    const giveBack = (reason: 'PAYOUT_RETURNED' | 'RISK') =>
      bff.deps.db.withPartner(partnerId, (tx) =>
        disableForReturnedPayout(tx, by, parseId('acc', accountId) ?? '', reason),
      )
    await giveBack('PAYOUT_RETURNED')
    await giveBack('RISK')
    expect(await read(accountId)).toMatchObject({
      status: 'DISABLED',
      statusReason: 'PAYOUT_RETURNED',
    })
    const audit = await bff.deps.db.asWorker((tx) =>
      tx
        .selectFrom('audit')
        .select(['action', 'actor_type', 'reason'])
        .where('object_id', '=', accountId)
        .where('action', '<>', 'account.read_whole')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow(),
    )
    expect(audit).toEqual({
      action: 'external_account.disable',
      actor_type: 'service',
      reason: 'PAYOUT_RETURNED',
    })
  })
})

describe('accounts.readExternal of an account with numbers', () => {
  test('200: whole with accounts:read_sensitive, masked without, masked in lists', async () => {
    const { accountId, entityId } = await anAccount(bff)
    const whole = 'DE89370400440532013000'
    expect((await read(accountId)).account.bankIban).toBe(whole)
    const token = await bff.issue(bff.first.svcPartnerId, ['accounts:read'])
    const masked = await bff.send(`${base}/${accountId}`, { token })
    expect(masked.body.data.account.bankIban).toBe('••••3000')
    for (const path of [base, `${base}/entity/${entityId}`]) {
      const listed = JSON.stringify((await bff.get(path)).body)
      expect(listed).toContain('••••3000')
      expect(listed).not.toContain(whole)
    }
  })

  test('accounts.revealExternal, 200: whole and on record each time, whatever the key', async () => {
    const { accountId } = await anAccount(bff)
    const path = `${base}/${accountId}/reveal`
    for (const reason of ['The payer called', ''])
      expect(
        (await bff.post(path, { reason }, { 'idempotency-key': accountId })).body.data.account,
      ).toMatchObject({ bankIban: 'DE89370400440532013000' })
    const entries = await bff.deps.db.asWorker((tx) =>
      tx
        .selectFrom('audit')
        .select(['action', 'actor_type', 'reason'])
        .where('object_id', '=', accountId)
        .where('action', '=', 'account.reveal')
        .execute(),
    )
    expect(entries.map(({ reason }) => reason).toSorted()).toEqual(['', 'The payer called'])
    const plain = await bff.issue(bff.first.svcPartnerId, ['accounts:read', 'accounts:write'])
    const refused = await bff.send(path, { method: 'POST', body: {}, token: plain })
    expect([refused.status, refused.body.error.code]).toEqual([403, 'SCOPE_MISSING'])
    const theirs = await bff.post(path, {}, {}, bff.second)
    expect([theirs.status, theirs.body.error.code]).toEqual([404, 'ACCOUNT_NOT_FOUND'])
  })

  test.each(['owner', 'compliance', 'viewer'] as const)(
    'a member of the role %s reads masked numbers, and whole ones only by a reveal',
    async (role) => {
      const { accountId, entityId } = await anAccount(bff)
      const link = await bff.access.createEnrolmentLink(bff.first.svcPartnerId, role)
      const browser = createBrowser(bff.instance.app.all)
      const authenticator = createAuthenticator(origin)
      await enrol(browser, authenticator, link.ok ? link.value.enrolmentUrl : '')
      for (const path of [
        `${base}/${accountId}`,
        `/api/v1/xfer/entity/${entityId}/accounts/${accountId}`,
      ]) {
        const { text } = await browser.get(`/bff${path}`)
        expect(text).toContain('••••3000')
        expect(text).not.toContain('DE89370400440532013000')
      }
      const path = `${base}/${accountId}/reveal`
      const alone = await browser.post(`/bff${path}`, {})
      expect(alone.status).toBe(403)
      await confirm(browser, authenticator, { method: 'POST', path, body: {} })
      const shown = await browser.post(`/bff${path}`, {})
      if (role === 'viewer') expect(shown.status).toBe(403)
      else expect(shown.text).toContain('DE89370400440532013000')
    },
  )

  test('200: lists are filtered by state, jurisdiction and kind', async () => {
    const { accountId, entityId, jurisdiction } = await anAccount(bff)
    const idsOf = async (query: string) =>
      (await bff.get(`${base}/entity/${entityId}?${query}`)).body.data.map(
        (body: AnyBody) => body.accountId,
      )
    expect(await idsOf(`kind=BANK&status=ENABLED&jurisdictionId=${jurisdiction.id}`)).toEqual([
      accountId,
    ])
    expect(await idsOf('kind=WALLET')).toEqual([])
    await disable(accountId)
    expect(await idsOf('status=ENABLED')).toEqual([])
    expect(await idsOf('status=DISABLED')).toEqual([accountId])
  })
})

test('of an add and a delete of the same account at once, every answer is whole', async () => {
  const { accountId, entityId } = await anAccount(bff)
  const [added, gone] = await Promise.all([addAccount(bff, { entityId }), remove(accountId)])
  expect([added.status, gone.status]).toEqual([200, 200])
})
