import { sql } from 'kysely'
import type { Tx } from '../../../db/open.ts'

type Owner = { partnerId: string; memberId: string }

/** Drafts are aids, not records: beyond this many the oldest is dropped. */
const draftsMax = 100

/** Settings of one member's dashboard; an empty record until some are saved. */
export async function readPreferences(tx: Tx, owner: Owner): Promise<unknown> {
  const row = await tx
    .selectFrom('preference')
    .select('body')
    .where((eb) => eb.and({ partner_id: owner.partnerId, member_id: owner.memberId }))
    .executeTakeFirst()
  return row?.body ?? {}
}

export async function savePreferences(tx: Tx, owner: Owner, body: unknown, at: Date) {
  const written = { body: JSON.stringify(body), updated_at: at }
  await tx
    .insertInto('preference')
    .values({ partner_id: owner.partnerId, member_id: owner.memberId, ...written })
    .onConflict((conflict) => conflict.columns(['partner_id', 'member_id']).doUpdateSet(written))
    .execute()
}

/** What a member left unfinished under that name; undefined where there is nothing. */
export async function readDraft(tx: Tx, owner: Owner, id: string): Promise<unknown> {
  const row = await tx
    .selectFrom('draft')
    .select('body')
    .where((eb) => eb.and({ partner_id: owner.partnerId, member_id: owner.memberId, id }))
    .executeTakeFirst()
  return row?.body
}

/** What a member left unfinished, the newest first. */
export function listDrafts(tx: Tx, owner: Owner) {
  return tx
    .selectFrom('draft')
    .select(['id', 'kind', 'title', 'updated_at'])
    .where((eb) => eb.and({ partner_id: owner.partnerId, member_id: owner.memberId }))
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .execute()
}

/** Saves a draft over the one before; returns its version, 1 for the first. */
export async function saveDraft(
  tx: Tx,
  owner: Owner,
  draft: { id: string; kind: string; title: string; body: unknown; at: Date },
): Promise<number> {
  const { kind, title, at } = draft
  const written = { kind, title, body: JSON.stringify(draft.body), updated_at: at }
  const { version } = await tx
    .insertInto('draft')
    .values({
      partner_id: owner.partnerId,
      member_id: owner.memberId,
      id: draft.id,
      version: 1,
      ...written,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['partner_id', 'member_id', 'id'])
        .doUpdateSet({ ...written, version: sql<number>`draft.version + 1` }),
    )
    .returning('version')
    .executeTakeFirstOrThrow()
  if (version === 1) await forgetOldest(tx, owner)
  return version
}

export async function deleteDraft(tx: Tx, owner: Owner, id: string): Promise<void> {
  await tx
    .deleteFrom('draft')
    .where((eb) => eb.and({ partner_id: owner.partnerId, member_id: owner.memberId, id }))
    .execute()
}

async function forgetOldest(tx: Tx, owner: Owner): Promise<void> {
  await tx
    .deleteFrom('draft')
    .where((eb) => eb.and({ partner_id: owner.partnerId, member_id: owner.memberId }))
    .where('id', 'not in', (newest) =>
      newest
        .selectFrom('draft')
        .select('id')
        .where((eb) => eb.and({ partner_id: owner.partnerId, member_id: owner.memberId }))
        .orderBy('updated_at', 'desc')
        .limit(draftsMax),
    )
    .execute()
}
