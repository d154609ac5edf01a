import { idIn, recordPath } from '../../routing/record-path.ts'

/** A record, and the address of its page. */
export type RecordInView = { id: string; to: string }

/** The row that has the focus, else the record beside the list, else the one that the page is about. */
export function recordInView(): RecordInView | undefined {
  const focused = document.activeElement
  const link = focused instanceof HTMLAnchorElement ? focused : undefined
  const row = link?.dataset['id']
  const open = new URLSearchParams(window.location.search).get('open')
  const id = row ?? open ?? idIn(window.location.pathname)
  if (id === undefined) return undefined
  // What has no page of its own is where its row leads to.
  const to = recordPath(id) ?? (row === undefined ? undefined : link?.getAttribute('href'))
  return { id, to: to ?? window.location.pathname }
}

/** The whole address of that page, or of this page where it is about no record. */
export const linkOf = (record: RecordInView | undefined): string =>
  record === undefined ? window.location.href : window.location.origin + record.to
