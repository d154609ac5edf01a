import { sql } from 'kysely'
import { expect } from 'vitest'
import type { AnyBody, Bff, Got } from '../process/bff.ts'
import type { Acting } from './acting.ts'

const path = '/api/v1/partner/keys'
const log = '/api/v1/partner/requests'

/** Keys that an owner issues, calls with them as they come over a network, and what the log has of them. */
export function keySite(bff: Bff, owner: () => Acting) {
  const wanted = { name: 'Nightly', scopes: ['entities:read', 'keys:read'], issuedTo: 'program' }
  async function issued(more: object = {}, by: Acting = owner()): Promise<AnyBody> {
    const { status, body } = await by.post(path, { ...wanted, ...more })
    expect([status, body.error]).toEqual([200, undefined])
    return body.data
  }

  /** A key whose reads are logged, too. */
  async function issuedWithReads(more: object = {}): Promise<AnyBody> {
    const key = await issued(more)
    await owner().send('PUT', `${path}/${key.keyId}`, { logReads: true })
    return key
  }

  /** A call of a program as it comes over a network, from an address and perhaps through proxies. */
  async function from(
    address: string,
    key: string,
    { forwarded, url = '/api/v1/xfer/entity', headers = {} }: AnyBody = {},
  ): Promise<Got> {
    const response = await bff.instance.app.all.fetch(
      new Request(`http://localhost${url}`, {
        headers: {
          'x-api-token': key,
          ...(forwarded ? { 'x-forwarded-for': forwarded } : {}),
          ...headers,
        },
      }),
      { incoming: { socket: { remoteAddress: address } } },
    )
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
  const here = '192.0.2.1'
  const reads = async (key: string) => {
    const { status, body } = await from(here, key)
    return status === 200 ? 200 : body.error.code
  }
  const advance = async (interval: string) => {
    await bff.deps.db.asWorker((tx) =>
      sql`select advance_service_clock(${interval}::interval)`.execute(tx),
    )
    bff.deps.wake.notify('sweep')
  }
  const callsOf = async (keyId: string, more = ''): Promise<AnyBody[]> => {
    await bff.instance.app.requestLog.flush()
    return (await owner().get(`${log}?keyId=${keyId}${more}`)).body.data
  }
  return { wanted, issued, issuedWithReads, from, here, reads, advance, callsOf }
}
