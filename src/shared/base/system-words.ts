// What the system or the language says when it refuses (ENAMETOOLONG, "URI malformed"), in words a person can use. The one place
// that knows these codes: a file's refusal and whatever else was thrown raw take their words from here.

export interface SystemWords {
  /** The fault lies in what was asked for (a path, an address), not in the machine. */
  readonly asked: boolean
  readonly words: string
  readonly hint: string | null
}

const asked = (words: string, hint: string | null = null): SystemWords => ({ asked: true, words, hint })
const machine = (words: string, hint: string | null = null): SystemWords => ({ asked: false, words, hint })

const nameHint = 'Choose another name or another folder.'
const ownerHint = 'Check who owns it.'
const tooManyFiles = machine(
  'Too many files and connections are open.',
  'Close other programs, or raise the limit (ulimit -n), then try again.',
)
const noRoom = machine('The disk is full.', 'Free some space, then start again; nothing kept so far is lost.')
const nobody = machine('Nobody answers at this address.', 'Check that it is on, and reached from this computer.')
const brokenOff = machine('The connection broke off.', 'Try again.')

const byCode: Readonly<Record<string, SystemWords>> = {
  ENOENT: asked('There is no such file.', 'Check the path.'),
  EISDIR: asked('This is a folder, not a file.', nameHint),
  ERR_FS_EISDIR: asked('This is a folder, not a file.', nameHint),
  ERR_FS_CP_EINVAL: asked('This cannot be copied there.', nameHint),
  ENOTDIR: asked('A part of this path is a file, not a folder.', 'Check the path.'),
  ENOTEMPTY: asked('There is a folder of this name already, with something in it.', nameHint),
  EEXIST: asked('There is something of this name already.', nameHint),
  ENAMETOOLONG: asked('The name or the path is longer than a file system takes.', 'Choose a shorter one.'),
  ELOOP: asked('The links of this path lead round in a circle.', 'Check where they lead.'),
  EINVAL: asked('No file of this name can lie there.', nameHint),
  EILSEQ: asked('The name holds a character that cannot stand in one there.', nameHint),
  ERR_INVALID_ARG_VALUE: asked('The name holds a character that cannot stand in one.', nameHint),
  ERR_INVALID_FILE_URL_PATH: asked('The name holds a character that cannot stand in one.', nameHint),
  ENXIO: asked('This is a pipe or a socket that nobody reads.', nameHint),
  ENODEV: asked('This is a device, not a file.', nameHint),
  EXDEV: machine('The two places lie on different disks.', nameHint),
  EACCES: machine('Permission is missing.', ownerHint),
  EPERM: machine('Permission is missing.', ownerHint),
  EROFS: machine('The place is read-only.', 'Set NOCTURNE_HOME to a folder that can be written.'),
  ENOSPC: noRoom,
  EDQUOT: noRoom,
  EFBIG: machine('The file is larger than this disk takes.', 'Choose a place on another disk.'),
  ERR_FS_FILE_TOO_LARGE: asked('The file is too large to be read at once.'),
  EMFILE: tooManyFiles,
  ENFILE: tooManyFiles,
  ENOMEM: machine('This computer has no memory left.', 'Close other programs, then try again.'),
  ENOBUFS: machine('This computer has no memory left.', 'Close other programs, then try again.'),
  EAGAIN: machine('This computer is too busy now.', 'Try again in a moment.'),
  EBUSY: machine('Another program uses it.', 'Close that program, then try again.'),
  ETXTBSY: machine('It is running as a program now.', 'End it, then try again.'),
  EIO: machine('The disk could not be read or written.', 'Check the disk, or choose a place on another one.'),
  ESTALE: machine('The network disk it lies on went away.', 'Connect it again, then try again.'),
  ENOTCONN: machine('The network disk it lies on went away.', 'Connect it again, then try again.'),
  ENOSYS: machine('The place does not offer this.', nameHint),
  ENOTSUP: machine('The place does not offer this.', nameHint),
  EOPNOTSUPP: machine('The place does not offer this.', nameHint),
  E2BIG: asked('What was given is longer than a program takes.', 'Give less at once.'),
  ECONNREFUSED: nobody,
  EHOSTUNREACH: nobody,
  EHOSTDOWN: nobody,
  ENETUNREACH: nobody,
  ENETDOWN: nobody,
  ETIMEDOUT: nobody,
  EADDRNOTAVAIL: nobody,
  ENOTFOUND: asked('There is no computer of this name.', 'Check how it is written.'),
  EAI_AGAIN: machine('The name could not be looked up.', 'Check the network, then try again.'),
  ERR_SOCKET_BAD_PORT: asked('A port is a number from 0 to 65535.'),
  ERR_INVALID_URL: asked('This is no address.', 'Check how it is written.'),
  EADDRINUSE: machine('Another program listens there already.', 'Close that program, or choose another port.'),
  ECONNRESET: brokenOff,
  ECONNABORTED: brokenOff,
  EPIPE: brokenOff,
  ERR_STREAM_PREMATURE_CLOSE: brokenOff,
}

/** `ENOENT` and its like; '' for what is no error of the system. */
export function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : ''
}

/** Null for what has words of its own, or none. */
export function systemWordsOf(thrown: unknown): SystemWords | null {
  if (thrown instanceof URIError)
    return asked('This is no address: after a % two of 0 to 9 and A to F have to follow.', 'Check how it is written.')
  const code = codeOf(thrown)
  return Object.hasOwn(byCode, code) ? (byCode[code] ?? null) : null
}

/** What only a mistake of ours throws: the language's own errors, and what Node says of how it was called. */
export const isMistake = (thrown: Error): boolean =>
  thrown instanceof TypeError ||
  thrown instanceof RangeError ||
  thrown instanceof ReferenceError ||
  thrown instanceof SyntaxError ||
  codeOf(thrown).startsWith('ERR_')
