// The service answers in English. What other languages say instead stands in `apps/web/messages/<language>/service.json`,
// which the build puts in place of this file.
type Words = Readonly<Record<string, string>>

/** States and other codes, as within a sentence. */
export const codes: Words = {}
/** Names of fields and questions, by their English text. */
export const texts: Words = {}
/** Reasons of refusals by their code. */
export const failures: Words = {}
