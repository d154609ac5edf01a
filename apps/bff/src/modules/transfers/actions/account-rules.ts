import { fail, ok } from '@corridor/domain'
import { detail } from '../../../api/request/refusal.ts'
import type { Tx } from '../../../db/open.ts'
import type { ExternalAccountRow, TransferRow } from '../../../db/schema/rows.ts'
import type { Deps } from '../../../ports/deps.ts'
import { accountParty, type Party, walletOf } from '../../../records/transfers/parties.ts'
import { alsoFoundBy } from '../../../records/transfers/new-transfer.ts'
import { lockAccount } from '../../accounts/external/store.ts'

/** Whether an account can take the place of the one that a transfer names, on either side. */
export function accountRules({ jurisdictions }: Pick<Deps, 'jurisdictions'>) {
  return { usable, payeeOf }

  async function usable(
    tx: Tx,
    held: TransferRow,
    side: 'from' | 'to',
    accountId: string | undefined,
    path: string,
  ) {
    const account = accountId && (await lockAccount(tx, held.partner_id, accountId))
    const entityId = side === 'from' ? held.from_entity_id : held.to_entity_id
    if (!account || account.entity_id !== entityId)
      return fail({
        code: 'ACCOUNT_NOT_FOUND',
        details: [detail(path, 'ACCOUNT_NOT_FOUND', 'This customer has no such account.')],
      })
    const [jurisdictionId, currency] =
      side === 'from'
        ? [held.jurisdiction_in, held.currency_in]
        : [held.jurisdiction_out, held.currency_out]
    const wanted = jurisdictions.byId(jurisdictionId)
    const actual = jurisdictions.byId(account.jurisdiction_id)
    const isSameChain = wanted?.type !== 'blockchain' || wanted.id === actual?.id
    if (actual?.currency !== currency || actual.type !== wanted?.type || !isSameChain)
      return fail({
        code: 'ACCOUNT_TYPE_NOT_ALLOWED',
        details: [
          detail(path, 'ACCOUNT_TYPE_NOT_ALLOWED', `The account must take ${currency}.`, {
            allowed: [currency],
          }),
        ],
      })
    if (account.status !== 'ENABLED')
      return fail({
        code: 'CORRIDOR_UNAVAILABLE',
        details: [detail(path, 'CORRIDOR_UNAVAILABLE', `The account is ${account.status}.`)],
      })
    return ok(account)
  }

  function payeeOf(held: TransferRow, account: ExternalAccountRow): Partial<TransferRow> {
    const jurisdiction = jurisdictions.byId(account.jurisdiction_id)
    const { fullName, latinName, email } = held.to_party as Party
    const rail = account.rails.includes(held.rail_out) ? held.rail_out : ''
    const party = accountParty(account, {
      fullName,
      latinName,
      email,
      jurisdiction: jurisdiction?.name ?? '',
    })
    const found = [party.fullName, party.latinName ?? '', walletOf(party)].join(' ').trim()
    return {
      search_text: alsoFoundBy(held, found),
      to_account_id: account.id,
      jurisdiction_out: account.jurisdiction_id,
      rail_out: rail,
      to_party: party,
    }
  }
}
