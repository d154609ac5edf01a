import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { expectEventsPublished, historyOf } from '../../../../test/support/events/published.ts'
import { act, makeEntity } from '../../../../test/support/money/wallets.ts'
import { signingIn, target } from '../../../../test/support/people/signing-in.ts'
import { ownBff, type AnyBody } from '../../../../test/support/process/bff.ts'
import { withClient } from '../../../db/server/server.ts'
import { createLivePost } from '../../../outside/mail/post.ts'

const bff = ownBff()
const { outbox, initiate, start, advance, addMethod, newOwner, codeOf, path } = signingIn(bff)

describe('a session that a code opened', () => {
  test('is announced to the owner by e-mail once, without a code, before the answer is there', async () => {
    const owner = await newOwner()
    const { otpId, otpCode } = await codeOf(owner)
    const opened = await start(owner.entityId, { ...target(), otpId, otpCode })
    expect(opened.status).toBe(200)
    const subject = 'A session was opened for your wallets'
    const mails = await outbox(`to=${owner.recorded}`)
    // Other mails to the owner are sent after their answers, so they may come in between.
    const [mail, ...others] = mails.filter((each) => each.subject === subject)
    expect(mail).toMatchObject({ channel: 'EMAIL', entityId: owner.entityId })
    expect(mail?.text).toContain('15 minutes')
    expect(mail).not.toHaveProperty('code')
    expect(mail).not.toHaveProperty('otpId')
    expect(mail?.text).not.toMatch(/\d{5,}/)
    expect(others).toEqual([])
    // Whoever takes the newest message to the address that signs in still finds the newest code.
    const again = await codeOf(owner)
    const [withCode] = (await outbox(`to=${owner.contact}`)).filter(({ code }) => code)
    expect(withCode).toMatchObject({ otpId: again.otpId, code: again.otpCode })
  })

  test('is there all the same where the mail server is not', async () => {
    const owner = await newOwner()
    const { otpId, otpCode } = await codeOf(owner)
    const { post } = bff.deps
    Object.assign(bff.deps, { post: { send: () => Promise.reject(new Error('no mail server')) } })
    const opened = await start(owner.entityId, { ...target(), otpId, otpCode })
    Object.assign(bff.deps, { post })
    expect(opened.status).toBe(200)
  })
})

