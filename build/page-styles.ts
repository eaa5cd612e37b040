import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type ChildNode, parse } from 'postcss';
import selectorParser from 'postcss-selector-parser';
import type { Plugin } from 'vite';
import type { StyleNode } from '../shared/contract/pages.ts';

const STYLE_SHEET = 'web/styles/app.css';
/** Fonts are in every page's own styles: a face that loads twice would draw its text twice. */
const FACES = 'web/styles/faces.css';
/** At-rules around other rules. */
const GROUPS = new Set(['layer', 'media', 'supports', 'container', 'starting-style']);
/** How other rules mention at-rules that matter to nothing else. */
const MENTIONS: Readonly<Record<string, (name: string) => string>> = {
  property: (name) => `var(${name}`,
  keyframes: (name) => name,
};
/** Match exactly what their one argument matches. */
const TRANSPARENT = new Set([':is', ':where']);

/** Classes and tags without which the selector matches nothing. */
function needsOf(selector: selectorParser.Selector): string[] {
  return selector.nodes.flatMap((node) => {
    if (node.type === 'class') return [`.${node.value}`];
    if (node.type === 'tag') return [node.value.toLowerCase()];
    const [only, second] = node.type === 'pseudo' && TRANSPARENT.has(node.value) ? node.nodes : [];
    return only && !second ? needsOf(only) : [];
  });
}

function nodeOf(node: ChildNode): StyleNode[] {
  if (node.type === 'comment' || node.type === 'decl') return [];
  if (node.type === 'rule') {
    const needs = selectorParser()
      .astSync(node.selector)
      .nodes.map((selector) => [...new Set(needsOf(selector))]);
    return [needs.some((alternative) => alternative.length === 0) ? { css: `${node}` } : { css: `${node}`, needs }];
  }
  const mention = MENTIONS[node.name]?.(node.params);
  if (mention && node.parent?.type === 'root') return [{ css: `${node}`, mention }];
  if (!node.nodes) return [{ css: `${node};` }];
  if (!GROUPS.has(node.name)) return [{ css: `${node}` }];
  return [{ open: `@${node.name} ${node.params}`, isLayer: node.name === 'layer', nodes: node.nodes.flatMap(nodeOf) }];
}

/** Divides a style sheet into parts, each with what a page must contain to use it. */
export function divideStyles(css: string): StyleNode[] {
  return parse(css).nodes.flatMap(nodeOf);
}

/**
 * Writes the parts of the built style sheet for the page renderer, which puts those that a page
 * uses into its markup (server/pages/page-styles.ts).
 */
export function pageStyles(): Plugin {
  let outDir = '';
  return {
    name: 'page-styles',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    configResolved(config) {
      outDir = resolve(config.root, config.environments.client?.build.outDir ?? 'dist/client');
    },
    async closeBundle() {
      const manifest: Record<string, { file: string } | undefined> = JSON.parse(
        await readFile(join(outDir, '.vite/manifest.json'), 'utf8'),
      );
      const contents = await Promise.all(
        [FACES, STYLE_SHEET].map((source) => readFile(join(outDir, manifest[source]?.file ?? source), 'utf8')),
      );
      await writeFile(join(outDir, '.vite/page-styles.json'), JSON.stringify(contents.flatMap(divideStyles)));
    },
  };
}
