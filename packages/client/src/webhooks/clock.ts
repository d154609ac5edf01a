/** The machine's own time: receivers compare it with the sender's. */
export const systemTime = (): Date => new Date()
