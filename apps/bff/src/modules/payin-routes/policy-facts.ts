import type { InputOf, payinRoutes } from '@corridor/contract'
import { formatId, parseExecutionId, parseId, toText } from '@corridor/domain'
import { now, type Tx } from '../../db/open.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Asked, AskedOf } from '../../records/approvals/asked.ts'
import { dollarsOf } from '../../records/approvals/dollars.ts'
import { payeeOf } from '../../records/approvals/payees.ts'
import { teleportIdOf } from '../../records/payin-routes/record.ts'
import * as routes from '../../records/payin-routes/store.ts'
import { outlooksOf } from './deposits/fit.ts'
import { findTransfer } from '../../records/transfers/store.ts'
import { type DepositRecord, findDeposit } from './deposits/store.ts'
import { namedOrFitting, sumText } from './resolve/forward-many.ts'

type Parts = Pick<Deps, 'rates' | 'jurisdictions'>
type Body<N extends keyof typeof payinRoutes> = Pick<InputOf<(typeof payinRoutes)[N]>, 'body'>

/** What routes and decisions about deposits would do, for the partner's policy. */
export const payinRouteFacts = (deps: Parts) => ({
  'payinRoutes.create': create,
  'payinRoutes.update': update,
  'payinRoutes.toggle': toggle,
  'payinRoutes.resolve': resolveFacts(deps),
  'payinRoutes.forwardHeld': forwardFacts(deps),
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
    phrase: 'Forward what this account takes in',
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
    phrase: 'Send new deposits of this route',
    before: formatId('acc', route.external_account_id),
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
    phrase: 'Switch this route on again, which sends deposits',
    bound: { kind: 'toggle', version: route.destination_version },
  })
}

type Destination = Pick<Asked, 'subject' | 'bound'> & {
  accountId: string
  phrase: string
  /** The account that it goes to until then. */
  before?: string
}

async function destinationOf(
  tx: Tx,
  partnerId: string,
  { subject, accountId, phrase, before, bound }: Destination,
): Promise<Asked> {
  const payee = await payeeOf(tx, partnerId, accountId)
  const account = formatId('acc', accountId)
  return {
    subject,
    summary: `${phrase} to ${payee.name || account}.`,
    payee,
    destination: account,
    ...(before === undefined ? {} : { destinationBefore: before }),
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
    const verb = { FORWARD: 'Forward', RETURN: 'Send back', ASSIGN: 'Pay a transfer by' }[
      body.action
    ]
    return {
      subject: { kind: 'deposit', id: body.depositId },
      summary: `${verb} the deposit of ${value} ${currency} to ${payee.name || destination}.`,
      amount: { value, currency },
      ...dollarsOf(deps.rates, { minor, currency, scale }, await now(tx)),
      asset: currency,
      payee,
      destination,
      destinations: [destination],
      bound: {
        kind: body.action,
        amount: value,
        currency,
        payee: payee.id,
        destination,
        ...(body.action === 'ASSIGN' ? { executionId: body.executionId } : {}),
      },
    }
  }

/** The account that a transfer pays. */
async function paidBy(tx: Tx, partnerId: string, text = ''): Promise<string | undefined> {
  const id = parseExecutionId(text)?.id
  const transfer = id === undefined ? undefined : await findTransfer(tx, partnerId, id)
  return transfer?.to_account_id
}

/** Who would get it: the account that is named, the route's, or who sent it. */
async function targetOf(
  tx: Tx,
  partnerId: string,
  held: DepositRecord,
  { action, target, executionId: paidId }: Body<'resolve'>['body'],
) {
  const paid = action === 'ASSIGN' ? await paidBy(tx, partnerId, paidId) : undefined
  const named = paid ?? parseId('acc', target ?? '')
  const accountId = named ?? (action === 'FORWARD' ? held.destination_id : null)
  if (accountId !== null && accountId !== undefined)
    return {
      payee: await payeeOf(tx, partnerId, accountId),
      destination: formatId('acc', accountId),
    }
  const origin = { id: `origin:${held.id}`, name: '', addedAt: new Date(0) }
  return { payee: origin, destination: 'where it came from' }
}

/** What would be forwarded now: the whole of it, and what each destination gets. */
const forwardFacts =
  (deps: Parts): AskedOf<Body<'forwardHeld'>> =>
  async (tx, { body }, { partnerId }) => {
    const rows = await namedOrFitting(tx, deps, partnerId, body.depositIds)
    const outlooks = await outlooksOf(tx, deps, partnerId, rows)
    const fitting = rows.filter(({ id }) => outlooks.get(id)?.fit.fits)
    const [first] = fitting
    if (!first) return undefined
    const at = await now(tx)
    const parts: Share[] = []
    for (const [destination, of] of Map.groupBy(fitting, ({ destination_id: id }) => id ?? ''))
      parts.push(await shareOf(tx, deps, { destination, of, at }))
    const [only] = parts
    const ids = fitting.map(({ id }) => formatId('dep', id))
    return {
      ...(parts.length === 1 ? only : amountsOf(deps, fitting, at)),
      subject: { kind: 'deposit', id: ids[0] ?? '' },
      summary: `Forward ${fitting.length} held deposits of ${sumText(fitting)}.`,
      destinations: parts.flatMap(({ destinations }) => destinations),
      bound: { kind: 'FORWARD', deposits: fitting.map((row) => boundOf(row)) },
      parts,
    }
  }

type Share = Required<Pick<Asked, 'payee' | 'destination' | 'destinations'>> &
  Pick<Asked, 'amount' | 'dollars' | 'dollarRate' | 'asset'>

async function shareOf(
  tx: Tx,
  deps: Parts,
  { destination, of, at }: { destination: string; of: readonly DepositRecord[]; at: Date },
): Promise<Share> {
  const account = formatId('acc', destination)
  const payee = await payeeOf(tx, of[0]?.partner_id ?? '', destination)
  return { ...amountsOf(deps, of, at), payee, destination: account, destinations: [account] }
}

/** In their currency where it is one, and in dollars. */
function amountsOf({ rates }: Parts, of: readonly DepositRecord[], at: Date) {
  const sums = [...Map.groupBy(of, ({ currency, scale }) => `${currency} ${scale}`).values()].map(
    (same) => ({
      currency: same[0]?.currency ?? '',
      scale: same[0]?.scale ?? 0,
      minor: same.reduce((sum, { amount }) => sum + amount, 0n),
    }),
  )
  const worths = sums.map((sum) => dollarsOf(rates, sum, at))
  const [only] = sums
  if (only && sums.length === 1)
    return {
      amount: { value: toText(only.minor, only.scale), currency: only.currency },
      asset: only.currency,
      ...worths[0],
    }
  const known = worths.flatMap(({ dollars }) => (dollars === undefined ? [] : [dollars]))
  return known.length < worths.length ? {} : { dollars: sumOfDollars(known) }
}

const sumOfDollars = (texts: readonly string[]): string => {
  const scale = 6
  const total = texts.reduce((sum, text) => {
    const [whole = '0', rest = ''] = text.split('.')
    return sum + BigInt(whole + rest.padEnd(scale, '0'))
  }, 0n)
  return toText(total, scale)
}

const boundOf = ({ id, amount, currency, destination_id: to }: DepositRecord) => ({
  depositId: formatId('dep', id),
  amount: amount.toString(),
  currency,
  destination: to,
})
