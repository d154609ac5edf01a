import { parseId } from '@corridor/domain'

/** The UUID of no record: who looks for it finds nothing. */
export const noId = '00000000-0000-0000-0000-000000000000'

/** The UUID of a written id; that of no record where it is none of this kind. */
export const uuidOf = (prefix: Parameters<typeof parseId>[0], text: string): string =>
  parseId(prefix, text) ?? noId
