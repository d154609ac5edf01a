import type { partners } from '@corridor/contract'
import { formatId, parseId, type Result } from '@corridor/domain'
import { inTwoParts, partOf, success } from '../../api/handlers.ts'
import type { Caller } from '../../api/request/caller.ts'
import { answersFor, type Failure } from '../../api/request/refusal.ts'
import type { Deps } from '../../ports/deps.ts'
import { createLines } from './line/line.ts'
import { walletBalances } from './operational/balance.ts'
import { partnerBody } from './reads/partner.ts'

const valueOrThrow = answersFor({
  FIELD_INVALID: 'This is no partner id.',
})
type Wallet = { token: bigint; native: bigint }
type Read = Result<Wallet, Failure<'PROVIDER_UNAVAILABLE'>>

/** The partner itself, by its id (deprecated) or as `me`; the wallet is read from the chain. */
export function partnerReads(deps: Deps) {
  const lines = createLines(deps)
  const before = async ({ partnerId }: Caller): Promise<Read> => {
    await lines.open(partnerId)
    return walletBalances(deps, partnerId)
  }
  return partOf<typeof partners>()({
    me: inTwoParts({
      before: (_input, caller) => before(caller),
      handle: async (tx, _input, { partnerId, scopes }, wallet) => {
        const body = await partnerBody(tx, deps, partnerId, valueOrThrow(wallet))
        return success({ ...body, scopes: [...scopes].toSorted() }, 'Partner details.')
      },
    }),
    read: inTwoParts({
      // Another id is refused before the chain is asked.
      before: async ({ params }, caller) =>
        params.svcPartnerId === caller.svcPartnerId ? before(caller) : undefined,
      handle: async (tx, { params }, { partnerId }, wallet) => {
        if (parseId('par', params.svcPartnerId) === undefined)
          return valueOrThrow({ ok: false, failure: { code: 'FIELD_INVALID' } })
        if (!wallet || params.svcPartnerId !== formatId('par', partnerId))
          return valueOrThrow({ ok: false, failure: { code: 'PARTNER_NOT_FOUND' } })
        const data = await partnerBody(tx, deps, partnerId, valueOrThrow(wallet))
        return success(data, 'Partner details.')
      },
    }),
  })
}
