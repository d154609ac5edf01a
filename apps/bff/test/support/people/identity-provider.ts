import { createServer, request, type Server } from 'node:https'
import type { IncomingMessage, RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { Provider } from 'oidc-provider'
import { createOutbound } from '../../../src/outside/calls/client.ts'
import type { Outbound } from '../../../src/ports/outbound.ts'
import { type Authority, createAuthority } from '../network/certificates.ts'

/** The guarded client as it is, but for one authority more that it trusts. */
export const outboundTrusting = (authority: Authority): Outbound =>
  createOutbound({
    environment: 'sandbox',
    resolve: () => Promise.resolve({ ok: false, failure: { message: 'does not exist' } }),
    ownAddresses: () => Promise.resolve(new Set<string>()),
    clock: () => performance.now(),
    trust: [authority.cert],
  })

export const authority: Authority = createAuthority('Providers')
export const clientId = 'wallet-app'
const redirectUri = 'https://app.example.com/signed-in'

/** A server on loopback whose certificate is of the tests' authority; what it does can be replaced. */
export async function serveSecurely(listener: RequestListener = notFound) {
  const certificate = authority.issue({ names: ['localhost'] })
  const state = { listener }
  const server: Server = createServer(certificate, (incoming, outgoing) => {
    state.listener(incoming, outgoing)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    address: `https://localhost:${port}`,
    answer: (next: RequestListener) => void (state.listener = next),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const notFound: RequestListener = (_incoming, outgoing) => outgoing.writeHead(404).end()

/** A certified provider on loopback, and people who sign in at it. */
export async function startProvider() {
  const server = await serveSecurely()
  await rotate()
  return { issuer: server.address, rotate, signIn, close: server.close }

  /** From now on it signs with a new key, and its key set has no other. */
  async function rotate(): Promise<void> {
    const { privateKey } = await generateKeyPair('ES256', { extractable: true })
    const key: JWK = { ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig' }
    const provider = new Provider(server.address, {
      jwks: { keys: [key] },
      clients: [
        {
          client_id: clientId,
          response_types: ['id_token'],
          grant_types: ['implicit'],
          redirect_uris: [redirectUri],
          token_endpoint_auth_method: 'none',
          id_token_signed_response_alg: 'ES256',
        },
      ],
      cookies: { keys: ['test'] },
      ttl: { Interaction: 60, Session: 60, Grant: 60, IdToken: 300 },
      findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
    })
    server.answer(provider.callback())
  }

  /** The identity token of a person who signs in and agrees, as a browser goes through it. */
  async function signIn(login: string, nonce: string): Promise<string> {
    const cookies = new Map<string, string>()
    const query = new URLSearchParams({
      client_id: clientId,
      response_type: 'id_token',
      scope: 'openid',
      redirect_uri: redirectUri,
      nonce,
    })
    let next: Step = { url: `${server.address}/auth?${query}` }
    for (let step = 0; step < 20; step += 1) {
      const { status, location, body } = await visit(next, cookies)
      if (location?.startsWith(redirectUri)) {
        const token = new URLSearchParams(new URL(location).hash.slice(1)).get('id_token')
        if (token === null) throw new Error(`no token: ${location}`)
        return token
      }
      if (location !== undefined) next = { url: new URL(location, next.url).href }
      else next = filledIn(body, { login, status })
    }
    throw new Error('the sign-in does not end')
  }
}

type Step = { url: string; form?: string }
type Visited = { status: number; location: string | undefined; body: string }

function filledIn(page: string, { login, status }: { login: string; status: number }): Step {
  const url = /<form[^>]* action="([^"]+)"/.exec(page)?.[1]
  const prompt = /name="prompt" value="([^"]+)"/.exec(page)?.[1]
  if (url === undefined || prompt === undefined) throw new Error(`${status}: ${page}`)
  return { url, form: new URLSearchParams({ prompt, login, password: 'any' }).toString() }
}

async function visit({ url, form }: Step, cookies: Map<string, string>): Promise<Visited> {
  const sent = request(url, {
    ca: authority.cert,
    method: form === undefined ? 'GET' : 'POST',
    headers: {
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
  })
  sent.end(form)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const parts: Buffer[] = []
  for await (const part of answer) parts.push(part as Buffer)
  for (const line of answer.headers['set-cookie'] ?? []) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    cookies.set(name, value)
  }
  const { statusCode = 0, headers } = answer
  return { status: statusCode, location: headers.location, body: Buffer.concat(parts).toString() }
}
