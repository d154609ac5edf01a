import { createSigner, rootKeyFromBytes, type Signer } from '@corridor/signer'
import { v7 as uuidV7 } from 'uuid'
import type { ChainLab } from './chain-lab.ts'

/** A signer with a root key of its own, on the lab's database. */
export function openLabSigner({ deps, link }: Pick<ChainLab, 'deps' | 'link'>): Signer {
  const { db, random } = deps
  return createSigner({
    pool: db.signerPool,
    rootKey: rootKeyFromBytes(random(32), random),
    random,
    ids: () => uuidV7(),
    treasury: () => link.treasury.address,
    relyingParty: () => ({ rpId: 'localhost', origins: [] }),
    oidcIssuers: () => [],
  })
}
