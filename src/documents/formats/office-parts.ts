import { elements, type XmlElement } from './xml.ts';

/**
 * The parts that a part of an Office file refers to, by their ids.
 * @param folder of the part that refers, such as `ppt/slides`
 */
export function partsOf(relations: XmlElement | undefined, folder: string): Map<string, string> {
  return new Map(
    elements(relations, 'Relationship').flatMap(({ attributes: { Id, Target, TargetMode } }): [string, string][] =>
      Id === undefined || Target === undefined || TargetMode === 'External' ? [] : [[Id, resolvePart(folder, Target)]],
    ),
  );
}

/** `a/c.xml` of `../c.xml` in `a/b`; what begins with `/` is from the root. */
export function resolvePart(folder: string, target: string): string {
  const path: string[] = [];
  for (const name of `${target.startsWith('/') ? '' : `${folder}/`}${target}`.split('/')) {
    if (name === '..') path.pop();
    else if (name !== '' && name !== '.') path.push(name);
  }
  return path.join('/');
}
