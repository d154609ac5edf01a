import { fail, ok } from '@corridor/domain'
import type { Caller } from '../../api/request/caller.ts'
import { illegalTransition } from '../../api/request/refusal.ts'
import type { Tx } from '../../db/open.ts'
import type { Deps } from '../../ports/deps.ts'
import { recordAudit } from '../../records/audit/audit.ts'
import { changeEndpoint, type EndpointRef, lockEndpoint } from './endpoint/store.ts'
import { noEndpoint } from './endpoint/failures.ts'
import { recordChange } from './endpoint/registration-record.ts'
import * as store from './endpoint/secret-store.ts'
import { subjectOf } from './endpoint/view.ts'
import { newSecret } from './endpoint/signature.ts'

const overlapDefault = 24
/** Each of them adds a signature to every delivery. */
const validMax = 5

/** The secrets that sign. Each is returned once, when it is made. */
export function createSecrets(deps: Pick<Deps, 'ids' | 'kek' | 'random'>) {
  return { rotate, setOverlap }

  async function rotate(
    tx: Tx,
    caller: Caller,
    ref: EndpointRef,
    { overlapHours = overlapDefault }: { overlapHours?: number | undefined },
  ) {
    const found = await lock(tx, ref)
    if (!found.ok) return found
    const of = found.value
    const valid = await store.validSecrets(tx, of)
    if (valid.length + (overlapHours > 0 ? 1 : 0) > validMax)
      return refused('Five secrets sign already; end the older ones first.')
    const previousValidUntil = await store.endNewest(tx, of, overlapHours)
    if (!previousValidUntil) throw new Error('a webhook has no secret')
    await store.deleteEnded(tx, of)
    const secret = newSecret((bytes) => deps.random(bytes))
    const made = await store.insertSecret(tx, deps.kek, {
      of,
      id: deps.ids.uuid(),
      secret,
    })
    const row = await changeEndpoint(tx, of, {})
    const after = { hint: made.hint, overlapHours }
    await recordChange(tx, caller, row, { status: 'secret_rotated', after })
    return ok({ secret, previousValidUntil })
  }

  /** Moves the end of every older secret that still signs. */
  async function setOverlap(
    tx: Tx,
    caller: Caller,
    ref: EndpointRef,
    { hours }: { hours: number },
  ) {
    const found = await lock(tx, ref)
    if (!found.ok) return found
    const of = found.value
    if (!(await store.endOlder(tx, of, hours))) return refused('No older secret signs any more.')
    await store.deleteEnded(tx, of)
    await changeEndpoint(tx, of, {})
    await recordAudit(tx, caller, {
      action: 'webhook.set_overlap',
      object: subjectOf(of),
      after: { hours },
    })
    return ok(await store.validSecrets(tx, of))
  }
}

async function lock(tx: Tx, ref: EndpointRef) {
  const row = await lockEndpoint(tx, ref)
  return row ? ok(row) : fail(noEndpoint(ref))
}

const refused = (message: string) =>
  fail(illegalTransition(message, { from: '', to: '', allowed: [] }))
