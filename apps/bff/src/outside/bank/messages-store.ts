import { createHash } from 'node:crypto'
import { accountKey, type AsideLine, type MessagePart } from '@corridor/banks'
import type { Kek } from '../../db/kek.ts'
import { serviceNow } from '../../db/moment.ts'
import type { Tx } from '../../db/open.ts'

/** Keeps a piece of a file as it came, sealed; repeated, it stays. */
export const keepPiece = (
  tx: Tx,
  kek: Pick<Kek, 'seal'>,
  { sha256, place, bytes }: { sha256: string; place: number; bytes: Uint8Array },
) =>
  tx
    .insertInto('bank_file_piece')
    .values({ sha256, place, sealed_bytes: Buffer.from(kek.seal(pieceName(sha256, place), bytes)) })
    .onConflict((conflict) => conflict.columns(['sha256', 'place']).doNothing())
    .execute()

const pieceName = (sha256: string, place: number) =>
  `bank_file_piece.sealed_bytes ${sha256}/${place}`

/** A file as it came. */
export async function readMessage(
  tx: Tx,
  kek: Pick<Kek, 'open'>,
  sha256: string,
): Promise<Uint8Array> {
  const rows = await tx
    .selectFrom('bank_file_piece')
    .select(['place', 'sealed_bytes'])
    .where('sha256', '=', sha256)
    .orderBy('place')
    .execute()
  return Buffer.concat(
    rows.map(({ place, sealed_bytes }) => kek.open(pieceName(sha256, place), sealed_bytes)),
  )
}

const asideId = (sha256: string, line: number) =>
  `bas_${createHash('sha256').update(`${sha256}/${line}`).digest('hex').slice(0, 24)}`

const sourceName = (id: string) => `bank_aside.sealed_source ${id}`

/** Keeps lines that could not be read; repeated, they stay as they are. */
export async function keepAside(
  tx: Tx,
  kek: Pick<Kek, 'seal'>,
  part: MessagePart,
  lines: readonly AsideLine[],
): Promise<void> {
  for (const line of lines) {
    const id = asideId(part.sha256, line.line)
    await tx
      .insertInto('bank_aside')
      .values({
        id,
        sha256: part.sha256,
        line: line.line,
        account: accountKey(line.account),
        reason: line.reason,
        sealed_source: Buffer.from(kek.seal(sourceName(id), Buffer.from(line.source))),
        direction: line.direction,
        currency: line.currency,
        scale: line.scale,
        minor: line.minor > 0n ? line.minor : null,
        booked_on: line.bookedOn === '' ? null : line.bookedOn,
        state: 'OPEN',
        read_at: serviceNow,
      })
      .onConflict((conflict) => conflict.columns(['sha256', 'line']).doNothing())
      .execute()
  }
}

/** What the message has in a line that was set aside. */
export const asideSource = (
  kek: Pick<Kek, 'open'>,
  { id, sealed_source }: { id: string; sealed_source: Uint8Array },
): string => Buffer.from(kek.open(sourceName(id), sealed_source)).toString('utf8')
