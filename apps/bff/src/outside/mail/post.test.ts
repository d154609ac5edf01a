import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import {
  createServer as createSocketServer,
  type AddressInfo,
  type Server,
  type Socket,
} from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import type { Message } from '../../ports/mail.ts'
import { createLivePost, MessageNotSent } from './post.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function listening<S extends Server>(server: S): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(
    () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(resolve)
      }),
  )
  return (server.address() as AddressInfo).port
}

type Got = { headers: IncomingMessage['headers']; method: string | undefined; body: string }

/** A gateway that notes what it is sent. */
async function gateway(answer: (response: ServerResponse) => void) {
  const got: Got[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { headers, method } = request
      got.push({ headers, method, body: Buffer.concat(chunks).toString() })
      answer(response)
    })
  })
  const port = await listening(server)
  return { url: `http://127.0.0.1:${port}/send`, got }
}

const settings = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'corridor@example.com' } as const
const sms: Message = { channel: 'SMS', to: '+442079460000', subject: 'x', text: '1 é “x”' }
const SMS_TOKEN = 'a-token-of-the-gateway'

describe('SMS', () => {
  test('are given to the gateway as JSON, with its token and nothing else', async () => {
    const { url, got } = await gateway((response) => response.writeHead(202).end('queued'))
    await createLivePost({ ...settings, SMS_URL: url, SMS_TOKEN }).send('p', {
      ...sms,
      code: '123456',
      otpId: 'otp_x',
    })
    expect(got).toHaveLength(1)
    expect(got[0]).toMatchObject({
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${SMS_TOKEN}` },
    })
    expect(JSON.parse(got[0]?.body ?? '')).toEqual({ to: sms.to, text: sms.text })
  })

  test.each([400, 404, 429, 500, 503])('are not sent where it answers %i', async (status) => {
    const { url, got } = await gateway((response) => response.writeHead(status).end('{}'))
    const sent = createLivePost({ ...settings, SMS_URL: url, SMS_TOKEN }).send('p', sms)
    await expect(sent).rejects.toThrow(MessageNotSent)
    await expect(sent).rejects.toThrow(String(status))
    expect(got).toHaveLength(1)
  })

  test('follow no redirect: the token stays with the gateway', async () => {
    const other = await gateway((response) => response.writeHead(200).end())
    const { url } = await gateway((response) =>
      response.writeHead(307, { location: other.url }).end(),
    )
    const sent = createLivePost({ ...settings, SMS_URL: url, SMS_TOKEN }).send('p', sms)
    await expect(sent).rejects.toThrow(MessageNotSent)
    expect(other.got).toEqual([])
  })

  test('are not sent where it never answers, hangs up or is not there', async () => {
    const silent = await gateway(() => undefined)
    const rude = await gateway((response) => response.destroy())
    for (const SMS_URL of [silent.url, rude.url, 'http://127.0.0.1:1/send']) {
      const post = createLivePost({ ...settings, SMS_URL, SMS_TOKEN }, 100)
      await expect(post.send('p', sms)).rejects.toThrow(MessageNotSent)
    }
  })

  test.each(['', '442079460000', '+0442079460000', '+44 20 7946 0000', '+44207946000012345', '+1'])(
    'to %j are refused before anybody is asked',
    async (to) => {
      const { url, got } = await gateway((response) => response.writeHead(200).end())
      const sent = createLivePost({ ...settings, SMS_URL: url }).send('p', { ...sms, to })
      await expect(sent).rejects.toThrow(MessageNotSent)
      expect(got).toEqual([])
    },
  )

  test('errors hold neither code nor token nor number', async () => {
    const { url } = await gateway((response) => response.writeHead(500).end())
    const post = createLivePost({ ...settings, SMS_URL: url, SMS_TOKEN })
    const error: unknown = await post.send('p', { ...sms, text: '123456' }).catch((e) => e)
    expect(JSON.stringify([String(error), error])).not.toMatch(/123456|a-token|4420/)
  })
})

/** As much of SMTP as one mail takes. */
function smtpServer(got: string[]) {
  return createSocketServer((socket) => {
    let inData = false
    socket.write('220 test\r\n')
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n')) {
        if (inData && line === '.') {
          inData = false
          socket.write('250 taken\r\n')
        } else if (inData) got.push(line)
        else if (line.startsWith('EHLO')) socket.write('250 test\r\n')
        else if (line === 'DATA') {
          inData = true
          socket.write('354 go on\r\n')
        } else if (line === 'QUIT') socket.end('221 bye\r\n')
        else if (line !== '') {
          got.push(line)
          socket.write('250 ok\r\n')
        }
      }
    })
  })
}

describe('mail', () => {
  const mail: Message = {
    channel: 'EMAIL',
    to: 'ada@example.com',
    subject: 'Your code',
    text: 'x1',
  }

  test('is given to the mail server', async () => {
    const got: string[] = []
    const port = await listening(smtpServer(got))
    await createLivePost({ ...settings, SMTP_URL: `smtp://127.0.0.1:${port}` }).send('p', mail)
    expect(got).toEqual(
      expect.arrayContaining([
        'MAIL FROM:<corridor@example.com>',
        'RCPT TO:<ada@example.com>',
        'Subject: Your code',
        'x1',
      ]),
    )
  })

  test('is not sent where the server is silent or not there', async () => {
    const port = await listening(createSocketServer(() => undefined))
    for (const SMTP_URL of [`smtp://127.0.0.1:${port}`, settings.SMTP_URL]) {
      const post = createLivePost({ ...settings, SMTP_URL }, 100)
      await expect(post.send('p', mail)).rejects.toThrow(MessageNotSent)
    }
  })
})
