import type { RoleName } from '@corridor/domain'
import { sql } from 'kysely'
import type { Tx } from '../../../db/open.ts'

export type Member = {
  partnerId: string
  memberId: string
  name: string
  role: RoleName
  /** Where the member is notified of what happens in the team; empty where nobody gave it. */
  email: string
  userHandle: Uint8Array
}

export type Passkey = {
  credentialId: string
  publicKey: Uint8Array
  signCount: number
  transports: string[]
  aaguid: string
  backupEligible: boolean
  backedUp: boolean
}

export type PasskeyOfMember = { passkey: Passkey; member: Member }

export async function insertMember(
  tx: Tx,
  member: Omit<Member, 'email'> & Partial<Pick<Member, 'email'>>,
  at: Date,
): Promise<void> {
  await tx
    .insertInto('member')
    .values({
      partner_id: member.partnerId,
      id: member.memberId,
      name: member.name,
      role: member.role,
      email: member.email ?? '',
      user_handle: member.userHandle,
      created_at: at,
    })
    .execute()
}

/** Adds a sign-in passkey; false where its credential id is registered already. */
export async function insertPasskey(
  tx: Tx,
  member: Pick<Member, 'partnerId' | 'memberId'>,
  passkey: Passkey & { name: string },
  at: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('member_passkey')
    .values({
      partner_id: member.partnerId,
      member_id: member.memberId,
      credential_id: passkey.credentialId,
      name: passkey.name,
      public_key: passkey.publicKey,
      sign_count: passkey.signCount,
      transports: passkey.transports,
      aaguid: passkey.aaguid,
      backup_eligible: passkey.backupEligible,
      backed_up: passkey.backedUp,
      created_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

const memberColumns = [
  'member.partner_id as partnerId',
  'member.id as memberId',
  'member.name',
  'member.role',
  'member.email',
  'member.user_handle as userHandle',
] as const

/** The passkey of that credential id and its member, over all partners; removed members have none. */
export async function findPasskey(tx: Tx, credentialId: string) {
  const row = await tx
    .selectFrom('member_passkey as key')
    .innerJoin('member', (join) =>
      join
        .onRef('member.partner_id', '=', 'key.partner_id')
        .onRef('member.id', '=', 'key.member_id'),
    )
    .select(memberColumns)
    .select(['key.credential_id as credentialId', 'key.public_key as publicKey'])
    .select(['key.sign_count as signCount', 'key.transports', 'key.aaguid'])
    .select(['key.backup_eligible as backupEligible', 'key.backed_up as backedUp'])
    .where('key.credential_id', '=', credentialId)
    .where('member.removed_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const { partnerId, memberId, name, role, email, userHandle, ...passkey } = row
  return { passkey, member: { partnerId, memberId, name, role, email, userHandle } }
}

/**
 * Notes a use of a passkey: the counter moves on from the one it was checked against. False where
 * another answer of the same passkey was quicker.
 */
export async function noteAssertion(
  tx: Tx,
  passkey: Passkey,
  use: { signCount: number; backedUp: boolean; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('member_passkey')
    .set({ sign_count: use.signCount, backed_up: use.backedUp, last_used_at: use.at })
    .where((eb) => eb.and({ credential_id: passkey.credentialId, sign_count: passkey.signCount }))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const listPasskeys = (tx: Tx, member: Pick<Member, 'partnerId' | 'memberId'>) =>
  tx
    .selectFrom('member_passkey')
    .select(['credential_id as id', 'transports'])
    .where((eb) => eb.and({ partner_id: member.partnerId, member_id: member.memberId }))
    .execute()

export async function insertRecoveryCodes(
  tx: Tx,
  member: Pick<Member, 'partnerId' | 'memberId'>,
  hashes: Uint8Array[],
): Promise<void> {
  const rows = hashes.map((hash) => ({
    partner_id: member.partnerId,
    member_id: member.memberId,
    code_hash: hash,
  }))
  await tx.insertInto('recovery_code').values(rows).execute()
}

/** The member whose unused recovery code this is, with the name of the workspace. */
export async function findRecovery(tx: Tx, hash: Uint8Array) {
  const row = await tx
    .selectFrom('recovery_code as code')
    .innerJoin('member', (join) =>
      join
        .onRef('member.partner_id', '=', 'code.partner_id')
        .onRef('member.id', '=', 'code.member_id'),
    )
    .innerJoin('partner', 'partner.id', 'code.partner_id')
    .select(memberColumns)
    .select('partner.name as workspaceName')
    .where('code.code_hash', '=', Buffer.from(hash))
    .where('code.used_at', 'is', null)
    .where('member.removed_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const { workspaceName, ...member } = row
  return { member, workspaceName }
}

/** Uses a recovery code up; false where it was used before. */
export async function spendRecoveryCode(tx: Tx, hash: Uint8Array, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_code')
    .set({ used_at: at })
    .where('code_hash', '=', Buffer.from(hash))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function countRecoveryCodes(tx: Tx, member: Pick<Member, 'partnerId' | 'memberId'>) {
  const { left } = await tx
    .selectFrom('recovery_code')
    .select(sql<number>`count(*)::int`.as('left'))
    .where((eb) => eb.and({ partner_id: member.partnerId, member_id: member.memberId }))
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return left
}
