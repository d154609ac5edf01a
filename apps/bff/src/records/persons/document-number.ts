import type { Kek } from '../../db/kek.ts'

type Place = { partnerId: string; id: string }

const placeOf = ({ partnerId, id }: Place) => `kyc_document.sealed_number:${partnerId}:${id}`

/** The number of a customer's document, sealed for its one row. */
export const sealNumber = (kek: Kek, of: Place, number: string): Buffer =>
  Buffer.from(kek.seal(placeOf(of), Buffer.from(number, 'utf8')))

/** @throws where the record was moved or altered */
export const openNumber = (kek: Kek, of: Place, sealed: Buffer): string =>
  Buffer.from(kek.open(placeOf(of), sealed)).toString('utf8')
