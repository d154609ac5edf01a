import type { Scope } from '@corridor/contract'
import { formatId, parseId, type Role, scopesOfRole } from '@corridor/domain'
import { createConsoleKeys } from '../../../src/modules/access/keys/console-keys.ts'
import { insertMember } from '../../../src/modules/access/staff/member-store.ts'
import type { Bff, Got, Partner } from '../process/bff.ts'

/** A member of a partner, and the partner API as the dashboard calls it for them. */
export type Acting = {
  memberId: string
  /** With a fresh confirmation of exactly this request. */
  send: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<Got>
  get: (path: string) => Promise<Got>
  post: (path: string, body: unknown) => Promise<Got>
  decide: (approvalId: string, decision: 'APPROVED' | 'REJECTED', comment?: string) => Promise<Got>
  remove: () => Promise<void>
  change: (columns: { role?: Role; email?: string }) => Promise<void>
}

/** Makes a member and acts for them, as the dashboard does after a passkey confirmed each request. */
export async function aMember(
  bff: Bff,
  role: Role = 'owner',
  partner: Partner = bff.first,
): Promise<Acting> {
  const partnerId = parseId('par', partner.svcPartnerId) ?? ''
  const token = await createConsoleKeys(bff.deps).of(partnerId)
  const id = bff.deps.ids.uuid()
  const memberId = formatId('mem', id)
  const userHandle = Buffer.from(`m:${memberId}`)
  const name = `${role} ${memberId.slice(-4)}`
  await bff.deps.db.asWorker((tx) =>
    insertMember(tx, { partnerId, memberId: id, name, role, userHandle }, bff.deps.realTime()),
  )
  const scopes: readonly Scope[] = scopesOfRole[role]
  const send: Acting['send'] = (method, path, body, headers = {}) =>
    bff.send(path, {
      method,
      body,
      token,
      headers: {
        'x-acting-member': memberId,
        'x-acting-scopes': scopes.join(' '),
        'x-acting-step-up': bff.deps.realTime().toISOString(),
        ...headers,
      },
    })
  return {
    memberId,
    send,
    get: (path) => send('GET', path),
    post: (path, body) => send('POST', path, body),
    decide: (approvalId, decision, comment = '') =>
      send('POST', `/api/v1/approvals/${approvalId}/decision`, { decision, comment }),
    remove: async () => {
      await bff.deps.db.asWorker((tx) =>
        tx
          .updateTable('member')
          .set({ removed_at: bff.deps.realTime() })
          .where('id', '=', id)
          .execute(),
      )
    },
    change: async (columns) => {
      await bff.deps.db.asWorker((tx) =>
        tx.updateTable('member').set(columns).where('id', '=', id).execute(),
      )
    },
  }
}

/** What a refusal says waits for approval. */
export const waitingIn = ({ body }: Got): string => body.error?.details?.[0]?.existingId ?? ''
