import { cleanText } from '../values/text.ts'

/** As long as every bank takes it. */
const nameMax = 70

/** A name as it goes out: in Latin letters, '' where none of it can be written in them. */
export const payeeName = (name: string): string => cleanText(name, nameMax)
