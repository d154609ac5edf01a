import type { Tx } from '../../db/open.ts'

export type SimulatedAnswer = 'ACCEPTED' | 'REJECTED' | 'NOT_A_PROVIDER' | 'NONE'
export type SimulatedProvider = { answer: SimulatedAnswer; name: string; reason: string }

export const findProvider = (tx: Tx, partnerId: string, address: string) =>
  tx
    .selectFrom('simulated_provider')
    .select(['answer', 'name', 'reason'])
    .where((eb) => eb.and({ partner_id: partnerId, address: address.toLowerCase() }))
    .executeTakeFirst()

export const setProvider = (
  tx: Tx,
  partnerId: string,
  { address, ...provider }: SimulatedProvider & { address: string },
) =>
  tx
    .insertInto('simulated_provider')
    .values({ partner_id: partnerId, address: address.toLowerCase(), ...provider })
    .onConflict((conflict) => conflict.columns(['partner_id', 'address']).doUpdateSet(provider))
    .execute()
