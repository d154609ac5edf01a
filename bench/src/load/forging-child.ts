// Tries forged API keys in a process of its own: closed loop over connections that are kept, a new
// key each time. Says at SIGTERM how many were answered.
import { connect } from 'node:net'
import { forgedKey } from './forged-key.ts'

const [port = '', path = '', connections = ''] = process.argv.slice(2)
let answered = 0
process.once('SIGTERM', () => process.stdout.write(String(answered), () => process.exit(0)))
for (let n = 0; n < Number(connections); n += 1) attack()

function attack(): void {
  const socket = connect({ port: Number(port), host: '127.0.0.1', noDelay: true })
  const send = () =>
    socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nx-api-token: ${forgedKey()}\r\n\r\n`)
  socket.once('connect', send)
  socket.on('data', () => {
    answered += 1
    send()
  })
  socket.once('error', () => undefined)
  socket.once('close', () => setTimeout(attack, 100))
}
