/**
 * A text as it is compared between messages: compatibility forms are one, in capitals, white space
 * and control characters between words are one space.
 */
export const folded = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
