import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { partnerScopes } from '@corridor/domain'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { withClient } from '../db/server/server.ts'
import { admin, adminProcess } from '../../test/support/process/admin.ts'
import { startForeignServer } from '../../test/support/database/foreign-server.ts'
import { createAuthenticator } from '../../test/support/people/authenticator.ts'
import { createBrowser, enrol, signIn } from '../../test/support/people/browser.ts'
import { makeServer, type Running } from '../../test/support/process/server.ts'
import { testInFull } from '../../test/support/process/tiers.ts'

// Servers are started and stopped, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 90_000 })

const samples = fileURLToPath(new URL('../../../../packages/banks/samples', import.meta.url))
const splitArgs = (text: string) => text.split(' ')

let place: Awaited<ReturnType<typeof makeServer>>
let dataDir: string
let server: Running
beforeAll(async () => {
  place = await makeServer()
  dataDir = place.dataDir
  server = await place.start()
}, 60_000)
afterAll(() => place.remove(), 60_000)

/** What a request with this key is answered. */
async function answerTo(apiToken: string, path = '/api/v1/xfer/entity') {
  const response = await fetch(`${server.baseUrl}${path}`, { headers: { 'x-api-token': apiToken } })
  const body = (await response.json()) as { error?: { code: string } }
  return body.error?.code ?? response.status
}

async function createPartner(name: string): Promise<string> {
  const { json } = await admin(dataDir, ['partner', 'create', '--name', name])
  return (json as { svcPartnerId: string }).svcPartnerId
}

test('a partner and its keys work on the running server at once, and end at once', async () => {
  const created = await adminProcess(dataDir, ['partner', 'create', '--name', 'Osprey Transfer'])
  expect(created).toMatchObject({ code: 0, stderr: '' })
  expect(created.json).toMatchObject({ partnerName: 'Osprey Transfer', role: 'owner' })
  const { svcPartnerId, enrolmentUrl } = created.json as Record<string, string>
  // The server chose its own port, which the command does not know.
  expect(enrolmentUrl).toMatch(new RegExp(`^${server.baseUrl}/enrol/[0-9a-z]{26}$`))

  const names = (await admin(dataDir, splitArgs('partner list'))).json
  expect(names).toMatchObject([
    { partnerName: 'Halden Remit' },
    { partnerName: 'Kestrel Pay' },
    { partnerName: 'Osprey Transfer', svcPartnerId },
  ])

  const issue = `api-key issue --partner ${svcPartnerId} --scopes entities:read,sandbox --name Nightly`
  const issued = await admin(dataDir, splitArgs(`${issue} --expires 2100-01-01T00:00:00+01:00`))
  expect(issued).toMatchObject({ code: 0, stderr: '' })
  expect(issued.json).toMatchObject({
    svcPartnerId,
    name: 'Nightly',
    scopes: ['entities:read', 'sandbox'],
    expiresAt: '2099-12-31T23:00:00.000Z',
  })
  const { keyId = '', apiToken = '' } = issued.json as Record<string, string>
  expect(await answerTo(apiToken)).toBe(200)
  expect(await answerTo(apiToken, '/api/v1/xfer/transaction/transfers')).toBe('SCOPE_MISSING')

  expect((await admin(dataDir, ['api-key', 'revoke', '--key', keyId])).json).toEqual({
    keyId,
    revoked: true,
  })
  await expect.poll(() => answerTo(apiToken), { timeout: 2_000 }).toBe('API_KEY_REVOKED')
  const listed = await admin(dataDir, ['api-key', 'list', '--partner', svcPartnerId ?? ''])
  expect(listed.json).toMatchObject([{ keyId, name: 'Nightly', svcPartnerId }])
  expect((listed.json as { revokedAt: unknown }[])[0]?.revokedAt).toBeTypeOf('string')
  expect(listed.stdout).not.toContain(apiToken)
})

