import { type Insertable, type Selectable, sql } from 'kysely'
import type { DB } from '../../../db/schema/types.generated.ts'
import { nowAfterWait, serviceNow } from '../../../db/moment.ts'
import type { Tx } from '../../../db/open.ts'

export type LinkRow = Selectable<DB['account_link']>
/** A link with the time at which it was looked at, which decides whether it still lives. */
export type LinkRecord = LinkRow & { read_at: Date }

/** Links live this long; a choice made on them is kept for as long again. */
const lifetime = sql`interval '30 minutes'`

export const insertLink = (
  tx: Tx,
  link: Omit<Insertable<DB['account_link']>, 'status' | 'linked' | 'created_at' | 'expires_at'>,
) =>
  tx
    .insertInto('account_link')
    .values({
      ...link,
      status: 'OPEN',
      linked: '{}',
      created_at: serviceNow,
      expires_at: sql<Date>`${serviceNow} + ${lifetime}`,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** The link of a token, whichever partner's; the customer's page knows no more than the token. */
export const findLink = (tx: Tx, tokenHash: Buffer): Promise<LinkRecord | undefined> =>
  tx
    .selectFrom('account_link')
    .selectAll()
    .select(serviceNow.as('read_at'))
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()

/** Locks a link for a change; the time is read above the lock. */
export const lockLink = (tx: Tx, tokenHash: Buffer): Promise<LinkRecord | undefined> =>
  tx
    .selectFrom((held) =>
      held
        .selectFrom('account_link')
        .selectAll()
        .where('token_hash', '=', tokenHash)
        .forUpdate()
        .as('held'),
    )
    .selectAll()
    .select(nowAfterWait.as('read_at'))
    .executeTakeFirst()

/** Keeps what the customer chose, and gives the partner time to fetch it. */
export const setChosen = (
  tx: Tx,
  link: Pick<LinkRow, 'partner_id' | 'id'>,
  chosen: { sealedChoice: Buffer; publicTokenHash: Buffer },
) =>
  tx
    .updateTable('account_link')
    .set({
      status: 'CHOSEN',
      sealed_choice: chosen.sealedChoice,
      public_token_hash: chosen.publicTokenHash,
      expires_at: sql<Date>`${serviceNow} + ${lifetime}`,
    })
    .where((eb) => eb.and({ partner_id: link.partner_id, id: link.id, status: 'OPEN' }))
    .execute()

/** Remembers which accounts came of the choice; `{reference: uuid}`. */
export const setLinked = (
  tx: Tx,
  link: Pick<LinkRow, 'partner_id' | 'id'>,
  linked: { accounts: Record<string, string>; sealedChoice: Buffer; publicTokenHash: Buffer },
) =>
  tx
    .updateTable('account_link')
    .set({
      status: 'LINKED',
      linked: JSON.stringify(linked.accounts),
      sealed_choice: linked.sealedChoice,
      public_token_hash: linked.publicTokenHash,
    })
    .where((eb) => eb.and({ partner_id: link.partner_id, id: link.id }))
    .execute()

export const findPartner = (tx: Tx, id: string) =>
  tx.selectFrom('partner').select('name').where('id', '=', id).executeTakeFirstOrThrow()
