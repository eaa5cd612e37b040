import { getSchema } from '@tiptap/core';
import StarterKit from '@tiptap/starter-kit';
import { ALLOWED_LINK_SCHEMES } from '#shared/rules/service-html.ts';
import { isSafeAddress } from './preview-html.ts';

/**
 * The editor knows what the server's allow-list keeps: anything else that is typed, pasted or loaded
 * becomes text.
 */
export const RICH_TEXT_EXTENSIONS = [
  StarterKit.configure({
    blockquote: false,
    code: false,
    codeBlock: false,
    gapcursor: false,
    heading: false,
    horizontalRule: false,
    strike: false,
    trailingNode: false,
    link: {
      autolink: false,
      openOnClick: false,
      protocols: [...ALLOWED_LINK_SCHEMES],
      isAllowedUri: isSafeAddress,
      HTMLAttributes: { target: null, rel: null, class: null },
    },
  }),
];

export const RICH_TEXT_SCHEMA = getSchema(RICH_TEXT_EXTENSIONS);
