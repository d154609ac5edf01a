import { type Endpoint, isWithin, operations, type Scope } from '@corridor/contract'
import { parseId, type Role, scopesOfRole } from '@corridor/domain'
import { beforeAll, describe, expect, test } from 'vitest'
import { withClient } from '../src/db/server/server.ts'
import { createConsoleKeys } from '../src/modules/access/keys/console-keys.ts'
import { createAuthenticator, type SoftwareAuthenticator } from './support/people/authenticator.ts'
import { confirm, createBrowser, enrol, type TestBrowser } from './support/people/browser.ts'
import { codeOf, origin, type Session } from './support/people/staff.ts'
import { ownBff } from './support/process/bff.ts'

const bff = ownBff()
const all: Endpoint[] = Object.values(operations).flatMap((ofModule): Endpoint[] =>
  Object.values(ofModule),
)
const marked = all.filter(({ stepUp }) => stepUp)
/** No record has it; it fits wherever an id is in a path. */
const nobody = 'ent_01h455vb4pex5vsknk084sn02q'
const pathOf = ({ path }: Endpoint) => path.replaceAll(/\{\w+\}/g, nobody)
/** An ordinary quote; where the body decides, this is what has to be confirmed. */
const body = {
  executionId: nobody.replace('ent', 'exec'),
  dryRun: false,
  payers: { allowed: 'ANYBODY' },
}

/** Everything that a request could have done leaves a trace in one of them. */
async function traces(): Promise<unknown> {
  const text = `select (select count(*) from audit where action <> 'member.step_up') as audit,
    (select count(*) from event) as events, (select count(*) from idempotency_key) as answers`
  const { rows } = await withClient(bff.deps.db.urls.worker, (client) => client.query(text))
  return rows[0]
}

describe('what a member confirms by passkey', () => {
  let browser: TestBrowser
  let authenticator: SoftwareAuthenticator
  beforeAll(async () => {
    const link = await bff.access.createEnrolmentLink(bff.first.svcPartnerId, 'owner')
    browser = createBrowser(bff.instance.app.all)
    authenticator = createAuthenticator(origin)
    await enrol(browser, authenticator, link.ok ? link.value.enrolmentUrl : '')
  })

  test('is all that moves money, or changes where it goes or who decides', () => {
    expect(marked.map(({ id }) => id).toSorted()).toEqual(expect.arrayContaining(asRuled))
    // What is confirmed is the path and a JSON body: nothing else may matter.
    for (const { id, method, query, stream, multipart } of marked)
      expect([id, method === 'GET', query, stream, multipart]).toEqual([
        id,
        false,
        undefined,
        undefined,
        undefined,
      ])
  })

  test.each(marked.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s: with the cookie alone, or with the confirmation of another request, 403 and nothing done',
    async (_, endpoint) => {
      const { method } = endpoint
      const path = pathOf(endpoint)
      const refused = [403, 'PRIMARY_AUTH_REQUIRED']
      const before = await traces()
      const ask = async (sent: unknown = body) => {
        const reply = await browser.send(method, `/bff${path}`, sent, { 'idempotency-key': 'k' })
        return reply.status === 200 ? [200] : [reply.status, codeOf(reply)]
      }
      expect(await ask()).toEqual(refused)
      await confirm(browser, authenticator, { method, path, body: { ...body, more: 1 } })
      expect(await ask()).toEqual(refused)
      await confirm(browser, authenticator, { method, path: `${path}/x`, body })
      expect(await ask()).toEqual(refused)
      const other = { authorization: 'x', 'x-acting-step-up': new Date().toISOString() }
      const spoofed = await browser.send(method, `/bff${path}`, body, other)
      expect([spoofed.status, codeOf(spoofed)]).toEqual(refused)
      expect(await traces()).toEqual(before)
      await confirm(browser, authenticator, { method, path, body })
      expect(await ask()).not.toEqual(refused)
    },
  )

  test('the stamp of a wallet stands for it, but never for an ordinary transfer', async () => {
    const { path } = operations.transfers.execute
    const stamped = { payloadSignature: 'x', signatureType: 'WebAuthn' }
    for (const [executionId, expected] of [
      [nobody.replace('ent_', 'cexec-'), 'TRANSFER_NOT_FOUND'],
      [nobody.replace('ent_', 'exec_'), 'PRIMARY_AUTH_REQUIRED'],
      [nobody.replace('ent_', 'CEXEC-'), 'PRIMARY_AUTH_REQUIRED'],
      [nobody.replace('ent_', ' cexec-'), 'PRIMARY_AUTH_REQUIRED'],
    ]) {
      const reply = await browser.post(`/bff${path}`, { executionId, ...stamped })
      expect([executionId, codeOf(reply)]).toEqual([executionId, expected])
    }
  })
})

/** Ruling by ruling, in the order of the page: these may not lose their mark. */
const asRuled = [
  'transfers.execute',
  'transfers.approve',
  'transfers.retry',
  'transfers.refund',
  'payinRoutes.resolve',
  'payinRoutes.forwardHeld',
  'accounts.addExternal',
  'accounts.addOfEntity',
  'accounts.linkToken',
  'accounts.completeLink',
  'accounts.enable',
  'payinRoutes.create',
  'payinRoutes.update',
  'payinRoutes.toggle',
  'liquidity.acceptReserve',
  'liquidity.cancelReserve',
  'liquidity.initiate',
  'liquidity.initiateReplenish',
  'liquidity.replenishBatch',
  'liquidity.withdrawOperational',
  'webhooks.register',
  'webhooks.rotateSecret',
  'webhooks.setOverlap',
  'webhooks.createEndpoint',
  'webhooks.updateEndpoint',
  'webhooks.deleteEndpoint',
  'webhooks.rotateEndpointSecret',
  'webhooks.setEndpointOverlap',
  'wallets.registerAuth',
  'wallets.updateSettings',
  'wallets.allowIssuer',
  'wallets.removeIssuer',
  'entities.reveal',
  'entities.decideLikeness',
  'accounts.revealExternal',
  'approvals.decide',
  'approvals.changePolicy',
  'transfers.resolve',
  'partners.settleFees',
  'keys.create',
  'keys.update',
  'keys.rotate',
  'keys.revoke',
]

