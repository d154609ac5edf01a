import type { DocumentKind, OpenedDocument, Unreadable } from '../../../ports/files.ts'

// What the opener's program is asked, and what it answers: both ends of its pipe.

export type Order = { kind: DocumentKind; bytes: Uint8Array }

export type Outcome = ({ ok: true } & OpenedDocument) | { ok: false; reason: Unreadable }

/** With what the process has used until now. */
export type Answer = { outcome: Outcome; cpuMs: number; rssBytes: number }

/** What the process sends first, once it can take orders. */
export const ready = 'ready'

const mebi = 1_024 * 1_024

/** More than any honest scan or photograph needs. */
export const limits = {
  /** Of a document; the first of them have previews. */
  pagesMax: 1_000,
  previewsMax: 3,
  /** 64 megapixels, what phones take at most; A4 at 600 dots an inch has 35. */
  pixelsMax: 64_000_000,
  edgeMax: 20_000,
  /** Of a preview, in pixels: the text of a page of A4 can be read. */
  sideMax: 1_600,
  /** Pixels for a point of 1/72 inch: a tiny page does not become a large picture. */
  scaleMax: 3,
  quality: 80,
  /** Of each reader's memory, and of all that the process may write to. */
  wasmBytes: 512 * mebi,
  processBytes: 1_024 * mebi,
  startMs: 20_000,
  /** For one document; the processor's time for all of a process, which is then replaced. */
  documentMs: 20_000,
  cpuSeconds: 60,
}
