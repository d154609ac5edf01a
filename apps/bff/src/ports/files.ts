import type { FileInput } from '@corridor/contract'
import type { Tx } from '../db/open.ts'

/**
 * Files of customers, encrypted in `DATA_DIR/files` and named by their content. `partnerId` is the
 * partner's uuid, `sha256` lower-case hex.
 */
export type FileStore = {
  /**
   * Keeps files within the caller's transaction, which gives all of them at once: so they are locked
   * in one order, and two that keep the same files never wait for each other. They are on disk
   * before their rows can commit; kept twice it is the same file. A transaction that rolls back
   * leaves orphans for the sweeper. Gives the hash of each, in the order in which they came.
   */
  put(tx: Tx, partnerId: string, files: readonly NewFile[]): Promise<string[]>
  /** @throws where the file is missing, altered or another partner's */
  read(partnerId: string, sha256: string): Promise<Uint8Array>
  /** Opens a document before it is kept, apart from this process and with limits. */
  open: DocumentOpener['open']
  /** An absolute address to download it from, good for 15 minutes of service time from `at` on. */
  linkTo: FileLinks['linkTo']
  /** What a link's token says, expired or not; nothing for a forged one. */
  openLink: FileLinks['open']
}

/** A file of a body; one that came as bytes has them beside the text that stands for them. */
export type ReceivedFile = FileInput & { content?: Uint8Array }

/** `opened`: what is kept of a document beside it. */
export type NewFile = { bytes: Uint8Array; mime: string; opened?: OpenedDocument }

export type DocumentKind = 'pdf' | 'jpeg' | 'png' | 'webp' | 'heic'

/** Why nothing can open a document. */
export type Unreadable =
  | 'ENCRYPTED'
  | 'BROKEN'
  | 'CUT_OFF'
  | 'NO_PAGE'
  | 'TOO_MANY_PAGES'
  | 'TOO_LARGE'
  | 'TOO_COSTLY'

/** A page as people look at it: upright, in pixels. */
export type PageImage = { width: number; height: number; jpeg: Uint8Array }

/** A document that was opened: how many pages it has, and its first as pictures. */
export type OpenedDocument = { pages: number; previews: PageImage[] }

export type DocumentOpener = {
  /**
   * Documents of one partner wait for each other, not for those of others.
   * @throws OpenerUnavailable where none can be opened now
   */
  open: (
    partnerId: string,
    kind: DocumentKind,
    bytes: Uint8Array,
  ) => Promise<({ ok: true } & OpenedDocument) | { ok: false; reason: Unreadable }>
}

/** Download links that carry all they say, sealed, so that they cannot be forged or read. */
export type FileLinks = {
  /** An absolute address that is good for 15 minutes of service time from `at` on. */
  linkTo: (target: LinkTarget, at: Date) => string
  /** What a token of ours says, expired or not; nothing for any other text. */
  open: (token: string) => OpenedLink | undefined
}

/** What a link leads to; `sha256` in lower-case hex, `partnerId` the partner's uuid. */
export type LinkTarget = {
  partnerId: string
  sha256: string
  fileName: string
  mime: string
  /** The member and the document, where opening the link is put on record. */
  recorded?: { readerId: string; documentId: string }
}

export type OpenedLink = LinkTarget & { expiresAt: Date }
