import { fail, ok, railName, type TwoNames } from '@corridor/domain'
import type { Caller } from '../../../api/request/caller.ts'
import { detail } from '../../../api/request/refusal.ts'
import { now, type Tx } from '../../../db/open.ts'
import { numberKeyOf } from '../../../outside/payee-check/payee-check.ts'
import type { Deps } from '../../../ports/deps.ts'
import type { CarriedAnswer } from '../../../records/transfers/quote-facts.ts'
import { freshMs, openToken } from '../answers/token.ts'
import { openAccount } from '../external/secrets.ts'
import { findExternal } from '../external/service.ts'

type Request = { payeeCheckToken?: string | undefined; toAccountId: string }

/**
 * The answer of the payee's bank that a request carries: of this partner, this number and this name,
 * and not older than an hour.
 */
export async function carriedCheck(
  tx: Tx,
  { kek }: Pick<Deps, 'kek'>,
  { partnerId }: Caller,
  { payeeCheckToken, toAccountId }: Request,
  countryCode: string | undefined,
) {
  if (payeeCheckToken === undefined) return ok({})
  const carried = openToken(kek, partnerId, payeeCheckToken)
  if (!carried || countryCode === undefined) return invalidCheck()
  const payee = await findExternal(tx, partnerId, toAccountId)
  if (!payee || payee.sealed_account === null) return invalidCheck()
  const account = openAccount(kek, payee, payee.sealed_account)
  const { number, ...answer } = carried
  const isSame =
    number === numberKeyOf({ countryCode, account }) &&
    answer.asked === railName(payee.holder as TwoNames)
  if (!isSame) return invalidCheck()
  const age = (await now(tx)).getTime() - Date.parse(answer.checkedAt)
  if (age >= freshMs) return expiredCheck()
  return ok({ payee: { ...answer, target: payee.id } satisfies CarriedAnswer })
}

export const invalidCheck = () =>
  fail({
    code: 'PAYEE_CHECK_INVALID' as const,
    details: [
      detail(
        'payeeCheckToken',
        'PAYEE_CHECK_INVALID',
        'It was given for another account, another name or another partner, or is no such token.',
      ),
    ],
  })

const expiredCheck = () =>
  fail({
    code: 'PAYEE_CHECK_EXPIRED' as const,
    details: [
      detail('payeeCheckToken', 'PAYEE_CHECK_EXPIRED', 'It was given more than an hour ago.'),
    ],
  })
