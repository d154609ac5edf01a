import type { Notification } from '../../../api/queries/inbox.ts'
import { liquidityPaths } from '../../../routing/liquidity-paths.ts'
import { paths } from '../../../routing/paths.ts'

/** Where a kind's records are listed, for lines that tell of several. */
const lists: Record<string, string> = {
  transfer_failed: `${paths.transfers}?status=FAILED`,
  transfer_review: `${paths.transfers}?status=IN_REVIEW`,
  deposit_held: paths.heldDeposits,
  kyc: paths.kycQueue,
  liquidity: paths.liquidity,
}

const records: Record<string, (id: string) => string> = {
  transfer: (id) => paths.transfer(id),
  deposit: (id) => paths.payinDeposit(id),
  kyc: (id) => paths.entity(id, 'kyc'),
  entity: (id) => paths.entity(id),
  approval: (id) => paths.approval(id),
  webhook: (id) => paths.webhooks(undefined, id === 'webhook' ? undefined : id),
  reserve: (id) => liquidityPaths.reserveFrame(id),
  liquidity_transaction: (id) => liquidityPaths.drawing(id),
  partner: () => liquidityPaths.limits,
  api_key: (id) => paths.apiKey(id),
  member: () => paths.team,
  export: () => paths.transfers,
}

/** Where a line leads: to its record, or to the list of several. */
export function leadOf({ kind, count, subject }: Notification): string {
  const list = count > 1 ? lists[kind] : undefined
  return list ?? records[subject.kind]?.(subject.id) ?? paths.inbox
}
