import type { Transfer } from '@corridor/contract'
import type { z } from 'zod'
import type { Bytes } from '../../../api/handlers.ts'
import type { Caller } from '../../../api/request/caller.ts'
import { maskedEmail } from '../../entities/masking.ts'

type Body = z.output<typeof Transfer>
type Reader = Pick<Caller, 'isConsole'>

const side = <T extends { email?: string } | undefined>(given: T): T =>
  given?.email === undefined ? given : { ...given, email: maskedEmail(given.email) }

/**
 * A transfer as this caller reads it: a partner's own key gets what it sent, a member of the
 * dashboard sees addresses of customers by revealing the customer, which is put on record.
 */
export const transferShownTo = <T extends Partial<Pick<Body, 'from' | 'to'>>>(
  { isConsole }: Reader,
  body: T,
): T =>
  isConsole
    ? {
        ...body,
        ...(body.from && { from: side(body.from) }),
        ...(body.to && { to: side(body.to) }),
      }
    : body

/** The same of a body whose JSON is there already; parsed only where it names an address. */
export const shownTo = (reader: Reader, json: Bytes): Bytes =>
  reader.isConsole && json.includes('"email"')
    ? Buffer.from(JSON.stringify(transferShownTo(reader, JSON.parse(json.toString()) as Body)))
    : json

export const allShownTo = (reader: Reader, all: readonly Bytes[]): readonly Bytes[] =>
  reader.isConsole ? all.map((json) => shownTo(reader, json)) : all
