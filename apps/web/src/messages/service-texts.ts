// The service answers in English. What other languages say instead stands in `apps/web/messages/<language>/service.json`,
// which the build puts in place of this file.
type Texts = Readonly<Record<string, string>>

/** States and other codes in lower case, as within a sentence. */
export const codes: Texts = {}
/** Names of fields, questions and messages, by their English text; `{label}` stands for a part that differs. */
export const texts: Texts = {}
/** Reasons of refusals by their code. */
export const failures: Texts = {}
