import { Socket } from 'node:net'

/**
 * A socket that sends what is written within one turn of the program in one piece: statements that
 * travel together cost one call of the operating system, which is dearer than making them.
 */
export function createGatheringSocket(): Socket {
  const socket = new Socket()
  let isGathering = false
  // Not before: connecting sets `write` back to the socket's own.
  socket.once('connect', () => {
    const write = socket.write.bind(socket)
    Object.assign(socket, {
      write: (...written: Parameters<typeof write>) => {
        gather()
        return write(...written)
      },
    })
  })
  return socket

  function gather(): void {
    if (isGathering) return
    isGathering = true
    socket.cork()
    // Runs when the promises that are settled by now have gone on, each with its next statement.
    process.nextTick(() => {
      isGathering = false
      socket.uncork()
    })
  }
}
