import type { InputOf, payinRoutes } from '@corridor/contract'
import { formatId, parseId, toText } from '@corridor/domain'
import { now, type Tx } from '../../db/open.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Asked, AskedOf } from '../../records/approvals/asked.ts'
import { dollarsOf } from '../../records/approvals/dollars.ts'
import { payeeOf } from '../../records/approvals/payees.ts'
import { teleportIdOf } from '../../records/payin-routes/record.ts'
import * as routes from '../../records/payin-routes/store.ts'
import { type DepositRecord, findDeposit } from './deposits/store.ts'

type Parts = Pick<Deps, 'rates'>
type Body<N extends keyof typeof payinRoutes> = Pick<InputOf<(typeof payinRoutes)[N]>, 'body'>

/** What routes and decisions about deposits would do, for the partner's policy. */
export const payinRouteFacts = (deps: Parts) => ({
  'payinRoutes.create': create,
  'payinRoutes.update': update,
  'payinRoutes.toggle': toggle,
  'payinRoutes.resolve': resolveFacts(deps),
})

const create: AskedOf<Body<'create'>> = async (tx, { body }, { partnerId }) => {
  const fundingId = parseId('fund', body.fundingAccountId)
  const accountId = parseId('acc', body.externalAccountId)
  if (!fundingId || !accountId) return undefined
  // It is there already: nothing new would be made.
  if (await routes.findSame(tx, partnerId, { fundingId, accountId })) return undefined
  return destinationOf(tx, partnerId, {
    subject: { kind: 'funding_account', id: body.fundingAccountId },
    accountId,
    said: 'Forward what this account takes in',
    bound: { kind: 'create' },
  })
}

const update: AskedOf<Body<'update'>> = async (tx, { body }, { partnerId }) => {
  const id = parseId('tele', body.teleportId)
  const accountId = parseId('acc', body.externalAccountId)
  const route = id && (await routes.findRoute(tx, partnerId, id))
  if (!route || !accountId || route.external_account_id === accountId) return undefined
  return destinationOf(tx, partnerId, {
    subject: { kind: 'payin', id: teleportIdOf(route) },
    accountId,
    said: 'Send new deposits of this route',
    bound: {
      kind: 'update',
      before: route.external_account_id,
      version: route.destination_version,
    },
  })
}

/** Switching off moves no money, so nobody has to agree. */
const toggle: AskedOf<Body<'toggle'>> = async (tx, { body }, { partnerId }) => {
  const id = parseId('tele', body.teleportId)
  const route = id && (await routes.findRoute(tx, partnerId, id))
  if (!route || route.status === 'active' || body.routeStatus === 'inactive') return undefined
  return destinationOf(tx, partnerId, {
    subject: { kind: 'payin', id: teleportIdOf(route) },
    accountId: route.external_account_id,
    said: 'Switch this route on again, which sends deposits',
    bound: { kind: 'toggle', version: route.destination_version },
  })
}

type Destination = Pick<Asked, 'subject' | 'bound'> & { accountId: string; said: string }

async function destinationOf(
  tx: Tx,
  partnerId: string,
  { subject, accountId, said, bound }: Destination,
): Promise<Asked> {
  const payee = await payeeOf(tx, partnerId, accountId)
  const account = formatId('acc', accountId)
  return {
    subject,
    summary: `${said} to ${payee.name || account}.`,
    payee,
    destination: account,
    destinations: [account],
    bound: { ...bound, payee: payee.id, account },
  }
}

/** To leave a deposit where it is is nobody's business but one's own. */
const resolveFacts =
  (deps: Parts): AskedOf<Body<'resolve'>> =>
  async (tx, { body }, { partnerId }) => {
    const id = parseId('dep', body.depositId)
    const held = id && (await findDeposit(tx, partnerId, id))
    if (!held || body.action === 'HOLD' || held.status !== 'HELD') return undefined
    const { payee, destination } = await targetOf(tx, partnerId, held, body)
    const value = toText(held.amount, held.scale)
    const { currency, scale, amount: minor } = held
    const verb = body.action === 'FORWARD' ? 'Forward' : 'Send back'
    return {
      subject: { kind: 'deposit', id: body.depositId },
      summary: `${verb} the deposit of ${value} ${currency} to ${payee.name || destination}.`,
      amount: { value, currency },
      ...dollarsOf(deps.rates, { minor, currency, scale }, await now(tx)),
      asset: currency,
      payee,
      destination,
      destinations: [destination],
      bound: { kind: body.action, amount: value, currency, payee: payee.id, destination },
    }
  }

/** Who would get it: the account that is named, the route's, or who sent it. */
async function targetOf(
  tx: Tx,
  partnerId: string,
  held: DepositRecord,
  { action, target }: Body<'resolve'>['body'],
) {
  const named = parseId('acc', target ?? '')
  const accountId = named ?? (action === 'FORWARD' ? held.destination_id : null)
  if (accountId !== null && accountId !== undefined)
    return {
      payee: await payeeOf(tx, partnerId, accountId),
      destination: formatId('acc', accountId),
    }
  const origin = { id: `origin:${held.id}`, name: '', addedAt: new Date(0) }
  return { payee: origin, destination: 'where it came from' }
}
