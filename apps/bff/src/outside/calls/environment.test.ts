import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createAuthority } from '../../../test/support/network/certificates.ts'
import { startReceiver } from '../../../test/support/events/receiver.ts'

const child = new URL('../../../test/support/network/outbound-child.ts', import.meta.url).pathname

test('environment settings that weaken TLS are ignored, and so are proxies', async () => {
  const certificate = createAuthority('Stranger').issue({ names: ['localhost'] })
  const proxy = await startReceiver({ raw: (socket) => socket.end() })
  const plain = await startReceiver({
    http: (incoming, outgoing) => outgoing.end(`host ${incoming.headers.host}`),
  })
  const stranger = await startReceiver({ tls: certificate })
  const old = await startReceiver({
    tls: { ...certificate, minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL@SECLEVEL=0' },
  })
  const ambiguous = await startReceiver({
    raw: (socket) =>
      socket.end(
        'HTTP/1.1 200 OK\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      ),
  })
  const address = `http://127.0.0.1:${proxy.port}`
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      child,
      `http://localhost:${plain.port}/`,
      `https://localhost:${stranger.port}/`,
      `https://localhost:${old.port}/`,
      `http://localhost:${ambiguous.port}/`,
    ],
    {
      env: {
        NODE_OPTIONS: '--insecure-http-parser --tls-min-v1.0 --tls-cipher-list=ALL@SECLEVEL=0',
        NODE_TLS_REJECT_UNAUTHORIZED: '0',
        NODE_USE_ENV_PROXY: '1',
        ...Object.fromEntries(
          ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy'].map(
            (name) => [name, address],
          ),
        ),
      },
    },
  )
  expect(JSON.parse(stdout)).toMatchObject([
    { kind: 'answered', status: 200, body: `host localhost:${plain.port}` },
    { reason: 'TLS', message: expect.stringContaining('unknown authority') },
    { reason: 'TLS', message: expect.stringContaining('no protocol from TLS 1.2 on') },
    { reason: 'BROKEN', message: expect.stringContaining('not HTTP') },
  ])
  expect(proxy.connections()).toBe(0)
  for (const receiver of [proxy, plain, stranger, old, ambiguous]) receiver.close()
})