describe('behind the console’s key', () => {
  const member = nobody.replace('ent', 'mem')
  let token: string
  beforeAll(async () => {
    const partnerId = parseId('par', bff.first.svcPartnerId) ?? ''
    token = (await createConsoleKeys(bff.deps).of(partnerId)) ?? ''
  })
  const asMember = (endpoint: Endpoint, headers: Record<string, string>) =>
    bff.send(pathOf(endpoint), {
      method: endpoint.method,
      token,
      headers: { 'x-acting-member': member, ...headers },
      ...(endpoint.method === 'GET' ? {} : { body: '{}' }),
    })

  test.each(Object.keys(scopesOfRole) as Role[])(
    'a member of the role %s may do what the role’s scopes say, whatever the key may',
    async (role) => {
      const headers = { 'x-acting-scopes': scopesOfRole[role].join(' ') }
      for (const endpoint of all.filter(({ stream }) => !stream)) {
        const answer = await asMember(endpoint, headers)
        const isRefused = answer.status === 403 && answer.body.error.code === 'SCOPE_MISSING'
        const expected = !isWithin(endpoint, new Set(scopesOfRole[role]))
        expect([endpoint.id, isRefused]).toEqual([endpoint.id, expected])
      }
    },
  )

  test('a compliance officer answers questions about transfers and deposits, and does nothing else to them', async () => {
    const headers = { 'x-acting-scopes': scopesOfRole.compliance.join(' ') }
    const allowed: string[] = []
    const writes = all.filter(({ method }) => method !== 'GET')
    for (const endpoint of writes.filter(({ module }) =>
      /^(transfers|payin-routes)$/.test(module),
    )) {
      const { body: answer } = await asMember(endpoint, headers)
      if (answer.error.code !== 'SCOPE_MISSING') allowed.push(endpoint.id)
    }
    expect(allowed.toSorted()).toEqual(['payinRoutes.answer', 'transfers.answer'])
  })

  test('a member without scopes may do nothing, and one cannot be given more than the key has', async () => {
    const none: Record<string, string>[] = [
      {},
      { 'x-acting-scopes': '' },
      { 'x-acting-scopes': 'console:act everything' },
    ]
    for (const headers of none) {
      const answer = await asMember(operations.entities.list, headers)
      expect([answer.status, answer.body.error.code]).toEqual([403, 'SCOPE_MISSING'])
    }
    const scopes: Scope[] = ['partners:read', 'console:act']
    const headers = { 'x-acting-scopes': scopes.join(' ') }
    const { body: me } = await asMember(operations.partners.me, headers)
    expect(me.data.scopes).toEqual(['partners:read'])
  })

  test('acting headers that say nothing are refused', async () => {
    const { path } = operations.entities.list
    const now = new Date().toISOString()
    for (const headers of [
      { 'x-acting-member': 'mem_x' },
      { 'x-acting-member': nobody },
      { 'x-acting-scopes': 'entities:read' },
      { 'x-acting-step-up': now },
      { 'x-acting-member': member, 'x-acting-step-up': 'now' },
    ]) {
      const sent = Object.fromEntries(Object.entries(headers))
      const answer = await bff.send(path, { token, headers: sent })
      expect([headers, answer.status, answer.body.error?.code]).toEqual([
        headers,
        400,
        'FIELD_INVALID',
      ])
    }
  })

  test('a confirmation is worth nothing once it is old, or of tomorrow, or without a member', async () => {
    const endpoint = operations.webhooks.setOverlap
    const at = (ms: number) => new Date(bff.deps.realTime().getTime() + ms).toISOString()
    const scopes = scopesOfRole.owner.join(' ')
    const asked = async (ms: number) => {
      const headers = { 'x-acting-scopes': scopes, 'x-acting-step-up': at(ms) }
      return (await asMember(endpoint, headers)).body.error.code
    }
    expect(await asked(0)).toBe('FIELD_REQUIRED')
    expect(await asked(-10 * 60_000)).toBe('PRIMARY_AUTH_REQUIRED')
    expect(await asked(10 * 60_000)).toBe('PRIMARY_AUTH_REQUIRED')
    const { method } = endpoint
    const alone = await bff.send(pathOf(endpoint), { method, token, body: { hours: 1 } })
    expect(alone.body.error.code).toBe('PRIMARY_AUTH_REQUIRED')
  })
})

test('a session’s own role decides, not what the page sends', async () => {
  const link = await bff.access.createEnrolmentLink(bff.first.svcPartnerId, 'viewer')
  const viewer = createBrowser(bff.instance.app.all)
  const opened = await enrol(
    viewer,
    createAuthenticator(origin),
    link.ok ? link.value.enrolmentUrl : '',
  )
  expect((opened.json() as { session: Session }).session.member.role).toBe('viewer')
  const me = await viewer.get('/bff/api/v1/partner/me', {
    'x-acting-scopes': scopesOfRole.owner.join(' '),
  })
  const { data } = me.json() as { data: { scopes: string[] } }
  expect(data.scopes).toEqual([...scopesOfRole.viewer].toSorted())
})
