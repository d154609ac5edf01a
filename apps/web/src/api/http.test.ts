import { afterEach, expect, test, vi } from 'vitest'
import { send, sendRenewing } from './http.ts'

afterEach(() => vi.unstubAllGlobals())

const ended = () =>
  Response.json({ error: { code: 'STAFF_SESSION_ENDED', message: 'Ended.' } }, { status: 401 })

test('what is under way while a passkey renews the session is sent again, not taken for signed out', async () => {
  const renewed = Promise.withResolvers<Response>()
  const answers = [ended(), Response.json({ fresh: true })]
  vi.stubGlobal('fetch', (url: string) =>
    url === '/bff/renew' ? renewed.promise : Promise.resolve(answers.shift()),
  )
  const renewal = sendRenewing({ method: 'POST', path: '/renew' }, {})
  const reading = send({ method: 'GET', path: '/read' })
  await new Promise((resolve) => setTimeout(resolve, 5))
  renewed.resolve(Response.json({ ok: true }))
  expect(await renewal).toEqual({ ok: true })
  expect(await reading).toEqual({ fresh: true })
})

test('a session that has ended stays ended', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(ended()))
  const error = { code: 'STAFF_SESSION_ENDED' }
  await expect(send({ method: 'GET', path: '/read' })).rejects.toMatchObject(error)
  await expect(sendRenewing({ method: 'POST', path: '/renew' }, {})).rejects.toMatchObject(error)
})
