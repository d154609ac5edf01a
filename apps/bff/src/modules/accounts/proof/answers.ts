import { timingSafeEqual } from 'node:crypto'
import type { Kek } from '../../../db/kek.ts'
import type { ProofRow } from '../external/proof-store.ts'

/** What a micro-deposit says to whoever reads the account's statement; amount in minor units. */
export type MicroAnswer = { amount: string; code: string }

type Place = Pick<ProofRow, 'partner_id' | 'id'>
const placeOf = ({ partner_id, id }: Place) => `account_proof.sealed_answer:${partner_id}:${id}`

export const sealAnswer = (kek: Kek, place: Place, answer: MicroAnswer): Buffer =>
  Buffer.from(kek.seal(placeOf(place), Buffer.from(JSON.stringify(answer))))

/** @throws where the record was moved or altered */
export const openAnswer = (kek: Kek, place: Place, sealed: Buffer): MicroAnswer =>
  JSON.parse(Buffer.from(kek.open(placeOf(place), sealed)).toString('utf8')) as MicroAnswer

/** The text of the payment, which reaches whoever reads the statement. */
export const microText = ({ code }: MicroAnswer): string => `CORRIDOR ${code}`

/** Letters and digits that are not mistaken for each other when they are read off a statement. */
const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const codeLength = 8

type Random = (bytes: number) => Uint8Array
/** A whole number from 0 to below `max`; of 64 bits, numbers so small are as likely as each other. */
export const drawBelow = (random: Random, max: number): number =>
  Number(Buffer.from(random(8)).readBigUInt64BE() % BigInt(max))

/** Eight letters are 39 bits, of which three answers guess nothing; 1 to 99 minor units. */
export const makeAnswer = (random: Random): MicroAnswer => ({
  amount: String(1 + drawBelow(random, 99)),
  code: Array.from({ length: codeLength }, () =>
    letters.charAt(drawBelow(random, letters.length)),
  ).join(''),
})

/** Compared without regard to case, spaces and the words around it, as people copy it. */
export function isAnswer(answer: MicroAnswer, given: { minor: bigint; code: string }): boolean {
  const plain = given.code
    .toUpperCase()
    .replace(/^\s*CORRIDOR/, '')
    .replaceAll(/[^0-9A-Z]/g, '')
  const [asked, sent] = [answer, { amount: String(given.minor), code: plain }].map(
    ({ amount, code }) => Buffer.from(`${amount.padStart(6, '0')} ${code}`),
  )
  return !!asked && !!sent && asked.length === sent.length && timingSafeEqual(asked, sent)
}
