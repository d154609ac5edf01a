import { formatId, type HeldReason } from '@corridor/domain'
import type { Tx } from '../../db/open.ts'
import type { DepositRow } from '../../db/schema/rows.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Sender } from '../../records/deposits/sender.ts'
import { keep, type ScreeningContext, type Subject } from './screen.ts'
import { type Senders, sendersIn } from './senders.ts'

type Key = Pick<DepositRow, 'partner_id' | 'id'>

export const depositContext = ({ partner_id, id }: Key): ScreeningContext => ({
  partnerId: partner_id,
  kind: 'deposit',
  id: formatId('dep', id),
})

/** Everybody whom the bank or the chain names of a deposit, by name or by address. */
export function senderSubjects({ sender }: Pick<DepositRow, 'sender'>): Subject[] {
  const {
    name = '',
    ultimateName = '',
    others = [],
    walletAddress = '',
  } = sender as Partial<Sender>
  return [
    ...[name, ultimateName, ...others].flatMap((text) =>
      text === '' ? [] : [{ kind: 'party', name: text } as const],
    ),
    ...(walletAddress === '' ? [] : [{ kind: 'address', address: walletAddress } as const]),
  ]
}

type Held = { held_reason: Exclude<HeldReason, ''>; held_behind: HeldReason }

/**
 * Why a deposit is held that pays nothing: for compliance where its sender is listed, whatever else
 * is the matter, until the operator has decided; then for that.
 * @throws where the sender was not looked up
 */
export async function heldFor(
  tx: Tx,
  deps: Pick<Deps, 'ids'>,
  deposit: DepositRow,
  { reason, senders }: { reason: Exclude<HeldReason, ''>; senders: Senders },
): Promise<Held> {
  const found = sendersIn(senders, senderSubjects(deposit))
  const isListed =
    found !== undefined && (await keep(tx, deps, depositContext(deposit), found)).outcome === 'HIT'
  return isListed
    ? { held_reason: 'COMPLIANCE', held_behind: reason }
    : { held_reason: reason, held_behind: '' }
}

/** Whether the sender of a deposit is on a list. @throws where the sender was not looked up */
export const isListed = (deposit: DepositRow, senders: Senders): boolean =>
  (sendersIn(senders, senderSubjects(deposit))?.report.hits.length ?? 0) > 0
