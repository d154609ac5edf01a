import { createSigner, rootKeysFromBytes, type Signer } from '@corridor/signer'
import { v7 as uuidV7 } from 'uuid'
import type { ChainLab } from './chain-lab.ts'

/** A signer with a root key of its own, on the lab's database. */
export function openLabSigner({ deps, link }: Pick<ChainLab, 'deps' | 'link'>): Signer {
  const { db, random } = deps
  return createSigner({
    pool: db.signerPool,
    rootKeys: rootKeysFromBytes(random(32)),
    random,
    ids: () => uuidV7(),
    treasury: () => link.treasury.address,
    assets: [],
    relyingParty: () => ({ rpId: 'localhost', origins: [] }),
    keysOf: () => () => Promise.reject(new Error('no network in this lab')),
    commonIssuers: [],
  })
}
