// The platforms that an extension can be packaged for, by the names that VS Code gives them.

export const TARGETS = [
  'alpine-arm64',
  'alpine-x64',
  'darwin-arm64',
  'darwin-x64',
  'linux-arm64',
  'linux-armhf',
  'linux-x64',
  'win32-arm64',
  'win32-x64',
];

/**
 * The name of the server's program on a platform.
 *
 * @param {string} target
 */
export function programFor(target) {
  return target.startsWith('win32') ? 'affine-analyzer.exe' : 'affine-analyzer';
}

/** The target that runs here, if VS Code has one. */
export function hostTarget() {
  const architecture = process.arch === 'arm' ? 'armhf' : process.arch;
  const target = `${isMusl() ? 'alpine' : process.platform}-${architecture}`;
  return TARGETS.includes(target) ? target : undefined;
}

function isMusl() {
  if (process.platform !== 'linux') return false;
  const { header } = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (process.report.getReport());
  return header.glibcVersionRuntime === undefined;
}
