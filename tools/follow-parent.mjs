// Loaded before the server by `npm start`, and before a test run: the launcher holds the other end of
// this pipe, so its end, however violent, is a SIGTERM here. Without it a killed launcher would leave
// the port taken.
import { Socket } from 'node:net'

const parent = new Socket({ fd: 3 })
parent.once('close', () => process.kill(process.pid, 'SIGTERM'))
parent.once('error', () => undefined)
parent.resume()
parent.unref()
