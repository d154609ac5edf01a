import type { Scope } from '@corridor/contract'
import { formatId } from '@corridor/domain'
import type { GatedCall } from '../../api/approval-gate.ts'
import type { Caller } from '../../api/request/caller.ts'
import type { Deps } from '../../ports/deps.ts'
import type { RequestRow } from '../../records/approvals/request-store.ts'
import { machine } from '../partners/policy/people.ts'

/** What a kept call was made with, beyond what its record says. */
type Kept = {
  input: unknown
  scopes: Scope[]
  expectedVersion?: number
  idempotencyKey?: string
}

/** Calls hold names and accounts, answers too: both are sealed to their request. */
export function keptCall({ kek }: Pick<Deps, 'kek'>) {
  const placeOf = (id: string, part: 'input' | 'answer') =>
    `approval_request.sealed_${part}/${formatId('apr', id)}`
  return { seal, open, sealAnswer, openAnswer }

  function seal(id: string, { input, caller }: GatedCall): Buffer {
    const { expectedVersion, idempotencyKey } = caller
    const kept: Kept = {
      input,
      // Who agrees reads the answer: whole account numbers are not among it.
      scopes: [...caller.scopes].filter((scope) => scope !== 'accounts:read_sensitive'),
      ...(expectedVersion === undefined ? {} : { expectedVersion }),
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    }
    return Buffer.from(kek.seal(placeOf(id, 'input'), Buffer.from(JSON.stringify(kept))))
  }

  /** The call as its maker made it. Its effect happens once, whatever else bore its key. */
  function open(row: RequestRow, requestId: string): { input: unknown; caller: Caller } {
    if (row.sealed_input === null) throw new Error(`the request ${row.id} keeps no call`)
    const bytes = kek.open(placeOf(row.id, 'input'), row.sealed_input)
    const kept = JSON.parse(Buffer.from(bytes).toString('utf8')) as Kept
    const { input, scopes, expectedVersion } = kept
    const approvalId = formatId('apr', row.id)
    const caller: Caller = {
      partnerId: row.partner_id,
      svcPartnerId: formatId('par', row.partner_id),
      isConsole: false,
      isConfirmed: true,
      scopes: new Set(scopes),
      actor: row.maker as Caller['actor'],
      ...(row.maker_person === machine ? {} : { keyMember: row.maker_person }),
      requestId,
      ...(expectedVersion === undefined ? {} : { expectedVersion }),
      idempotencyKey: approvalId,
    }
    return { input, caller }
  }

  function sealAnswer(id: string, json: string): Buffer {
    return Buffer.from(kek.seal(placeOf(id, 'answer'), Buffer.from(json)))
  }

  function openAnswer(id: string, sealed: Uint8Array): unknown {
    return JSON.parse(Buffer.from(kek.open(placeOf(id, 'answer'), sealed)).toString('utf8'))
  }
}
