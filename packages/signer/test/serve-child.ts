import { Pool } from 'pg'
import { createSigner, rootKeysFromBytes, serveSigner } from '../src/index.ts'
import { random, relyingParty } from './fixtures.ts'

// A test's signer as a process of its own: serves until it is killed.
const [host, database, key = '', path = '', secret = ''] = process.argv.slice(2)
const pool = new Pool({ host, database, user: 'corridor_signer', max: 8, pipeline: true })
let count = 0
const signer = createSigner({
  pool,
  rootKeys: rootKeysFromBytes(Buffer.from(key, 'hex')),
  random,
  ids: (prefix) => `${prefix}_${process.pid}x${(count += 1)}`,
  treasury: () => undefined,
  assets: [],
  relyingParty: () => relyingParty,
  keysOf: () => () => Promise.reject(new Error('no issuer')),
  commonIssuers: [],
})
await serveSigner({ signer, path, secret, isUnavailable: () => false, onError: () => undefined })
process.stdout.write('ready\n')
