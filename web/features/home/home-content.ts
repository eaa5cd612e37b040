import type { Lawyer } from '#content/lawyers.ts';
import type { CASE_KIND, PACKAGE_KIND } from '#content/service-kinds.ts';
import type { Story } from '#content/stories.ts';

type PricedService = { id: number; title: string; price: string };

/** A situation and where it leads. Without a price the catalogue could not be read. */
export type DeskRow = {
  serviceId: number;
  situation: string;
  title: string;
  price: string | undefined;
  /** False: the shop does not sell this service. */
  isSold: boolean;
  lawyer: Pick<Lawyer, 'name' | 'face'> | undefined;
};

/**
 * The texts of the home page. They come with its loader, not with its scripts: the document has
 * them already, and scripts delay the first click.
 */
export type HomeContent = {
  hero: {
    credentials: readonly { figure: string; text: string }[];
    /** Tried in this order. */
    pictures: readonly string[];
    pictureText: string;
  };
  desk: readonly DeskRow[];
  packageKind: typeof PACKAGE_KIND & { from: string | undefined };
  caseKind: Pick<typeof CASE_KIND, 'title' | 'summary'> & { services: readonly PricedService[] };
  lawyers: readonly Pick<Lawyer, 'name' | 'title' | 'portrait' | 'fields' | 'introduction' | 'years'>[];
  lawyersNote: string;
  stories: readonly Omit<Story, 'serviceId'>[];
  storiesNote: string;
};
