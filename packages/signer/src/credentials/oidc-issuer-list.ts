import { encodeFields, sameBytes } from '../base/bytes.ts'
import { itemsOf, membersOf, parseJson } from '../base/json.ts'
import { CredentialsTampered } from '../base/tampered.ts'
import type { Tx, Vault } from '../vault/vault.ts'

/** An issuer whose identity tokens a partner's customers may show. */
export type AllowedIssuer = { issuer: string; audiences: string[]; addedAt: string }
/** What a partner has added, oldest first; 0 and empty before the first. */
export type IssuerList = { sequence: number; issuers: AllowedIssuer[] }

/** @throws {CredentialsTampered} on a list that the signer did not write, or that was put back. */
export async function readList(vault: Vault, tx: Tx, partnerId: string): Promise<IssuerList> {
  // Shared, so that nobody changes it between reading and the comparison with what was seen.
  const find = () =>
    tx
      .selectFrom('signer.oidc_issuer_list')
      .selectAll()
      .where('partner_id', '=', partnerId)
      .forShare()
      .executeTakeFirst()
  // There is no row to lock before the first issuer: it may have been added just now.
  const row = (await find()) ?? (isBehind(vault, partnerId, 0) ? await find() : undefined)
  if (row) return openList(vault, tx, row)
  if (isBehind(vault, partnerId, 0)) throw tampered(partnerId)
  return { sequence: 0, issuers: [] }
}

/** The list as it stands until the transaction ends. */
export async function lockList(vault: Vault, tx: Tx, partnerId: string): Promise<IssuerList> {
  // Of those who add the first issuer at once, the second waits here for the row.
  await tx
    .insertInto('signer.oidc_issuer_list')
    .values(await sealList(vault, partnerId, { sequence: 1, issuers: [] }))
    .onConflict((clash) => clash.doNothing())
    .execute()
  const row = await tx
    .selectFrom('signer.oidc_issuer_list')
    .selectAll()
    .where('partner_id', '=', partnerId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return openList(vault, tx, row)
}

export async function writeList(vault: Vault, tx: Tx, partnerId: string, list: IssuerList) {
  const { sequence, issuers, mac } = await sealList(vault, partnerId, list)
  await tx
    .updateTable('signer.oidc_issuer_list')
    .set({ sequence, issuers, mac })
    .where('partner_id', '=', partnerId)
    .execute()
  vault.witness.afterCommit(tx, () => sightOf(partnerId, sequence))
}

const sightOf = (partnerId: string, sequence: number) => ({
  name: `oidc-issuers|${partnerId}`,
  sequences: [sequence],
})
const isBehind = (vault: Vault, partnerId: string, sequence: number): boolean =>
  vault.witness.isBehind(sightOf(partnerId, sequence))
const tampered = (partnerId: string) =>
  new CredentialsTampered(partnerId, 'list of identity providers')

type Row = { partner_id: string; sequence: number; issuers: string; mac: Uint8Array }

async function sealList(vault: Vault, partnerId: string, list: IssuerList): Promise<Row> {
  const row = {
    partner_id: partnerId,
    sequence: list.sequence,
    issuers: JSON.stringify(list.issuers),
  }
  return { ...row, mac: await listMac(vault, row) }
}

async function openList(vault: Vault, tx: Tx, row: Row): Promise<IssuerList> {
  const { partner_id: partnerId, sequence } = row
  const isGenuine = sameBytes(row.mac, await listMac(vault, row))
  if (!isGenuine || isBehind(vault, partnerId, sequence)) throw tampered(partnerId)
  vault.witness.afterCommit(tx, () => sightOf(partnerId, sequence))
  const issuers = itemsOf(parseJson(row.issuers)).map((item) => {
    const { issuer, audiences, addedAt } = membersOf(item)
    return {
      issuer: String(issuer),
      audiences: itemsOf(audiences).map(String),
      addedAt: String(addedAt),
    }
  })
  return { sequence, issuers }
}

const listMac = (vault: Vault, row: Omit<Row, 'mac'>): Promise<Uint8Array> =>
  vault.rootKey.mac(
    'svc/oidc-issuers/v1',
    encodeFields([row.partner_id, row.sequence, row.issuers]),
  )
