import { Socket } from 'node:net'

/** Where all of them read to: what came is copied before the next one reads. */
const received = Buffer.alloc(65_536)

/**
 * A socket that sends what is written within one turn of the program in one piece: statements that
 * travel together cost one call of the operating system, which is dearer than making them. And that
 * keeps of what it reads as much as came: Node takes 64 KiB for each read and shrinks it, and what is
 * left between such pieces nobody else can use.
 */
export function createGatheringSocket({ ssl }: { ssl?: unknown } = {}): Socket {
  // Over TLS it is the bytes of another stream that are read here.
  const socket: Socket = ssl
    ? new Socket()
    : new Socket({
        onread: {
          buffer: received,
          callback: (bytes) => socket.emit('data', Buffer.from(received.subarray(0, bytes))),
        },
      })
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
