import { describe, expect, test } from 'vitest'
import { Hono } from 'hono'
import { Registry } from 'prom-client'
import { metricsAnswer } from './metrics.ts'
import { createServiceTime } from './service-time.ts'
import { sharedBff } from '../../test/support/process/bff.ts'
import type { Config } from '../config/config.ts'
import { createTransferService } from '../modules/transfers/service.ts'
import { createWalletService } from '../modules/wallets/service.ts'
import { buildApp } from '../start/app.ts'

const token = 'metrics-'.repeat(5)
const bff = sharedBff({ METRICS_TOKEN: token })

type Asked = { address?: string; headers?: Record<string, string> }

const ask = ({ address, headers = {} }: Asked) =>
  bff.instance.app.all.fetch(new Request('http://localhost:8787/metrics', { headers }), {
    incoming: { socket: { remoteAddress: address } },
  })

describe('/metrics', () => {
  test.each(['127.0.0.1', '127.8.0.1', '::1', '::ffff:127.0.0.1'])(
    'answers a program on this machine (%s) without a token',
    async (address) => {
      const answer = await ask({ address })
      expect(answer.status).toBe(200)
      expect(await answer.text()).toContain('http_request_duration_seconds')
    },
  )

  test.each<[string, Asked, number, string?]>([
    ['another machine', { address: '203.0.113.9' }, 401, 'API_KEY_MISSING'],
    ['no connection', {}, 401, 'API_KEY_MISSING'],
    [
      'another machine that claims to be this one',
      { address: '203.0.113.9', headers: { 'x-forwarded-for': '127.0.0.1', host: 'localhost' } },
      401,
      'API_KEY_MISSING',
    ],
    [
      'a proxy on this machine',
      { address: '127.0.0.1', headers: { 'x-forwarded-for': '203.0.113.9' } },
      401,
      'API_KEY_MISSING',
    ],
    [
      'another token',
      { address: '203.0.113.9', headers: { authorization: `Bearer ${token}x` } },
      401,
      'API_KEY_INVALID',
    ],
    ['the token', { address: '203.0.113.9', headers: { authorization: `Bearer ${token}` } }, 200],
  ])('asks for the token of the instance: %s', async (_, asked, status, code) => {
    const answer = await ask(asked)
    expect(answer.status).toBe(status)
    if (code === undefined) return
    expect(await answer.json()).toMatchObject({ success: false, error: { code } })
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  })

  test('is not opened to a trusted proxy on this machine, whatever it leaves out', async () => {
    for (const TRUSTED_PROXY of [['127.0.0.0/8'], ['127.0.0.1', '::1']]) {
      const config = { ...bff.deps.config, TRUSTED_PROXY }
      const app = new Hono().get(
        '/metrics',
        metricsAnswer({ ...bff.deps, config }, () => ({})),
      )
      const env = { incoming: { socket: { remoteAddress: '::ffff:127.0.0.1' } } }
      expect((await app.request('/metrics', {}, env)).status).toBe(401)
    }
  })

  test.each<[string, Partial<Config>]>([
    ['in live', { ENVIRONMENT: 'live' }],
    ['in live with a port of their own', { ENVIRONMENT: 'live', METRICS_PORT: 9100 }],
    ['in the sandbox with a port of their own', { METRICS_PORT: 9100 }],
  ])('are not at the main port %s, whoever asks: 404', async (_, settings) => {
    const config = { ...bff.deps.config, ...settings }
    const deps = { ...bff.deps, config, metrics: new Registry() }
    const services = {
      transfers: createTransferService(deps),
      wallets: createWalletService(deps),
    }
    const serviceTime = await createServiceTime(deps)
    const app = buildApp(deps, services, serviceTime, { isReady: () => true })
    const env = { incoming: { socket: { remoteAddress: '127.0.0.1' } } }
    const headers = { authorization: `Bearer ${token}` }
    const at = (place: Hono) => place.request('/metrics', { headers }, env)
    expect((await at(app.all)).status).toBe(404)
    expect((await app.all.request('/metrics', {}, env)).status).toBe(404)
    expect((await app.all.request('/healthz', {}, env)).status).toBe(200)
    expect((await at(app.metrics)).status).toBe(200)
    expect((await app.metrics.request('/healthz', {}, env)).status).toBe(404)
    app.closeStreams()
    serviceTime.stop()
  })

  test.each(['live', 'sandbox'] as const)('needs a token in %s', async (ENVIRONMENT) => {
    const config = { ...bff.deps.config, ENVIRONMENT, METRICS_TOKEN: undefined }
    const app = new Hono().get(
      '/metrics',
      metricsAnswer({ ...bff.deps, config }, () => ({})),
    )
    const remoteAddress = ENVIRONMENT === 'live' ? '127.0.0.1' : '203.0.113.9'
    const env = { incoming: { socket: { remoteAddress } } }
    for (const headers of [{}, { authorization: 'Bearer any' }])
      expect((await app.request('/metrics', { headers }, env)).status).toBe(401)
  })

  test('is not opened by the key of a partner', async () => {
    const { apiToken } = bff.first
    for (const headers of [{ 'x-api-token': apiToken }, { authorization: `Bearer ${apiToken}` }])
      expect((await ask({ address: '203.0.113.9', headers })).status).toBe(401)
  })
})
