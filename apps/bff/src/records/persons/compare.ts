import { formatId, identityDocuments, likenessOf, type LikePart } from '@corridor/domain'
import { compareNames } from '@corridor/screening'
import type { Tx } from '../../db/open.ts'
import type { EntityRow } from '../../db/schema/rows.ts'
import type { Deps } from '../../ports/deps.ts'
import { openNumber } from './document-number.ts'
import { businessOf, type KeyKind, likenessKeys, namesIn } from './keys.ts'
import * as store from './store.ts'

/** From this on a name is a hit, as in screening. */
const sameNameFrom = 85
/** An address or a phone number that more have says nothing by itself: an office's, or a made-up one. */
const crowdMax = 10

/** A document's number was moved or altered: the customer cannot be compared. */
export class UnreadableNumber extends Error {
  override readonly name = 'UnreadableNumber'
}

/**
 * Finds whom a customer is like among its partner's, by what it has in common with them. Customers of
 * a partner are compared one after the other, so that two who come at once find each other.
 * @throws UnreadableNumber
 */
export async function compareCustomer(
  tx: Tx,
  { kek }: Pick<Deps, 'kek'>,
  of: store.Customer,
): Promise<void> {
  await store.holdLikenesses(tx, of.partnerId)
  await store.endDue(tx, of)
  const [row] = await store.readCustomers(tx, of.partnerId, [of.entityId])
  if (!row) return
  const sealed = await store.sealedNumbers(tx, of)
  const ofPerson = sealed.filter(({ type }) => identityDocuments.some((item) => item === type))
  const papers = ofPerson.map(({ id, type, country, sealed_number: number }) => ({
    type,
    country,
    number: number === null ? '' : opened(kek, { partnerId: of.partnerId, id }, number),
  }))
  const keys = likenessKeys(kek, row, papers)
  await store.writeKeys(tx, of, keys)
  const shared = await store.sharing(tx, of, keys)
  const kinds = Map.groupBy(shared, ({ otherId }) => otherId)
  const others = await store.readCustomers(tx, of.partnerId, [...kinds.keys()])
  const crowded = new Set(
    [...Map.groupBy(shared, ({ kind }) => kind)].flatMap(([kind, all]) =>
      all.length > crowdMax ? [kind] : [],
    ),
  )
  const alike = others.flatMap((other): store.Alike[] => {
    const common = new Set((kinds.get(other.id) ?? []).map(({ kind }) => kind))
    const same = sameParts(row, other, common)
    const strength = likenessOf(same)
    if (!strength || (strength === 'WEAK' && [...common].every((kind) => crowded.has(kind))))
      return []
    return [{ otherId: other.id, strength, same: [...same] }]
  })
  await store.writeLikenesses(tx, of, alike)
}

function opened(...[kek, of, sealed]: Parameters<typeof openNumber>): string {
  try {
    return openNumber(kek, of, sealed)
  } catch (error) {
    const text = `The number of the document ${formatId('doc', of.id)} cannot be read: it was moved or altered. Have the document sent again.`
    throw new UnreadableNumber(text, { cause: error })
  }
}

/** What two customers of one type have in common; the keys that both have are known. */
function sameParts(
  row: EntityRow,
  other: EntityRow,
  common: ReadonlySet<KeyKind>,
): ReadonlySet<LikePart> {
  const { incorporationCountry: country = '' } = businessOf(row)
  const parts: readonly [LikePart, boolean][] = [
    ['DOCUMENT', common.has('DOCUMENT')],
    ['REGISTRATION', common.has('REGISTRATION')],
    ['NAME', isSameName(row, other)],
    ['BIRTH', row.date_of_birth !== null && row.date_of_birth === other.date_of_birth],
    ['COUNTRY', country !== '' && country === businessOf(other).incorporationCountry],
    ['ADDRESS', common.has('ADDRESS')],
    ['PHONE', common.has('PHONE')],
  ]
  return new Set(parts.flatMap(([part, isCommon]) => (isCommon ? [part] : [])))
}

function isSameName(row: EntityRow, other: EntityRow): boolean {
  const kind = row.type === 'business' ? 'organisation' : 'person'
  const [own, theirs] = [namesIn(row), namesIn(other)]
  if (own.some((name) => theirs.includes(name))) return true
  return own.some((name) =>
    theirs.some((their) => compareNames(name, their, kind).score >= sameNameFrom),
  )
}
