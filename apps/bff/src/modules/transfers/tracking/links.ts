import { membersById } from '../../../records/approvals/history-store.ts'
import { fail, formatId, ok, parseExecutionId, parseId } from '@corridor/domain'
import type { Caller } from '../../../api/request/caller.ts'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { recordAudit } from '../../../records/audit/audit.ts'
import { findPrint, findTransfer } from '../../../records/transfers/store.ts'
import { uetrOf } from '../reads/timeline.ts'
import { findPayouts } from '../reads/timeline-store.ts'
import { createTokenHash } from '../../access/token-hash.ts'
import { findOpenLinks, findTracked, insertLink, type LinkRow, revokeLink } from './link-store.ts'
import { type Tracked, trackedBody } from './tracked.ts'

const dayMs = 24 * 3_600_000
/** More than anybody needs, so that a stolen key cannot make links without end. */
const openMax = 20

/** Public links that follow one transfer. */
export function createTracking(deps: Pick<Deps, 'config' | 'db' | 'ids' | 'kek' | 'realTime'>) {
  const hash = createTokenHash(deps)
  return { share, list, revoke, read, makers }

  async function share(
    tx: Tx,
    caller: Caller,
    asked: { executionId: string; expiresInDays: number },
  ) {
    const found = await transferOf(tx, caller, asked.executionId)
    if (!found) return fail({ code: 'TRANSFER_NOT_FOUND' })
    const at = deps.realTime()
    if ((await findOpenLinks(tx, found, at)).length >= openMax)
      return fail({ code: 'POLICY_BLOCKED' })
    // Twice as long as other secrets: nobody signs in to use it, for up to 30 days.
    const token = deps.ids.secret() + deps.ids.secret()
    const link = await insertLink(tx, {
      ...found,
      id: deps.ids.uuid(),
      token_hash: hash('tracking', token),
      created_by: caller.actor.id,
      created_at: at,
      expires_at: new Date(at.getTime() + asked.expiresInDays * dayMs),
    })
    await audited(tx, caller, 'transfer.share_tracking', asked.executionId, link)
    return ok({ link, url: `${deps.config.BASE_URL}/track/${token}` })
  }

  async function list(tx: Tx, caller: Caller, asked: string) {
    const found = await transferOf(tx, caller, asked)
    if (!found) return fail({ code: 'TRANSFER_NOT_FOUND' })
    return ok(await findOpenLinks(tx, found, deps.realTime()))
  }

  async function revoke(tx: Tx, caller: Caller, asked: { executionId: string; linkId: string }) {
    const found = await transferOf(tx, caller, asked.executionId)
    if (!found) return fail({ code: 'TRANSFER_NOT_FOUND' })
    const id = parseId('link', asked.linkId)
    const link = id && (await revokeLink(tx, { ...found, id }, deps.realTime()))
    if (!link) return fail({ code: 'RECORD_NOT_FOUND' })
    await audited(tx, caller, 'transfer.revoke_tracking', asked.executionId, link)
    return ok(link)
  }

  /** What a token shows. One that is unknown, expired or revoked shows nothing, and not which. */
  async function read(token: string): Promise<Tracked | undefined> {
    const at = deps.realTime()
    const found = await deps.db.readingAll((tx) => findTracked(tx, hash('tracking', token), at))
    if (!found) return undefined
    const { partner_id: partnerId, transfer_id: transferId, name: workspace } = found
    const { row, payouts } = await deps.db.withPartner(partnerId, async (tx) => ({
      row: await findTransfer(tx, partnerId, transferId),
      payouts: await findPayouts(tx, partnerId, transferId),
    }))
    const left = payouts.findLast(({ status }) => status === 'SUBMITTED' || status === 'CONFIRMED')
    const environment = deps.config.ENVIRONMENT
    const uetr = left ? uetrOf(left) : ''
    return row && trackedBody(row, { environment, workspace, uetr, expiresAt: found.expires_at })
  }
}

async function transferOf(tx: Tx, { partnerId }: Caller, asked: string) {
  const parsed = parseExecutionId(asked)
  const print = parsed && (await findPrint(tx, partnerId, parsed.id))
  if (!print || print.kind !== parsed.kind) return undefined
  return { partner_id: partnerId, transfer_id: parsed.id }
}

/** The token is in no entry. */
const audited = (tx: Tx, caller: Caller, action: string, id: string, link: LinkRow) =>
  recordAudit(tx, caller, {
    action,
    object: { kind: 'transfer', id },
    after: { linkId: formatId('link', link.id), expiresAt: link.expires_at.toISOString() },
  })

/** What the members who made links are called. */
async function makers(tx: Tx, { partnerId }: Caller): Promise<(id: string) => string> {
  const members = await membersById(tx, partnerId)
  return (id) => members.get(parseId('mem', id) ?? '')?.name ?? ''
}
