/** A pattern for `like` that finds a text anywhere; wildcards in the text are taken literally. */
export const likePattern = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
