// What Android's tools print when they refuse, as words of ours with theirs behind in brackets. Never their lines alone.
const rawMost = 200

/** The one line that tells most: not the heading of a stack trace, and no line of the stack. */
export function rawReason(said: string): string {
  const lines = said
    .split(/\r?\n/)
    .map(line => line.trim())
    .filter(line => line !== '' && !/^(Exception occurred while executing|at [\w.$]+\(|Starting: )/.test(line))
  const reason = lines[0] ?? 'no reason was given'
  return reason.length > rawMost ? `${reason.slice(0, rawMost)}…` : reason
}

/** Null where it says nothing of a refusal. */
export function permissionRefused(said: string, pkg: string, permission: string): string | null {
  if (!/Exception|Error|Unknown|not a changeable|not allowed/.test(said)) return null
  const why = /Unknown package/.test(said)
    ? `There is no app ${pkg} on this device.`
    : /has not requested permission/.test(said)
      ? `${pkg} does not ask for ${permission}, so it cannot be changed.`
      : /Unknown permission/.test(said)
        ? `This Android has no permission ${permission}.`
        : /not a changeable permission/.test(said)
          ? `${permission} is none that is granted and taken while an app is installed.`
          : /GRANT_RUNTIME_PERMISSIONS|REVOKE_RUNTIME_PERMISSIONS/.test(said)
            ? 'This device lets nobody change permissions over adb; some makers have a switch for it under Developer options.'
            : `Android did not change ${permission} of ${pkg}.`
  return `${why} (${rawReason(said)})`
}

/** `error` is the line of `am start` that says so. */
export function startRefused(error: string): string {
  const why = /unable to resolve Intent/.test(error)
    ? 'Android has nothing installed that opens this.'
    : /does not exist/.test(error)
      ? 'What was to be started is not on this device.'
      : /Permission Denial|SecurityException/.test(error)
        ? 'The app does not let this be started from outside.'
        : 'Android did not start it.'
  return `${why} (${rawReason(error)})`
}
