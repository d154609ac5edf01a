import type { AnyBody, Bff, Got, Partner } from '../process/bff.ts'
import { jurisdictionOf, makeVerified } from '../people/customers.ts'
import { fundingPath } from './funding.ts'
import { accountIn } from './ordinary.ts'

export const payinPath = '/api/v1/xfer/payin'

export type RouteSite = {
  entityId: string
  fundingAccountId: string
  externalAccountId: string
}
export type MadeRoute = RouteSite & { teleportId: string }

/** A verified customer's funding account there, and an account of it elsewhere. */
export async function routeEnds(
  bff: Bff,
  { from = 'US', to = 'token' }: { from?: string; to?: string } = {},
  partner: Partner = bff.first,
): Promise<RouteSite> {
  const entityId = await makeVerified(bff, {}, partner)
  const { id: jurisdictionId } =
    bff.deps.jurisdictions.byId(from) ?? (await jurisdictionOf(bff, from))
  const opened = await bff.post(`${fundingPath}/create`, { entityId, jurisdictionId }, {}, partner)
  const externalAccountId = await accountIn(bff, entityId, to, {}, partner)
  return { entityId, fundingAccountId: opened.body.data.fundingAccountId, externalAccountId }
}

export const createRoute = (
  bff: Bff,
  {
    fundingAccountId,
    externalAccountId,
  }: Pick<RouteSite, 'fundingAccountId' | 'externalAccountId'>,
  partner: Partner = bff.first,
): Promise<Got> =>
  bff.post(`${payinPath}/create`, { fundingAccountId, externalAccountId }, {}, partner)

/** An active route; bank to wallet by default. */
export async function aRoute(
  bff: Bff,
  places: { from?: string; to?: string } = {},
  partner: Partner = bff.first,
): Promise<MadeRoute> {
  const ends = await routeEnds(bff, places, partner)
  const made = await createRoute(bff, ends, partner)
  if (made.status !== 200) throw new Error(JSON.stringify(made.body))
  return { ...ends, teleportId: made.body.data.data.teleportId }
}

export async function readRoute(
  bff: Bff,
  teleportId: string,
  partner: Partner = bff.first,
): Promise<AnyBody> {
  return (await bff.get(`${payinPath}/${teleportId}`, partner)).body.data.data
}

export const toggleRoute = (
  bff: Bff,
  teleportId: string,
  routeStatus?: 'active' | 'inactive',
  headers: Record<string, string> = {},
): Promise<Got> => bff.post(`${payinPath}/toggle`, { teleportId, routeStatus }, headers)
