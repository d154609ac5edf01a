import type { FileBooks, ImportCounts, IncomingFile } from './books.ts'
import type { Bytes, OtherEntry } from './events.ts'
import type { HouseAccount } from './house.ts'

export type ImportAnswer =
  | {
      ok: true
      file: IncomingFile
      /** The same content was taken in before: nothing was done. */
      isKnown: boolean
      counts: ImportCounts
      /** The first of them; `counts.others` says how many there are. */
      others: readonly OtherEntry[]
      /** What a person should look at; '' where all is well. */
      problem: string
    }
  /** Nothing of the file was booked; `reason` tells a person why. */
  | { ok: false; reason: string }

/**
 * Takes in a file that the bank has sent: statement, notification or status report. `read` gives its
 * bytes from the beginning whenever it is called. May be repeated with the same or an overlapping
 * file: nothing is booked twice.
 */
export type ImportFile = (parts: {
  books: FileBooks
  accounts: readonly HouseAccount[]
  name: string
  read: () => Bytes
}) => Promise<ImportAnswer>
