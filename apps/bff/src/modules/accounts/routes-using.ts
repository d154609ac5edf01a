import type { Tx } from '../../db/open.ts'
import type { ExternalAccountRow } from './external-store.ts'

/** Written ids of the pay-in routes that forward to an account; there are no routes before pay-in. */
export function routesUsing(
  _tx: Tx,
  _account: Pick<ExternalAccountRow, 'partner_id' | 'id'>,
): Promise<string[]> {
  return Promise.resolve([])
}
