import picomatch from 'picomatch';

import type { LeftOutCause } from '../contract/left-out.ts';

/** Why a file is no document, though its kind is read. */
type Withheld = Extract<LeftOutCause, 'secret' | 'machine-made'>;

/** What holds passwords and keys by the custom of its name. Prose on them - `secrets.md`, `passwords.pdf` - is a document like any other. */
const secrets = [
  '.env',
  '.env.!(example|sample|template|dist)',
  '*.env',
  '*.{pem,p8,p12,pfx,jks,keystore,truststore,kdb,kdbx,ppk,gpg,tfstate,tfvars,ovpn}',
  '*.{tfstate.backup,tfvars.json,tfstate.json,auto.tfvars}',
  'id_{rsa,dsa,ecdsa,ed25519}{,.*}',
  '{.npmrc,.yarnrc.yml,.pypirc,.netrc,_netrc,.pgpass,.my.cnf,.htpasswd,.git-credentials,.dockercfg,.dockerconfigjson,.vault-token,kubeconfig}',
  '{secret,secrets,credential,credentials,password,passwords,apikey,apikeys,api-keys,api_keys,auth}.{json,jsonl,yaml,yml,toml,ini,csv,tsv,txt,properties,xml}',
  '{secret,secrets,credentials}.*.{json,yaml,yml}',
  '*{.,-,_}{secret,secrets,credentials}.{json,yaml,yml}',
  '{client_secret,client-secret,service-account,service_account,serviceaccount}*.json',
  'local.settings.json',
];
const secretFolders = '{.ssh,.gnupg,.aws,.azure,.kube,.docker}';

/** Programs wrote these for programs: what they say stands in the files that they were made from. */
const machineMade = [
  '{package-lock,npm-shrinkwrap,packages.lock}.json',
  '{pnpm-lock,conda-lock}.{yaml,yml}',
  '{yarn,bun,cargo,composer,poetry,uv,pipfile,gemfile,flake,deno,pubspec,mix,podfile}.lock',
  '{bun.lockb,go.sum,gradle.lockfile,.pnp.cjs,.pnp.loader.mjs}',
  '*.{tsbuildinfo,map}',
  '*.min.{js,mjs,cjs,css,html}',
  '*.{bundle,chunk}.js',
  '*_pb2{,_grpc}.{py,pyi}',
  '*.{pb.go,g.dart,designer.cs}',
];
const machineFolders =
  '{node_modules,bower_components,jspm_packages,site-packages,__pycache__,.venv,.tox,.nox,.eggs,.mypy_cache,.pytest_cache,.ruff_cache,.ipynb_checkpoints,.gradle,.terraform,.next,.nuxt,.svelte-kit,.parcel-cache,.turbo,.yarn,.pnpm-store,.cache,.idea,.vs}';

const options = { dot: true, nocase: true };
const isSecretFile = picomatch(secrets, options);
const isSecretFolder = picomatch(secretFolders, options);
const isMachineFile = picomatch(machineMade, options);
const isMachineFolder = picomatch(machineFolders, options);

/** Why a file, or a folder with all that is in it, is left out by its name; null where it is not. @param name without its folders */
export function withheldByName(name: string, isFolder: boolean): Withheld | null {
  if (isFolder ? isSecretFolder(name) : isSecretFile(name)) return 'secret';
  return (isFolder ? isMachineFolder(name) : isMachineFile(name)) ? 'machine-made' : null;
}

const privateKey = /-----BEGIN (?:[A-Z0-9]+ ){0,2}PRIVATE KEY(?: BLOCK)?-----(?:\s|\\n)/;
const dataParsers = new Set(['json', 'json-lines', 'yaml', 'csv']);

/**
 * Whether a text is a private key, or data that holds one under a name that does not tell. Prose may quote how a key begins.
 * @param parser the id of what reads it
 */
export function holdsPrivateKey(parser: string, text: string): boolean {
  return dataParsers.has(parser) ? privateKey.test(text) : privateKey.exec(text.slice(0, 100).trimStart())?.index === 0;
}

export const withheldReasons: Readonly<Record<Withheld, string>> = {
  secret: 'it looks like passwords or keys, which are not indexed',
  'machine-made': 'a program wrote it for programs',
};