test('members, passkeys, sessions and the dashboard’s key end beside the running server', async () => {
  const svcPartnerId = await createPartner('Pintail')
  const linkOf = async (email: string) => {
    const args = `enrolment-link create --partner ${svcPartnerId} --email ${email}`
    return ((await admin(dataDir, splitArgs(args))).json as { enrolmentUrl: string }).enrolmentUrl
  }
  const page = {
    request: (url: string, init: RequestInit) => fetch(url, init),
  } as unknown as Parameters<typeof createBrowser>[0]
  const browser = createBrowser(page, server.baseUrl)
  const authenticator = createAuthenticator(server.baseUrl)
  expect((await enrol(browser, authenticator, await linkOf('pia@example.com'))).status).toBe(200)
  type Listed = {
    memberId: string
    email: string
    passkeys: { passkeyId: string }[]
    sessions: { sessionId: string }[]
  }
  const listed = async () =>
    (await admin(dataDir, splitArgs(`member list --partner ${svcPartnerId}`))).json as Listed[]
  const [first] = await listed()
  expect(first).toMatchObject({ name: 'Olga Owner', role: 'owner', email: 'pia@example.com' })

  const rotated = await admin(dataDir, splitArgs(`console-key rotate --partner ${svcPartnerId}`))
  expect(rotated).toMatchObject({ code: 0, json: { rotated: [svcPartnerId] } })
  expect((await browser.get('/bff/api/v1/xfer/entity')).status).toBe(200)

  const sessionId = first?.sessions[0]?.sessionId ?? ''
  const ended = await admin(dataDir, splitArgs(`session end --session ${sessionId}`))
  expect(ended).toMatchObject({ code: 0, json: { sessionId, ended: true } })
  expect((await browser.get('/bff/session')).status).toBe(401)
  expect((await signIn(browser, authenticator)).status).toBe(200)

  const memberId = first?.memberId ?? ''
  const remove = `member remove --member ${memberId}`
  const kept = await admin(dataDir, splitArgs(remove))
  expect(kept).toMatchObject({ code: 1, stderr: expect.stringContaining('--last-owner') })
  const gone = await admin(dataDir, splitArgs(`${remove} --last-owner`))
  expect(gone).toMatchObject({ code: 0, stderr: '', json: { memberId, removed: true } })
  expect((await browser.get('/bff/session')).status).toBe(401)
  expect(await listed()).toEqual([])
  for (const args of [
    remove,
    'session end --session ses_x',
    'passkey remove --member x --passkey y',
  ])
    expect((await admin(dataDir, splitArgs(args))).code).toBe(1)
  expect((await admin(dataDir, splitArgs('session end'))).code).toBe(2)
})

test('identity providers of a partner are added and removed beside the running server', async () => {
  const svcPartnerId = await createPartner('Dunlin')
  const of = (text: string) => admin(dataDir, [...splitArgs(text), '--partner', svcPartnerId])
  const issuer = 'https://localhost:8443/tenant'
  const own = { issuer, audiences: ['web', 'phone'], builtIn: false }
  const added = await of(`issuers add --issuer ${issuer} --audience web,phone`)
  expect(added).toMatchObject({ code: 0, stderr: '' })
  expect(added.json).toMatchObject([{ issuer: `${server.baseUrl}/api/v1/sandbox/oidc` }, own])
  const { json } = await of('api-key issue --scopes all')
  const { apiToken = '' } = json as Record<string, string>
  const listed = await fetch(`${server.baseUrl}/api/v1/wallets/oidc-issuers`, {
    headers: { 'x-api-token': apiToken },
  })
  expect(await listed.json()).toMatchObject({ data: [{ builtIn: true }, own] })
  expect((await of(`issuers remove --issuer ${issuer}`)).json).toHaveLength(1)
  expect((await of('issuers list')).json).toHaveLength(1)
  expect(await of(`issuers remove --issuer ${issuer}`)).toMatchObject({
    code: 1,
    stderr: 'This provider is not allowed.\n',
  })
  const refused = await of('issuers add --issuer https://10.0.0.1/ --audience web')
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('issuer: 10.0.0.1') })
  const nobody = ['issuers', 'list', '--partner', 'par_01h455vb4pex5vsknk084sn02q']
  expect(await admin(dataDir, nobody)).toMatchObject({ code: 1 })
})

test('`all` means every scope, and a time in the past an expired key', async () => {
  const svcPartnerId = await createPartner('Lapwing')
  const issue = ['api-key', 'issue', '--partner', svcPartnerId, '--scopes', 'all']
  const whole = (await admin(dataDir, issue)).json as { scopes: string[]; apiToken: string }
  expect(whole.scopes).toEqual(partnerScopes)
  expect(whole).toMatchObject({ expiresAt: null })
  const past = (await admin(dataDir, [...issue, '--expires', '2020-01-01T00:00:00Z']))
    .json as typeof whole
  expect(await answerTo(past.apiToken)).toBe('API_KEY_EXPIRED')
})

test('an enrolment link is for the role that was asked for', async () => {
  const svcPartnerId = await createPartner('Wagtail')
  const link = await admin(dataDir, [
    'enrolment-link',
    'create',
    '--partner',
    svcPartnerId,
    '--role',
    'viewer',
  ])
  expect(link.json).toMatchObject({ svcPartnerId, role: 'viewer' })
  const { enrolmentUrl } = link.json as { enrolmentUrl: string }
  expect(enrolmentUrl).toMatch(new RegExp(`^${server.baseUrl}/enrol/[0-9a-z]{26}$`))
})

test('a bank’s published file is of no account of ours: nothing is booked, nor to be paid', async () => {
  const file = join(samples, 'postfinance-camt.054.001.08.xml')
  const imported = await admin(dataDir, ['bank', 'import', file])
  expect(imported).toMatchObject({ code: 1, stdout: '' })
  expect(imported.stderr).toContain('an account that is not known')
  expect((await admin(dataDir, splitArgs('bank payments'))).json).toEqual([])
  expect((await admin(dataDir, splitArgs('payouts export'))).json).toEqual({ files: [] })
})

