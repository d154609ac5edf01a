// What members are notified: who sees it, once each, and in bursts.
import { formatId, parseId } from '@corridor/domain'
import { v7 as uuidV7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { withClient } from '../src/db/server/server.ts'
import { notifyWindow } from '../src/modules/notifications/notifier.ts'
import { publishBatch } from '../src/records/events/publisher.ts'
import { aFailure, heldDeposit, inbox, noticeSites, unread } from './support/people/notices.ts'
import { type Person, refused, teamOf } from './support/people/team.ts'
import { sharedBff } from './support/process/bff.ts'

// No background work: each test publishes and notifies when it is time to.
const bff = sharedBff({ ROLE: 'web' })
const { rows } = teamOf(bff)
const site = noticeSites(bff)

describe('the inbox', () => {
  test('200: reports a failed transfer with its amount, and leads to it; read once, it is read', async () => {
    const { person, failed } = await site()
    const [own, other] = [await person('operations'), await person('viewer')]
    const executionId = await failed()
    const { data, unread: count } = await inbox(own)
    expect(data).toMatchObject([
      {
        kind: 'transfer_failed',
        text: 'A transfer of 242.32 GBP failed',
        unread: 1,
        subject: { kind: 'transfer', id: executionId },
      },
    ])
    expect(count).toBe(1)
    const opened = await own.browser.post(`/bff/notifications/${data[0]?.id}/read`)
    expect(opened.json()).toMatchObject({ subject: { id: executionId }, unread: 0 })
    expect([await unread(own), await unread(other)]).toEqual([0, 1])
  })

  test('401: without a session; 404: another team’s notice, an id that is none', async () => {
    const [first, two] = [await site(), await site()]
    const [own, stranger] = [await first.person('owner'), await two.person('owner')]
    await first.failed()
    const [line] = (await inbox(own)).data
    for (const id of [line?.id, uuidV7(), 'x'])
      expect(refused(await stranger.browser.post(`/bff/notifications/${id}/read`))).toEqual([
        404,
        'RECORD_NOT_FOUND',
      ])
    expect(await inbox(stranger)).toEqual({ data: [], next: null, unread: 0 })
    own.browser.cookies.clear()
    for (const path of ['', '/unread', '/settings'])
      expect((await own.browser.get(`/bff/notifications${path}`)).status).toBe(401)
  })

  test('is read up to what was shown; what came meanwhile stays unread', async () => {
    const { person, failed, happen, notify } = await site()
    const own = await person('operations')
    await failed()
    const to = (await inbox(own)).data[0]?.place
    await happen(heldDeposit())
    await notify()
    const left = await own.browser.post('/bff/notifications/read', { to })
    expect(left.json()).toEqual({ unread: 1 })
    expect((await inbox(own, '?unread=true')).data.map(({ kind }) => kind)).toEqual([
      'deposit_held',
    ])
    const past = await own.browser.post('/bff/notifications/read', { to: 9_007_199_254_740_991 })
    expect(past.json()).toEqual({ unread: 0 })
    await failed()
    expect(await unread(own)).toBe(1)
  })

  test('a burst is one line that counts records, and grows; kinds can be picked', async () => {
    const { person, failed, happen, notify } = await site()
    const own = await person('operations')
    const again = heldDeposit()
    await happen(again, ...Array.from({ length: 40 }, heldDeposit), again)
    await notify()
    await failed()
    const { data } = await inbox(own)
    expect(data.map(({ text }) => text)).toEqual([
      'A transfer of 242.32 GBP failed',
      '41 deposits are held',
    ])
    await own.browser.post(`/bff/notifications/${data[1]?.id}/read`)
    await happen(heldDeposit())
    await notify()
    const [grown] = (await inbox(own, '?kind=deposit_held')).data
    expect(grown).toMatchObject({ id: data[1]?.id, count: 42, unread: 1 })
  })

  test('pages go on where the one before ended', async () => {
    const { person, happen, notify } = await site()
    const own = await person('owner')
    const limit = {
      category: 'limits',
      type: 'action_required',
      status: 'exceeded',
      object: { limit: {}, used: {} },
      subject: { kind: 'partner', id: 'par_1', version: 1 },
    } as const
    await happen(...Array.from({ length: 53 }, () => limit))
    await notify()
    const first = await inbox(own, '?kind=limits')
    const second = await inbox(own, `?kind=limits&before=${first.next}`)
    expect([first.data.length, second.data.length, second.next]).toEqual([50, 3, null])
    expect(new Set([...first.data, ...second.data].map(({ id }) => id)).size).toBe(53)
  })

  test('a role that lost a right sees it no more; who joins later sees nothing from before', async () => {
    const { person, happen, notify, partnerId } = await site()
    const own = await person('owner')
    await happen({
      category: 'api_key',
      type: 'created',
      status: 'issued',
      object: { keyId: 'key_1', actor: 'mem_1' },
      subject: { kind: 'api_key', id: 'key_1', version: 1 },
    })
    await notify()
    expect((await inbox(own)).data.map(({ text }) => text)).toContain('A new API key was created')
    const later = await person('admin')
    expect((await inbox(later)).data).toEqual([])
    await rows(`update member set role = 'viewer' where partner_id = $1`, [partnerId])
    expect((await inbox(own)).data).toEqual([])
  })

  test('what was asked is announced to those who may decide and not to who asked; the decision to them', async () => {
    const { person, partnerId, happen, notify } = await site()
    const [maker, decider, viewer] = [
      await person('treasury'),
      await person('treasury'),
      await person('viewer'),
    ]
    const id = uuidV7()
    await rows(
      `insert into approval_request (partner_id, id, operation, subject_kind, subject_id, summary,
         shown, status, maker, maker_person, content_hash, because, needs, policy_version,
         expires_at, created_at, updated_at, version)
       values ($1, $2, 'wallets.setPolicy', 'wallet', 'w1', 'x', '{}', 'REQUESTED', '{}', $3, '\\x00',
         '[]', '[{"count":1,"from":["role:treasury"]}]', 1, now() + interval '1 day', now(), now(), 1)`,
      [partnerId, id, maker.memberId],
    )
    const approvalId = formatId('apr', id)
    const about = (type: 'action_required' | 'transitioned', status: string) =>
      ({
        category: 'approval',
        type,
        status,
        object: {
          approvalId,
          operation: 'wallets.setPolicy',
          subject: { kind: 'wallet', id: 'w1' },
        },
        subject: { kind: 'approval', id: approvalId, version: 1 },
      }) as const
    await happen(about('action_required', 'requested'), about('transitioned', 'approved'))
    await notify()
    const texts = async (item: Person) => (await inbox(item)).data.map(({ text }) => text)
    expect(await texts(decider)).toEqual(['Your approval is needed'])
    expect(await texts(maker)).toEqual(['Your request was approved'])
    expect(await texts(viewer)).toEqual([])

    // A question is sent to who asked for the operation; its answer to who asked the question alone.
    const other = await person('treasury')
    const question = uuidV7()
    await rows(
      `insert into approval_question (partner_id, id, request_id, member_id, text, asked_at)
       values ($1, $2, $3, $4, 'Why?', now())`,
      [partnerId, question, id, parseId('mem', decider.memberId)],
    )
    const eventOf = (what: 'asked' | 'answered') => ({
      ...about('action_required', 'requested'),
      changes: { questionId: formatId('rfi', question), question: what },
    })
    await happen(eventOf('asked'), eventOf('answered'))
    await notify()
    expect((await texts(maker))[0]).toBe('A colleague has a question about your request')
    expect((await texts(decider))[0]).toBe('Your question about a request was answered')
    expect(await texts(other)).not.toContain('Your question about a request was answered')
  })
})

describe('notifying', () => {
  test('a process that dies in between loses nothing and announces nothing twice', async () => {
    const { person, partnerId, happen, notify } = await site()
    const own = await person('operations', 'crash@example.com')
    await happen(...Array.from({ length: 3 }, aFailure))
    await withClient(bff.deps.db.urls.worker, publishBatch)
    const dying = {
      ...bff.deps,
      ids: {
        ...bff.deps.ids,
        uuid: () => {
          throw new Error('power cut')
        },
      },
    }
    await expect(notifyWindow(dying, partnerId)).rejects.toThrow('power cut')
    expect((await inbox(own)).data).toEqual([])
    await notify()
    expect((await inbox(own)).data).toMatchObject([{ count: 3 }])
    // A leader that did not see the other's cursor.
    await rows('update notification_cursor set sequence = 0 where partner_id = $1', [partnerId])
    await Promise.all([notify(), notify()])
    const [{ count } = { count: 0 }] = await rows(
      `select count(*)::int as count from notification where partner_id = $1 and kind = $2`,
      [partnerId, 'transfer_failed'],
    )
    expect(count).toBe(3)
  })
})
