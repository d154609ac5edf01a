import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'

/** A link that can still be used at that (real) time, whose member is still there. */
export const findRecoveryLink = (tx: Tx, tokenHash: Uint8Array, at: Date) =>
  tx
    .selectFrom('enrolment_link as link')
    .innerJoin('partner', 'partner.id', 'link.partner_id')
    .innerJoin('member', (join) =>
      join
        .onRef('member.partner_id', '=', 'link.partner_id')
        .onRef('member.id', '=', 'link.recovers'),
    )
    .select(['link.id', 'link.partner_id as partnerId', 'partner.name as workspaceName'])
    .select(['member.id as memberId', 'member.name as memberName'])
    // Where the code goes; empty for a link of the operator's to a member without an address.
    .select(['link.email', 'link.expires_at as expiresAt', 'link.codes_sent as codesSent'])
    .where('link.token_hash', '=', Buffer.from(tokenHash))
    .where('link.used_at', 'is', null)
    .where('link.ended_at', 'is', null)
    .where('link.expires_at', '>', at)
    .where('member.removed_at', 'is', null)
    .executeTakeFirst()
/** A link by which a colleague who lost every passkey makes a new one. */
export type RecoveryLink = NonNullable<Awaited<ReturnType<typeof findRecoveryLink>>>

type Named = { partnerId: string; id: string }

/** Puts a new code in the place of the one before; false where so many have been sent already. */
export async function putCode(
  tx: Tx,
  link: Named,
  code: { hash: Uint8Array; expiresAt: Date; sentMax: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('enrolment_link')
    .set({
      code_hash: code.hash,
      code_expires_at: code.expiresAt,
      code_tries: 0,
      codes_sent: sql<number>`codes_sent + 1`,
    })
    .where((eb) => eb.and({ partner_id: link.partnerId, id: link.id }))
    .where('codes_sent', '<', code.sentMax)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The live code of a link with one more try counted; undefined where none is left. */
export async function tryCode(
  tx: Tx,
  link: Named,
  { at, triesMax }: { at: Date; triesMax: number },
): Promise<Uint8Array | undefined> {
  const row = await tx
    .updateTable('enrolment_link')
    .set({ code_tries: sql<number>`code_tries + 1` })
    .where((eb) => eb.and({ partner_id: link.partnerId, id: link.id }))
    .where('code_hash', 'is not', null)
    .where('code_expires_at', '>', at)
    .where('code_tries', '<', triesMax)
    .returning('code_hash')
    .executeTakeFirst()
  return row?.code_hash ?? undefined
}

/** A code is good once. */
export async function dropCode(tx: Tx, link: Named): Promise<void> {
  await tx
    .updateTable('enrolment_link')
    .set({ code_hash: null })
    .where((eb) => eb.and({ partner_id: link.partnerId, id: link.id }))
    .execute()
}