describe('codes by SMS', () => {
  const gatewayGot: AnyBody[] = []
  let answer = 202
  const gateway = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      gatewayGot.push(JSON.parse(text))
      response.writeHead(answer).end()
    })
  })
  const listening = new Promise<string>((resolve) =>
    gateway.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(gateway.address() as AddressInfo).port}/sms`),
    ),
  )
  afterAll(() => gateway.close())

  /** With the gateway of a live instance in place of the sandbox's mailbox. */
  async function throughGateway<T>(work: () => Promise<T>): Promise<T> {
    const { post } = bff.deps
    const settings = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@example.com' } as const
    Object.assign(bff.deps, { post: createLivePost({ ...settings, SMS_URL: await listening }) })
    try {
      return await work()
    } finally {
      Object.assign(bff.deps, { post })
    }
  }
  const byNumber = (contact: string) => ({ otpType: 'OTP_TYPE_SMS', contact })

  test('200: registered, asked for and sent in one spelling, whatever the request has', async () => {
    const entityId = await makeEntity(bff)
    const phoneNumber = '+44 (0)20 7946 0958'
    await bff.post(path(entityId, 'register-auth'), { authType: 'SMS_Auth', phoneNumber })
    const sent = await throughGateway(() => initiate(entityId, byNumber('+44-20-79460958')))
    expect([sent.status, sent.body.data.channel]).toEqual([200, 'SMS'])
    const message = gatewayGot.at(-1)
    expect(message).toEqual({ to: '+442079460958', text: expect.stringMatching(/^\d{6} is your/) })
    const { otpId } = sent.body.data
    const otpCode = message.text.slice(0, 6)
    const opened = await start(entityId, { ...target(), otpId, otpCode })
    expect(opened.status).toBe(200)
    const { body } = await bff.get(path(entityId, 'details'))
    expect(body.data.authMethods).toMatchObject([{ authType: 'SMS_Auth', status: 'ACTIVE' }])
    const notices = await outbox('channel=SMS&to=%2B442079460958')
    expect(notices).toEqual([])
  })

  test('503: the gateway refuses or is gone; the send counts, the next try is another code', async () => {
    const entityId = await makeEntity(bff)
    const phoneNumber = '+442079460959'
    await bff.post(path(entityId, 'register-auth'), { authType: 'SMS_Auth', phoneNumber })
    answer = 500
    const refused = await throughGateway(() => initiate(entityId, byNumber(phoneNumber)))
    answer = 202
    expect([refused.status, refused.body.error.code]).toEqual([503, 'PROVIDER_UNAVAILABLE'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const failed = gatewayGot.at(-1).text.slice(0, 6)
    const sent = await throughGateway(() => initiate(entityId, byNumber(phoneNumber)))
    expect(sent.status).toBe(200)
    const { otpId } = sent.body.data
    if (gatewayGot.at(-1).text.slice(0, 6) !== failed) {
      const old = await start(entityId, { ...target(), otpId, otpCode: failed })
      expect(old.body.error.code).toBe('OTP_INVALID')
    }
    expect((await initiate(entityId, byNumber(phoneNumber))).status).toBe(200)
    expect((await initiate(entityId, byNumber(phoneNumber))).status).toBe(429)
  })

  test('503: no mail server', async () => {
    const owner = await newOwner()
    const refused = await throughGateway(() => initiate(owner.entityId))
    expect([refused.status, refused.body.error.code]).toEqual([503, 'PROVIDER_UNAVAILABLE'])
  })

  test.each(['123', '+4420', '07946 0958', 'ada@example.com'])(
    '400: %s is no number with its country',
    async (contact) => {
      const refused = await initiate(await makeEntity(bff), byNumber(contact))
      expect([refused.status, refused.body.error.details[0]]).toMatchObject([
        400,
        { path: 'contact', code: 'FIELD_INVALID' },
      ])
    },
  )

  test('429: the partner’s SMS of an hour are used up; the partner is notified once, e-mail goes on', async () => {
    const { SMS_PER_HOUR } = bff.deps.config
    await advance(3601)
    Object.assign(bff.deps.config, { SMS_PER_HOUR: 2 })
    try {
      const entityIds: string[] = []
      for (const last of [1, 2, 3, 4]) {
        const entityId = await makeEntity(bff)
        const phoneNumber = `+44207946097${last}`
        await bff.post(path(entityId, 'register-auth'), { authType: 'SMS_Auth', phoneNumber })
        entityIds.push(entityId)
      }
      const answers = []
      for (const entityId of entityIds)
        answers.push(await initiate(entityId, { otpType: 'OTP_TYPE_SMS' }))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 429, 429])
      expect(Number(answers[2]?.headers.get('retry-after'))).toBeGreaterThan(3500)
      const mails = () =>
        historyOf(bff).then((events) =>
          events.filter(({ eventStatus }) => eventStatus === 'sms_limit_reached'),
        )
      await expect.poll(mails).toHaveLength(1)
      expect((await mails())[0]).toMatchObject({
        eventCategory: 'wallet',
        eventType: 'action_required',
        eventObject: { entityId: entityIds[2] },
      })
      const owner = await newOwner()
      expect((await initiate(owner.entityId)).status).toBe(200)
      // Nothing is sent to an unknown number: it costs nothing, and its answer is the same.
      const unknown = await initiate(owner.entityId, byNumber('+442079460999'))
      expect(unknown.status).toBe(200)
      await advance(3601)
      expect((await initiate(entityIds[3] ?? '', { otpType: 'OTP_TYPE_SMS' })).status).toBe(200)
    } finally {
      Object.assign(bff.deps.config, { SMS_PER_HOUR })
    }
  })
})

test('429: ten wrong codes block the channel; the owner and the partner are notified once', async () => {
  const owner = await newOwner()
  const { entityId, contact, recorded } = owner
  const phoneNumber = '+442079460987'
  await addMethod(owner, { authType: 'SMS_Auth', phoneNumber })
  const sms = await initiate(entityId, { otpType: 'OTP_TYPE_SMS' })
  const [byPhone] = await outbox('channel=SMS&to=%2B442079460987&limit=1')
  const signedIn = await start(entityId, {
    ...target(),
    otpId: sms.body.data.otpId,
    otpCode: byPhone.code,
  })
  expect(signedIn.status).toBe(200)
  const code = await codeOf(owner)
  const first = await start(entityId, { ...target(), otpId: code.otpId, otpCode: code.otpCode })
  expect(first.status).toBe(200)

  for (const tries of [3, 3, 3, 1]) {
    await advance(601)
    const { otpId } = await codeOf(owner)
    for (let tried = 0; tried < tries; tried++) {
      const answer = await start(entityId, { ...target(), otpId, otpCode: 'WRONG1' })
      expect([answer.status, answer.body.error.code]).toEqual([401, 'OTP_INVALID'])
    }
  }
  const blocked = await initiate(entityId)
  expect([blocked.status, blocked.body.error.code]).toEqual([429, 'RATE_LIMITED'])
  expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(80_000)

  const subject = 'Codes for your wallets are blocked'
  for (const query of [`to=${recorded}`, `to=${contact}`, 'to=%2B442079460987']) {
    const mails = (await outbox(query)).filter((message) => message.subject === subject)
    expect(mails).toHaveLength(1)
    expect(mails[0]).not.toHaveProperty('code')
    expect(mails[0].text).not.toMatch(/\d{5,}/)
  }
  const events = () =>
    historyOf(bff).then((all) =>
      all.filter(
        ({ eventStatus, eventObject }) =>
          eventStatus === 'otp_blocked' && eventObject.entityId === entityId,
      ),
    )
  await expect.poll(events).toHaveLength(1)
  expect((await events())[0]).toMatchObject({
    eventType: 'action_required',
    eventObject: { channel: 'EMAIL' },
  })
  // The other channel and the key still work.
  expect((await initiate(entityId, { otpType: 'OTP_TYPE_SMS' })).status).toBe(200)
  expect((await act(bff, owner, 'create-wallet', { walletName: 'Open' })).status).toBe(200)
})

test('500: records of codes that were tampered with; the owner signs by the other methods', async () => {
  const owner = await newOwner()
  const { entityId } = owner
  const { otpId, otpCode } = await codeOf(owner)
  await withClient(bff.adminUrl, (admin) =>
    admin.query(
      `update signer.otp_state set state = replace(state, '"attempts":0', '"attempts":-9')
        where name = $1`,
      [`codes|${entityId}|EMAIL`],
    ),
  )
  const refused = await start(entityId, { ...target(), otpId, otpCode })
  expect([refused.status, refused.body.error.code]).toEqual([500, 'INTERNAL'])
  expect((await initiate(entityId)).status).toBe(500)
  expect((await act(bff, owner, 'create-wallet', { walletName: 'Mine' })).status).toBe(200)
})

test('events of codes are in the catalogue, each state following the previous one', async () => {
  await expectEventsPublished(bff, {
    'wallet.action_required': 'otp_blocked sms_limit_reached',
  })
})
