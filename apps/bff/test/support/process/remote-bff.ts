import type { makeWallet } from '../money/wallets.ts'
import type { Got, Partner } from './bff.ts'

/** The helpers of the wallet tests over HTTP to a process, whichever runs at the moment. */
export function remoteBff(running: () => { baseUrl: string; apiToken: string }) {
  const ask = async (method: string, path: string, body?: unknown): Promise<Got> => {
    const { baseUrl, apiToken } = running()
    const response = await fetch(baseUrl + path, {
      method,
      headers: { 'x-api-token': apiToken, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
  const remote = {
    get first(): Partner {
      return { svcPartnerId: '', apiToken: running().apiToken }
    },
    get: (path: string) => ask('GET', path),
    post: (path: string, body: unknown) => ask('POST', path, body),
  } as unknown as Parameters<typeof makeWallet>[0]
  return { ask, remote }
}
