/** A pattern for `like` that finds a text wherever it stands; its own wildcards are letters. */
export const likePattern = (text: string): string =>
  `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
