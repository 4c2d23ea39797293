// npm run natives: what the native libraries that ship can do over a network, held against the list of natives.json beside this file, so
// that a raised dependency shows what is new. "--write" records what there is now.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';

const root = join(import.meta.dirname, '..');
const list = join(import.meta.dirname, 'natives.json');

/** Packages with native libraries that the product loads, or could load: those of other systems lie in some of them too. */
const packages = /^(?:onnxruntime-node|@lancedb\/lancedb-[\w-]+|@img\/sharp-[\w-]+|@napi-rs\/canvas-[\w-]+)$/;
const library = /\.(?:node|dylib|dll)$|\.so(?:\.\d+)*$/;

/** Of the system, by which a library can reach a network. They end with a zero in its tables of names. */
const calls = [
  ...['socket', 'connect', 'getaddrinfo', 'gethostbyname', 'sendto', 'sendmsg', 'recvfrom', 'bind', 'listen', 'res_query', 'res_search'],
  ...[
    'WSAStartup',
    'WSASocketW',
    'WSAConnect',
    'GetAddrInfoW',
    'GetAddrInfoExW',
    'WinHttpOpen',
    'WinHttpConnect',
    'InternetOpenW',
    'InternetOpenA',
  ],
  ...['EventRegister', 'EventWriteTransfer', 'DnsQuery_W', 'NSURLSession', 'curl_easy_perform', 'dlopen'],
];
const callNames = new RegExp(String.raw`(?<![A-Za-z\d_.$])_{0,2}(?:OBJC_CLASS_\$_)?(?:${calls.join('|')})(?=\0)`, 'g');
const hosts = /\bhttps?:\/\/([a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+)/gi;
/** Switches of the environment that tell whether something is reported. */
const switches = /(?<![A-Za-z\d_])[A-Z\d_]*(?:TELEMETRY|TRACKING|DO_NOT_TRACK|ANALYTICS|CRASH_REPORT)[A-Z\d_]*(?![A-Za-z\d_])/g;
const reporters = /\b(?:OneCollector|ApplicationInsights|1DSCppSdk|posthog|sentry_dsn|google-analytics|crashpad|opentelemetry_otlp)\b/gi;

const sorted = (found) => [...new Set(found)].sort();

/** What a library holds of these. */
export function networkOf(bytes) {
  const text = bytes.latin1Slice();
  const of = (pattern, group = 0) => sorted(Array.from(text.matchAll(pattern), (match) => match[group]));
  return {
    calls: sorted(of(callNames).map((name) => name.replace(/^_+(?:OBJC_CLASS_\$_)?/, ''))),
    hosts: sorted(of(hosts, 1).map((host) => host.toLowerCase())),
    switches: of(switches),
    reporters: sorted(of(reporters).map((name) => name.toLowerCase())),
  };
}

/** Of each native library by its path in node_modules, with `/`. */
export function nativesIn(modules) {
  const scoped = (name) => (name.startsWith('@') ? readdirSync(join(modules, name)).map((inner) => `${name}/${inner}`) : [name]);
  const found = {};
  for (const name of readdirSync(modules)
    .flatMap(scoped)
    .filter((each) => packages.test(each))
    .sort())
    for (const file of readdirSync(join(modules, name), { recursive: true })
      .map(String)
      .filter((each) => library.test(each))
      .sort())
      found[`${name}/${file.replaceAll(sep, '/')}`] = networkOf(readFileSync(join(modules, name, file)));
  return found;
}

/**
 * What the list does not have, in sentences. Libraries of systems of which none was recorded are left alone: each system installs its own.
 */
export function newIn(recorded, found) {
  const news = [];
  const packageOf = (path) => path.split('/', path.startsWith('@') ? 2 : 1).join('/');
  const known = new Set(Object.keys(recorded).map(packageOf));
  for (const [path, now] of Object.entries(found)) {
    const before = recorded[path];
    if (before === undefined) {
      if (known.has(packageOf(path))) news.push(`${path} is new`);
      continue;
    }
    for (const [kind, names] of Object.entries(now)) {
      const added = names.filter((name) => !before[kind].includes(name));
      if (added.length > 0) news.push(`${path} has new ${kind}: ${added.join(', ')}`);
    }
  }
  return news;
}

/** The list. */
export function recordedNatives() {
  return JSON.parse(readFileSync(list, 'utf8'));
}

if (process.argv[1] === import.meta.filename) {
  const found = nativesIn(join(root, 'node_modules'));
  if (process.argv.includes('--write')) {
    // What was recorded on other systems stays.
    const kept = existsSync(list) ? recordedNatives() : {};
    const all = Object.entries({ ...kept, ...found }).sort(([a], [b]) => (a < b ? -1 : 1));
    writeFileSync(list, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
  } else {
    const news = newIn(recordedNatives(), found);
    for (const line of news) console.log(line);
    console.log(
      news.length === 0
        ? `${Object.keys(found).length} native libraries hold nothing of networks that is not in scripts/natives.json.`
        : 'Look what it is for and turn it off where it reports (src/base/no-telemetry.ts); then: npm run natives -- --write',
    );
    process.exitCode = news.length === 0 ? 0 : 1;
  }
}
