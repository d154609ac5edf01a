import type { Tx } from '../../db/open.ts'

/** From now on the chain watcher keeps what comes and goes here. */
export const watchAddress = (tx: Tx, chainId: string, address: string) =>
  tx
    .insertInto('watched_address')
    .values({ chain_id: chainId, address: address.toLowerCase() })
    .onConflict((conflict) => conflict.columns(['chain_id', 'address']).doNothing())
    .execute()
