// Opens an address in the person's browser. The address holds the window's key: it is given as an argument, never shown
// to a shell.
import { Refusal } from '#shared/base/refusal.ts'
import { exec } from '#main/sys/exec.ts'

export async function openInBrowser(url: string, signal: AbortSignal): Promise<void> {
  const headless = process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']
  if (headless) throw new Refusal('unsupported', 'there is no display here')
  const [program, ...args] =
    process.platform === 'darwin' ? ['open', url] : process.platform === 'win32' ? ['explorer', url] : ['xdg-open', url]
  const { code, stderr } = await exec(program ?? 'xdg-open', args, { deadlineMs: 10_000 }, signal)
  if (code !== 0 && process.platform !== 'win32')
    throw new Refusal('failed', stderr.trim() || 'the browser did not start')
}
