// Whether a TCP port of this computer can be listened on now. It may be taken a moment later: who starts on it says so then.
import { createServer } from 'node:net'

export function isPortFree(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
