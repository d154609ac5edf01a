// What members are notified by mail: as they chose, not too often, and nothing that others may not read.
import { parseId } from '@corridor/domain'
import { describe, expect, test } from 'vitest'
import { mailDue } from '../src/modules/notifications/mailer.ts'
import { heldDeposit, inbox, noticeSites } from './support/people/notices.ts'
import { type Person, teamOf } from './support/people/team.ts'
import { sharedBff } from './support/process/bff.ts'

// No background work: each test publishes, notifies and mails when it is time to.
const bff = sharedBff({ ROLE: 'web' })
const { rows, end, own: membership } = teamOf(bff)
const site = noticeSites(bff)
const minuteMs = 60_000

describe('mail', () => {
  const at = (minutes: number) => new Date(Date.now() + minutes * minuteMs)
  const mailAt = async (minutes: number) => {
    const deps = { ...bff.deps, realTime: () => at(minutes) }
    // What other tests left behind may be due as well.
    for (let more = true; more;) more = (await mailDue(deps)) === 20
  }
  const settle = async ({ browser }: Person, body: object) =>
    browser.put('/bff/notifications/settings', body)
  let nth = 0
  const address = () => `told-${(nth += 1)}@example.com`

  test('says what happened and leads to it, with no amount, name or reference in it', async () => {
    const { person, failed, mails } = await site()
    const email = address()
    const own = await person('operations', email)
    await failed()
    await mailAt(0)
    const mail = (await mails(email)).find(({ subject }) => subject.includes('failed'))
    const [line] = (await inbox(own)).data
    expect(mail?.subject).toBe('A transfer failed')
    expect(mail?.text).toContain(`/inbox?open=${line?.id}`)
    expect(mail?.text).not.toMatch(/242|GBP|REF-1|exec_/)
  })

  test('one of a kind in ten minutes, then one about all that came; none of what was read', async () => {
    const { person, failed, mailedTo } = await site()
    const email = address()
    const own = await person('operations', email)
    await failed()
    await mailAt(0)
    await failed()
    await failed()
    await mailAt(9)
    expect(await mailedTo(email)).toEqual(['A transfer failed'])
    await mailAt(11)
    expect(await mailedTo(email)).toEqual(['2 transfers failed', 'A transfer failed'])
    await failed()
    await own.browser.post('/bff/notifications/read', { to: 9_007_199_254_740_991 })
    await mailAt(30)
    expect((await mailedTo(email)).length).toBe(2)
  })

  test('as the member chose: other kinds, none at all, and nothing in quiet hours', async () => {
    const { person, failed, happen, notify, mails, mailedTo } = await site()
    const emails = [address(), address(), address()] as const
    const [off, on, quiet] = [
      await person('operations', emails[0]),
      await person('operations', emails[1]),
      await person('operations', emails[2]),
    ]
    await settle(off, { kinds: { transfer_failed: { page: true, mail: false } }, quiet: null })
    await settle(on, { kinds: { deposit_held: { page: false, mail: true } }, quiet: null })
    const clock = (minutes: number) => at(minutes).toISOString().slice(11, 16)
    await settle(quiet, { kinds: {}, quiet: { from: clock(-60), to: clock(60), zone: 'UTC' } })
    await failed()
    await happen(heldDeposit())
    await notify()
    await mailAt(0)
    expect(await mailedTo(emails[0])).toEqual([])
    expect((await mails(emails[1])).map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(['A transfer failed', 'A deposit is held']),
    )
    expect((await inbox(on)).data.map(({ kind }) => kind)).toEqual(['transfer_failed'])
    expect(await mailedTo(emails[2])).toEqual([])
    await mailAt(61)
    expect(await mailedTo(emails[2])).toEqual(['A transfer failed'])
  })

  test('security cannot be switched off, not even by the wire; zones and kinds must exist', async () => {
    const { person } = await site()
    const own = await person('owner')
    const silent = { kinds: { security: { page: false, mail: false } }, quiet: null }
    const saved = (await settle(own, silent)).json() as { kinds: { kind: string }[] }
    expect(saved.kinds.find(({ kind }) => kind === 'security')).toMatchObject({
      isFixed: true,
      page: true,
      mail: true,
    })
    for (const body of [
      { kinds: { nothing: { page: true, mail: true } } },
      { quiet: { from: '22:00', to: '07:00', zone: 'Mars/Base' } },
      { quiet: { from: '25:00', to: '07:00', zone: 'UTC' } },
    ])
      expect((await settle(own, body)).status).toBe(400)
  })

  test('security: a key is mailed here, a lost passkey by the team alone; both stand in the inbox', async () => {
    const { person, happen, notify, mails } = await site()
    const email = address()
    const owner = await person('owner', email)
    await notify()
    const admin = await person('admin')
    const passkey = (await membership(admin)).passkeys[0]?.passkeyId
    await rows(
      `insert into member_passkey (partner_id, member_id, credential_id, name, public_key, sign_count,
         transports, aaguid, backup_eligible, backed_up, created_at)
       select partner_id, member_id, 'x' || credential_id, 'Second', public_key, 0, transports, aaguid,
         false, false, now() from member_passkey where id = $1`,
      [parseId('pk', passkey ?? '')],
    )
    const path = `/team/members/${admin.memberId}/passkeys/${passkey}`
    expect((await end(owner, path)).status).toBe(200)
    await happen({
      category: 'api_key',
      type: 'created',
      status: 'issued',
      object: { keyId: 'key_2', actor: owner.memberId },
      subject: { kind: 'api_key', id: 'key_2', version: 1 },
    })
    await notify()
    expect((await inbox(owner)).data.map(({ text }) => text)).toEqual(
      expect.arrayContaining(['A new API key was created', 'A passkey was removed']),
    )
    await mailAt(0)
    const subjects = (await mails(email)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject.includes('passkey'))).toEqual([])
    expect(subjects.some((subject) => subject.includes('API key'))).toBe(true)
  })

  test('never goes to a removed member, nor to a role that may not read it any more', async () => {
    const { person, failed, partnerId, mailedTo } = await site()
    const emails = [address(), address()] as const
    const owner = await person('owner')
    const [gone] = [await person('operations', emails[0]), await person('operations', emails[1])]
    await failed()
    expect((await end(owner, `/team/members/${gone.memberId}`)).status).toBe(200)
    await rows(`update notification set scope = 'transfers:approve' where partner_id = $1`, [
      partnerId,
    ])
    await mailAt(0)
    expect([await mailedTo(emails[0]), await mailedTo(emails[1])]).toEqual([[], []])
  })

  test('a mail server that fails is asked again, later each time', async () => {
    const { person, failed, mailedTo } = await site()
    const email = address()
    await person('operations', email)
    await failed()
    const post = { send: () => Promise.reject(new Error('no server')) }
    while ((await mailDue({ ...bff.deps, post })) === 20);
    await mailAt(1)
    expect(await mailedTo(email)).toEqual([])
    await mailAt(10)
    expect(await mailedTo(email)).toEqual(['A transfer failed'])
  })
})
