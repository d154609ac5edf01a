import type { Corridor } from '@corridor/contract'
import {
  type CorridorKind,
  corridorSpreads,
  corridorKind,
  fail,
  feeSummary,
  ok,
  parseId,
  wholeFee,
} from '@corridor/domain'
import type { z } from 'zod'
import type { Caller } from '../../../api/request/caller.ts'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { findEntity } from '../../entities/store.ts'
import { hasCapability, missingFor } from '../../kyc/case/gate.ts'
import {
  jurisdictionRef,
  payoutKind,
  quickest,
  railsIn,
  railsOut,
} from '../../../outside/jurisdictions/jurisdictions.ts'
import type { JurisdictionRecord } from '../../../ports/jurisdictions.ts'
import type { EntityRow } from '../../../db/schema/rows.ts'

type Body = z.output<typeof Corridor>
type Way = {
  id: string
  name: string
  kind: CorridorKind
  from: JurisdictionRecord
  to: JurisdictionRecord
}
type Readiness = { isReady: boolean; missing: string[] }

/** From where to where money can go. */
export function createCorridorService(deps: Deps) {
  const all = corridorsOf(deps.jurisdictions.all)
  return { list, describe }

  /** Corridors between these jurisdictions; one that does not exist has none. */
  function list({ from, to }: { from?: string | undefined; to?: string | undefined }): Way[] {
    return all.filter((way) => (!from || way.from.id === from) && (!to || way.to.id === to))
  }

  /** Fee, time and requirements of each, and whether a customer meets them. */
  async function describe(
    tx: Tx,
    caller: Caller,
    ways: readonly Way[],
    entityId: string | undefined,
  ) {
    if (entityId === undefined) return ok(ways.map((way) => corridorBody(way)))
    const id = parseId('ent', entityId)
    const entity = id && (await findEntity(tx, caller.partnerId, id))
    if (!entity) return fail({ code: 'ENTITY_NOT_FOUND' })

    const known = await readinessOf(tx, entity, ways)
    return ok(
      ways.map((way) => {
        const ends = way.kind === 'CRYPTO_TO_CRYPTO' ? [] : [way.from.id, way.to.id]
        const parts = ends.flatMap((end) => known.get(end) ?? [])
        const missing = [...new Set(parts.flatMap((part) => part.missing))]
        const ready = parts.every((part) => part.isReady)
        return corridorBody(way, { entityId, ready, missing })
      }),
    )
  }

  /** Asked once for each jurisdiction, however many corridors lead there. */
  async function readinessOf(tx: Tx, entity: EntityRow, ways: readonly Way[]) {
    const known = new Map<string, Readiness>()
    for (const id of new Set(ways.flatMap(({ from, to }) => [from.id, to.id]))) {
      const isReady = await hasCapability(tx, entity.partner_id, entity.id, id)
      const missing = isReady ? [] : await missingFor(tx, deps, entity, id)
      known.set(id, { isReady, missing })
    }
    return known
  }
}

/** Every pair whose source can be paid into and whose end can be paid out to. */
function corridorsOf(all: readonly JurisdictionRecord[]): Way[] {
  return all
    .filter((from) => railsIn(from).length > 0)
    .flatMap((from) =>
      all
        .filter((to) => railsOut(to).length > 0)
        .map((to) => ({
          id: `${from.id}/${to.id}`,
          name: `${from.name} to ${to.name}`,
          kind: corridorKind(from.type, to.type),
          from,
          to,
        })),
    )
    .filter(({ kind, from, to }) => kind !== 'CRYPTO_TO_CRYPTO' || from.id === to.id)
}

function corridorBody(
  { kind, from, to }: Way,
  readiness: Pick<Body['requirements'], 'entityId' | 'ready' | 'missing'> = {},
): Body {
  const fee = wholeFee(kind, payoutKind(to, quickest(railsOut(to))))
  const spread = from.currency === to.currency ? 0 : corridorSpreads[kind]
  return {
    from: jurisdictionRef(from.id, from),
    to: jurisdictionRef(to.id, to),
    direction: kind,
    fee: {
      fixed: { amount: fee.fixedCents / 100, currency: 'USD' },
      bps: fee.basisPoints,
      summary: feeSummary(fee, spread),
    },
    etaMinutes:
      kind === 'CRYPTO_TO_CRYPTO'
        ? soonest(railsIn(from))
        : soonest(railsIn(from)) + soonest(railsOut(to)),
    requirements: { summary: requirementsOf(kind, from, to), ...readiness },
    health: worst(from.status, to.status),
  }
}

/** With the quickest rail of each end. */
const soonest = (rails: JurisdictionRecord['rails']) => quickest(rails)?.etaMinutes ?? 0

const severities = ['AVAILABLE', 'DEGRADED', 'PAUSED'] as const
const worst = (first: Body['health'], other: Body['health']) =>
  severities[Math.max(severities.indexOf(first), severities.indexOf(other))] ?? 'PAUSED'

const listOf = (rails: JurisdictionRecord['rails']) => rails.map(({ rail }) => rail).join(', ')

function requirementsOf(kind: CorridorKind, from: JurisdictionRecord, to: JurisdictionRecord) {
  if (kind === 'CRYPTO_TO_CRYPTO')
    return `A wallet of the payer and an address of the payee for ${from.name}; the payer's signature. No verification.`
  const source =
    from.type === 'country'
      ? `paid in from a bank account (${listOf(railsIn(from))})`
      : `paid in from a wallet for ${from.name}`
  const target =
    to.type === 'country'
      ? `paid out to an account in ${to.name} (${listOf(railsOut(to))})`
      : `paid out to a wallet for ${to.name}`
  const places = from.id === to.id ? from.name : `${from.name} and ${to.name}`
  return `Verification for ${places}; ${source}, ${target}.`
}
