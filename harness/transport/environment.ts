/** What a command needs in order to be found and to run at all, whatever it is written in. */
const NAMES = new Set(
  [
    'PATH HOME LANG LANGUAGE TERM TZ TMPDIR TEMP TMP USER LOGNAME SHELL PWD',
    // Windows
    'SYSTEMROOT SYSTEMDRIVE WINDIR COMSPEC PATHEXT USERPROFILE USERNAME HOMEDRIVE HOMEPATH APPDATA LOCALAPPDATA PROGRAMDATA',
    'PROGRAMFILES PROGRAMFILES(X86) PROGRAMW6432 COMMONPROGRAMFILES PROCESSOR_ARCHITECTURE NUMBER_OF_PROCESSORS OS',
    // Runtimes and their version managers
    'NODE_PATH NODE_EXTRA_CA_CERTS NODE_ENV PNPM_HOME BUN_INSTALL DENO_DIR N_PREFIX',
    'PYTHONPATH PYTHONHOME PYTHONUTF8 PYTHONIOENCODING PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE VIRTUAL_ENV',
    'GOPATH GOROOT GOBIN GOCACHE GOMODCACHE GOFLAGS GOPROXY GONOSUMDB GOTOOLCHAIN CARGO_HOME RUSTUP_HOME RUSTUP_TOOLCHAIN',
    'JAVA_HOME DOTNET_ROOT DOTNET_CLI_HOME GEM_HOME GEM_PATH LD_LIBRARY_PATH DYLD_LIBRARY_PATH DYLD_FALLBACK_LIBRARY_PATH',
    // Networks
    'HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY SSL_CERT_FILE SSL_CERT_DIR REQUESTS_CA_BUNDLE CURL_CA_BUNDLE DOCKER_HOST',
  ].flatMap((line) => line.split(' ')),
);
const PREFIXES =
  'LC_ XDG_ NPM_CONFIG_ NVM_ FNM_ VOLTA_ COREPACK_ ASDF_ MISE_ PYENV_ CONDA_ UV_ PIP_ PIPX_ POETRY_ RBENV_ SDKMAN_ NIX_'.split(
    ' ',
  );
/** Prefixes above also begin names of credentials, such as `npm_config_//registry/:_authToken`. */
const SECRET = /token|secret|passw|auth|credential|api_?key|private/i;

/**
 * The environment of a server that we start: an allow-list, so that the run is the same on every machine and no credential
 * of the caller reaches a server under test, and then what the caller gave with `--env`. NODE_OPTIONS stays out: an
 * inspector or a loader meant for us would hang or break the child.
 */
export function childEnvironment(
  extra: Readonly<Record<string, string>>,
  from: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(from)) {
    if (value === undefined) continue;
    const upper = name.toUpperCase();
    if (NAMES.has(upper) || (PREFIXES.some((prefix) => upper.startsWith(prefix)) && !SECRET.test(name)))
      env[name] = value;
  }
  return { ...env, ...extra };
}
