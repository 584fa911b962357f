// Every command by name, each loaded on need: `doctor` must not wait for what `demo` needs. Main and the reference read it.
import type { Command } from '#main/cli/command.ts'

export const commands: Readonly<Record<string, () => Promise<{ readonly command: Command }>>> = {
  open: () => import('#main/cli/open.ts'),
  demo: () => import('#main/cli/demo.ts'),
  night: () => import('#main/cli/night.ts'),
  findings: () => import('#main/cli/findings.ts'),
  finding: () => import('#main/cli/finding.ts'),
  flow: () => import('#main/cli/flow.ts'),
  devices: () => import('#main/cli/devices.ts'),
  observe: () => import('#main/cli/observe.ts'),
  screenshot: () => import('#main/cli/screenshot.ts'),
  record: () => import('#main/cli/record.ts'),
  control: () => import('#main/cli/control.ts'),
  boot: () => import('#main/cli/boot.ts'),
  shutdown: () => import('#main/cli/shutdown.ts'),
  install: () => import('#main/cli/install.ts'),
  explain: () => import('#main/cli/explain.ts'),
  doctor: () => import('#main/cli/doctor.ts'),
  bench: () => import('#main/cli/bench.ts'),
  serve: () => import('#main/cli/serve.ts'),
  test: () => import('#main/cli/test.ts'),
}