test.each(['ledger verify', 'audit verify'])('%s finds nothing wrong', async (command) => {
  expect(await admin(dataDir, splitArgs(command))).toMatchObject({
    code: 0,
    json: { sound: true, problems: [] },
    stderr: '',
  })
})

test('payouts of an asset are halted for a reason, and resumed', async () => {
  const halted = await admin(dataDir, ['ledger', 'halt', '--asset', 'USD', '--reason', 'a look'])
  expect(halted).toMatchObject({
    code: 0,
    json: { halts: [{ asset: 'USD', reason: 'a look', problems: [] }] },
  })
  const resumed = await admin(dataDir, splitArgs('ledger resume --asset USD'))
  expect(resumed).toMatchObject({ code: 0, json: { halts: [] } })
})

const partner = 'par_00000000000000000000000000'
test.each([
  ['api-key revoke --key key_00000000000000000000000000', 1, 'No key that is still good'],
  [`api-key issue --partner ${partner} --scopes all`, 1, 'No partner has the id'],
  [`enrolment-link create --partner ${partner}`, 1, 'No partner has the id'],
  [`api-key issue --partner ${partner} --scopes entities:own`, 2, 'not a scope: entities:own'],
  ['partner create', 2, '--name is missing'],
  ['sandbox reset', 2, 'Say --yes'],
  ['sandbox reset --yes', 1, 'Corridor is running here'],
])(
  '`%s` ends with code %d and says why, with nothing on standard output',
  async (text, code, why) => {
    const ran = await (code === 2 ? adminProcess : admin)(dataDir, splitArgs(text))
    expect(ran).toMatchObject({ code, stdout: '' })
    expect(ran.stderr).toContain(why)
    expect(ran.stderr).not.toContain('    at ')
  },
)

test('help is on standard output, and no mistake', async () => {
  const ran = await adminProcess(dataDir, ['--help'])
  expect(ran).toMatchObject({ code: 0, stderr: '' })
  expect(ran.stdout).toContain('Usage:')
})

testInFull(
  'a reset of a stopped or killed sandbox leaves nothing but what is not its own',
  async () => {
    const own = await makeServer()
    const reset = (env = {}) => admin(own.dataDir, splitArgs('sandbox reset --yes'), env)
    try {
      mkdirSync(join(own.dataDir, 'bank-files', 'in', 'done'), { recursive: true })
      writeFileSync(join(own.dataDir, 'corridor.env'), 'SEED=none\n')
      writeFileSync(join(own.dataDir, 'notes.txt'), 'mine')
      const killed = await own.start()
      await killed.kill('SIGKILL')
      const node = JSON.parse(readFileSync(join(own.dataDir, 'devchain.json'), 'utf8')) as {
        port: number
      }
      expect(existsSync(join(own.dataDir, 'postgres', 'postmaster.pid'))).toBe(true)
      expect(await answers(node.port)).toBe(true)

      expect((await reset({ ENVIRONMENT: 'live' })).code).toBe(1)
      expect(await reset()).toMatchObject({ code: 0, stderr: '' })
      expect(readdirSync(own.dataDir).toSorted()).toEqual(['corridor.env', 'notes.txt'])
      expect(await answers(node.port)).toBe(false)

      const anew = await own.start()
      expect(anew.apiToken).not.toBe(killed.apiToken)
      await anew.kill('SIGTERM')
      expect(await admin(own.dataDir, splitArgs('partner list'))).toMatchObject({
        code: 0,
        stderr: '',
      })
      expect(await reset()).toMatchObject({ code: 0, stderr: '' })
    } finally {
      await own.remove()
    }
  },
)

testInFull(
  'a reset on an external database server removes our objects there, not the database',
  async () => {
    const foreign = await startForeignServer()
    const DATABASE_URL = foreign.url('postgres')
    const own = await makeServer({ DATABASE_URL })
    const tables = () =>
      withClient(DATABASE_URL, async (client) => {
        const text = `select count(*)::int as n from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`
        return (await client.query<{ n: number }>(text)).rows[0]?.n
      })
    const reset = () => admin(own.dataDir, splitArgs('sandbox reset --yes'), { DATABASE_URL })
    try {
      const first = await own.start()
      expect(await reset()).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('is running'),
      })
      await first.kill('SIGTERM')
      expect(await tables()).toBeGreaterThan(20)
      expect(await reset()).toMatchObject({ code: 0, stderr: '' })
      expect(await tables()).toBe(0)
      expect(readdirSync(own.dataDir)).toEqual(['secrets'])

      const anew = await own.start()
      expect(anew.apiToken).not.toBe(first.apiToken)
    } finally {
      await own.remove()
      await foreign.stop()
    }
  },
)

/** Whether the chain's node listens. */
function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}`, { method: 'POST' }).then(
    () => true,
    () => false,
  )
}
